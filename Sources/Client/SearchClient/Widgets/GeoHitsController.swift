// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws records on a map, and the part of it that is searched.
@MainActor
public protocol GeoHitsController: Reloadable {
    associatedtype Record: Decodable & Sendable

    /// Called by the controller when another part of the earth is to be searched; `nil` for all of it.
    var onAreaChanged: ((GeoArea?) -> Void)? { get set }
    /// Shows these records; `reload` follows.
    func setItems(_ items: [GeoHit<Record>])
    /// The smallest box around the records, `nil` where there are none; `reload` follows.
    func setBounds(_ bounds: GeoBox?)
    /// The part that is searched; `reload` follows.
    func setSelected(_ area: GeoArea?)
}

/// `geo-hits`: the records found where they lie on the earth, and a part of it to search in.
@MainActor
public final class GeoHitsInteractor<Record: Decodable & Sendable>: WidgetInteractor<GeoHitsView<Record>> {
    /// The records as they were shown last.
    public var items: [GeoHit<Record>] { view?.items ?? [] }

    /// Searches a part of the earth; `nil` for all of it.
    public func computeArea(_ area: GeoArea?) {
        switch area {
        case .box(let box): send(.setBox(box: box), isLatest: true)
        case .circle(let point, let radius): send(.setCircle(point: point, radius: radius), isLatest: true)
        case .polygon(let corners): send(.setPolygon(polygon: corners), isLatest: true)
        case nil: clear()
        }
    }

    /// Searches all the earth.
    public func clear() { send(.clear()) }

    /// Connects what draws the map; it is not held.
    @discardableResult
    public func connectController<Controller: GeoHitsController>(_ controller: Controller) -> ControllerConnection
    where Controller.Record == Record {
        controller.onAreaChanged = { [weak self] in self?.computeArea($0) }
        return onViewChanged.connect(controller, ending: { controller.onAreaChanged = nil }) { controller, view in
            controller.setItems(view.items)
            controller.setBounds(view.bounds)
            controller.setSelected(view.selected)
            controller.reload()
        }
    }
}

/// `geo-hits` of a session and a controller, connected as long as this is held.
public typealias GeoHitsConnector<Record: Decodable & Sendable> = WidgetConnector<GeoHitsInteractor<Record>>

extension WidgetConnector {
    /// Connects what draws the map.
    public convenience init<Record, Controller: GeoHitsController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Interactor == GeoHitsInteractor<Record>, Controller.Record == Record {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
