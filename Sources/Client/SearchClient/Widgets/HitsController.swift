// SPDX-License-Identifier: MIT

import Wire

/// The source of rows for a controller of hits.
@MainActor
public protocol HitsSource: AnyObject {
    associatedtype Record: Decodable & Sendable
    /// The number of rows, including missing ones.
    func numberOfHits() -> Int
    /// The record of a visible row, `nil` if it is not loaded; near a missing page, this requests that page.
    func hit(atIndex index: Int) -> Record?
}

/// Draws a list of hits.
@MainActor
public protocol HitsController: Reloadable {
    associatedtype DataSource: HitsSource
    /// The source of the rows; set when the controller is connected. It may be a weak or a strong reference.
    var hitsSource: DataSource? { get set }
    /// The list was replaced: show its beginning.
    func scrollToTop()
}

/// `hits`: the rows of a list, which requests missing pages near the visible rows.
@MainActor
public final class HitsInteractor<Record: Decodable & Sendable>: WidgetInteractor<HitsView<Record>>, HitsSource {
    /// Publishes each state of the list.
    public let onResultsUpdated = Observer<HitsView<Record>>()
    /// Publishes that the list was replaced.
    public let onRequestChanged = Observer<Void>()

    /// The rows that were reported as visible since the list was replaced.
    private var reported: Set<Int> = []
    /// The rows that were shown since the last view.
    private var shown: ClosedRange<Int>?

    /// The number of rows up to the last loaded one, including missing ones.
    public func numberOfHits() -> Int { view?.rowCount ?? 0 }

    /// The record of a visible row, `nil` if it is not loaded; near a missing page, this requests that page.
    public func hit(atIndex index: Int) -> Record? {
        highlightedHit(atIndex: index)?.record
    }

    /// The hit of a visible row with its highlights, as `hit(atIndex:)` is its record.
    public func highlightedHit(atIndex index: Int) -> Hit<Record>? {
        present(row: index)
        return view?.hit(atRow: index)
    }

    /// Reports a visible row, loaded or not.
    ///
    /// The widget decides whether a missing page is near enough.
    public func present(row: Int) {
        guard let view, (0..<view.rowCount).contains(row) else { return }
        shown = min(shown?.lowerBound ?? row, row)...max(shown?.upperBound ?? row, row)
        guard !reported.contains(row), isNearMissingPage(row, view) else { return }
        reported.insert(row)
        send(.present(row: row), isLatest: true) { [weak self] outcome in
            // It may not have arrived: the next visible row requests it again.
            if outcome == nil { self?.reported = [] }
        }
    }

    /// Rows further than a page's length from a missing page need not be reported.
    private func isNearMissingPage(_ row: Int, _ view: HitsView<Record>) -> Bool {
        guard let last = view.loadedPages.last else { return false }
        let page = row / max(view.hitsPerPage, 1)
        return (max(page - 1, 0)...page + 1).contains { $0 > last ? view.hasMore : !view.has(page: $0) }
    }

    /// Requests the page after the last one.
    public func loadMore() { send(.loadMore()) }

    /// Requests the page before the first one.
    public func loadPrevious() { send(.loadPrevious()) }

    /// Selects a record; the view's `selection` lists the attributes that are sent with it.
    public func select(_ objectID: String, attributes: JSON = [:]) {
        send(.select(objectID: objectID, attributes: attributes))
    }

    /// Deselects a record.
    public func deselect(_ objectID: String) { send(.deselect(objectID: objectID)) }

    /// Deselects all records.
    public func clearSelection() { send(.clearSelection()) }

    /// The loaded records.
    public func getCurrentHits() -> [Record] { view?.hits.map(\.record) ?? [] }

    public override func take(_ newest: HitsView<Record>) {
        let view = holding(newest)
        let isOther = self.view.map { $0.list != view.list } ?? false
        if isOther || view.loadedPages != self.view?.loadedPages { self.reported = [] }
        shown = nil
        super.take(view)
        if isOther { onRequestChanged.fire(()) }
        onResultsUpdated.fire(view)
    }

    /// Visible rows stay, even if the list has dropped them: another client may show another part of it.
    private func holding(_ view: HitsView<Record>) -> HitsView<Record> {
        guard let before = self.view, let shown else { return view }
        let size = max(view.hitsPerPage, 1)
        return view.holding(max(shown.lowerBound / size - 1, 0)...shown.upperBound / size + 1, of: before)
    }

    /// Connects a controller that draws the list; it is not retained.
    @discardableResult
    public func connectController<Controller: HitsController>(_ controller: Controller) -> ControllerConnection
    where Controller.DataSource == HitsInteractor<Record> {
        controller.hitsSource = self
        onRequestChanged.subscribe(with: controller) { controller, _ in controller.scrollToTop() }
        let ending = { [weak self] in
            self?.onRequestChanged.cancelSubscription(for: controller)
            controller.hitsSource = nil
        }
        return onResultsUpdated.connect(controller, ending: ending) { controller, _ in controller.reload() }
    }
}

/// `hits` of a session and a controller, connected while this is retained.
public typealias HitsConnector<Record: Decodable & Sendable> = WidgetConnector<HitsInteractor<Record>>

extension WidgetConnector {
    /// Connects a controller that draws hits.
    public convenience init<Record, Controller: HitsController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Interactor == HitsInteractor<Record>, Controller.DataSource == HitsInteractor<Record> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
