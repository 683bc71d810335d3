// SPDX-License-Identifier: MIT

import Wire

/// `related-items`: records like the displayed one.
@MainActor
public final class RelatedItemsInteractor<Record: Decodable & Sendable>: WidgetInteractor<RelatedItemsView<Record>>,
    HitsSource
{
    /// Publishes each state of the list.
    public let onResultsUpdated = Observer<RelatedItemsView<Record>>()
    /// Publishes that another record is displayed.
    public let onRequestChanged = Observer<Void>()

    /// How many records there are.
    public func numberOfHits() -> Int { view?.hits.count ?? 0 }

    /// The record of a row; `nil` for a row out of range.
    public func hit(atIndex index: Int) -> Record? {
        guard let hits = view?.hits, hits.indices.contains(index) else { return nil }
        return hits[index].record
    }

    /// The records of the last view.
    public func getCurrentHits() -> [Record] { view?.hits.map(\.record) ?? [] }

    /// Shows records like one.
    ///
    /// - Parameters:
    ///   - objectID: The identifier of the record.
    ///   - attributes: Its values, one or a list, of the attributes in the view's `patterns`.
    public func show(_ objectID: String, attributes: JSON) {
        send(.show(objectID: objectID, attributes: attributes), isLatest: true)
    }

    /// Shows records like one, with the attributes that determine similarity.
    ///
    /// Nothing happens before there is a view.
    public func show(_ hit: Hit<AnyRecord>) {
        guard let view else { return }
        var attributes = JSONObject()
        for pattern in view.patterns { attributes[pattern.attribute] = pattern.values(in: hit.record.json) }
        show(hit.objectID, attributes: .object(attributes))
    }

    /// Shows no records.
    public func clear() { send(.clear()) }

    public override func take(_ view: RelatedItemsView<Record>) {
        let isOther = self.view.map { $0.objectID != view.objectID } ?? false
        super.take(view)
        if isOther { onRequestChanged.fire(()) }
        onResultsUpdated.fire(view)
    }

    /// Connects a controller that draws the records; it is not retained.
    @discardableResult
    public func connectController<Controller: HitsController>(_ controller: Controller) -> ControllerConnection
    where Controller.DataSource == RelatedItemsInteractor<Record> {
        controller.hitsSource = self
        onRequestChanged.subscribe(with: controller) { controller, _ in controller.scrollToTop() }
        let ending = { [weak self] in
            self?.onRequestChanged.cancelSubscription(for: controller)
            controller.hitsSource = nil
        }
        return onResultsUpdated.connect(controller, ending: ending) { controller, _ in controller.reload() }
    }
}

/// `related-items` of a session and a controller, connected while this is retained.
public typealias RelatedItemsConnector<Record: Decodable & Sendable> = WidgetConnector<RelatedItemsInteractor<Record>>

extension WidgetConnector {
    /// Connects a controller that draws the records.
    public convenience init<Record, Controller: HitsController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Interactor == RelatedItemsInteractor<Record>, Controller.DataSource == RelatedItemsInteractor<Record> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

extension MatchingPattern {
    /// The maximum number of values of one attribute.
    private static let mostValues = 100

    /// The values that a record has for the attribute, which may be nested: one, or a list of them; `nil` for none.
    func values(in record: JSON) -> JSON? {
        let isValue = { (json: JSON) in json.string != nil || json.double != nil || json.bool != nil }
        guard let found = record.attribute(attribute) else { return nil }
        if isValue(found) { return found }
        let values = (found.array ?? []).filter(isValue)
        return values.isEmpty ? nil : .array(Array(values.prefix(Self.mostValues)))
    }
}
