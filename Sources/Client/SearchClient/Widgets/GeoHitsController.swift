// SPDX-License-Identifier: MIT

/// Draws records on a map, and the part of it that is searched.
@MainActor
public protocol GeoHitsController: Reloadable {
    associatedtype Record: Decodable & Sendable

    /// Called by the controller to search another area; `nil` for the whole earth.
    var onAreaChanged: ((GeoArea?) -> Void)? { get set }
    /// Shows these records; `reload` follows.
    func setItems(_ items: [GeoHit<Record>])
    /// The smallest box around the records, `nil` without records; `reload` follows.
    func setBounds(_ bounds: GeoBox?)
    /// The area that is searched; `reload` follows.
    func setSelected(_ area: GeoArea?)
}

/// `geo-hits`: the records found on a map, and an area to search in.
@MainActor
public final class GeoHitsInteractor<Record: Decodable & Sendable>: WidgetInteractor<GeoHitsView<Record>> {
    /// The records of the last view.
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

    /// Connects a controller that draws the map; it is not retained.
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

/// `geo-hits` of a session and a controller, connected while this is retained.
public typealias GeoHitsConnector<Record: Decodable & Sendable> = WidgetConnector<GeoHitsInteractor<Record>>

extension WidgetConnector {
    /// Connects a controller that draws the map.
    public convenience init<Record, Controller: GeoHitsController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Interactor == GeoHitsInteractor<Record>, Controller.Record == Record {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
