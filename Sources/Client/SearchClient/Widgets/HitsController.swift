// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Where a controller of hits gets its rows from.
@MainActor
public protocol HitsSource: AnyObject {
    associatedtype Record: Decodable & Sendable
    /// How many rows there are, those that are missing among them.
    func numberOfHits() -> Int
    /// The record of a row that is shown now, `nil` for one that is not here; near a missing page, this asks for that page.
    func hit(atIndex index: Int) -> Record?
}

/// Draws a list of hits.
@MainActor
public protocol HitsController: Reloadable {
    associatedtype DataSource: HitsSource
    /// Where the rows are; set when the controller is connected. Hold it weakly, or in any way you like.
    var hitsSource: DataSource? { get set }
    /// The list is another one: show its beginning.
    func scrollToTop()
}

/// `hits`: the rows of a list, which asks for the pages that are missing near the rows that are shown.
@MainActor
public final class HitsInteractor<Record: Decodable & Sendable>: WidgetInteractor<HitsView<Record>>, HitsSource {
    /// Tells each state of the list.
    public let onResultsUpdated = Observer<HitsView<Record>>()
    /// Tells that the list is another one.
    public let onRequestChanged = Observer<Void>()

    /// The rows that were told since the list was another one.
    private var told: Set<Int> = []
    /// The rows that were shown since the last view.
    private var shown: ClosedRange<Int>?

    /// How many rows there are up to the last one that is here, those that are missing among them.
    public func numberOfHits() -> Int { view?.rowCount ?? 0 }

    /// The record of a row that is shown now, `nil` for one that is not here; near a missing page, this asks for that page.
    public func hit(atIndex index: Int) -> Record? {
        present(row: index)
        return view?.hit(atRow: index)?.record
    }

    /// A row came into sight, whether it is here or not.
    ///
    /// The widget decides whether a missing page is near enough.
    public func present(row: Int) {
        guard let view, (0..<view.rowCount).contains(row) else { return }
        shown = min(shown?.lowerBound ?? row, row)...max(shown?.upperBound ?? row, row)
        guard !told.contains(row), isNearMissingPage(row, view) else { return }
        told.insert(row)
        send(.present(row: row), isLatest: true) { [weak self] outcome in
            // It may not have arrived: the next row to be shown asks again.
            if outcome == nil { self?.told = [] }
        }
    }

    /// Rows further than a page's length from what is missing are no news to anybody.
    private func isNearMissingPage(_ row: Int, _ view: HitsView<Record>) -> Bool {
        guard let last = view.loadedPages.last else { return false }
        let page = row / max(view.hitsPerPage, 1)
        return (max(page - 1, 0)...page + 1).contains { $0 > last ? view.hasMore : !view.has(page: $0) }
    }

    /// Asks for the page after the last one.
    public func loadMore() { send(.loadMore()) }

    /// Asks for the page before the first one.
    public func loadPrevious() { send(.loadPrevious()) }

    /// Selects a record, of which the view's `selection` says which attributes are sent with it.
    public func select(_ objectID: String, attributes: JSON = [:]) {
        send(.select(objectID: objectID, attributes: attributes))
    }

    /// Selects a record no more.
    public func deselect(_ objectID: String) { send(.deselect(objectID: objectID)) }

    /// Selects no record.
    public func clearSelection() { send(.clearSelection()) }

    /// The records that are here.
    public func getCurrentHits() -> [Record] { view?.hits.map(\.record) ?? [] }

    public override func take(_ told: HitsView<Record>) {
        let view = holding(told)
        let isOther = self.view.map { $0.list != view.list } ?? false
        if isOther || view.loadedPages != self.view?.loadedPages { self.told = [] }
        shown = nil
        super.take(view)
        if isOther { onRequestChanged.fire(()) }
        onResultsUpdated.fire(view)
    }

    /// Rows that are shown here stay, though the list has let go of them: somebody else may be at another place of it.
    private func holding(_ view: HitsView<Record>) -> HitsView<Record> {
        guard let before = self.view, let shown else { return view }
        let size = max(view.hitsPerPage, 1)
        return view.holding(max(shown.lowerBound / size - 1, 0)...shown.upperBound / size + 1, of: before)
    }

    /// Connects what draws the list; it is not held.
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

/// `hits` of a session and a controller, connected as long as this is held.
public typealias HitsConnector<Record: Decodable & Sendable> = WidgetConnector<HitsInteractor<Record>>

extension WidgetConnector {
    /// Connects what draws hits.
    public convenience init<Record, Controller: HitsController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Interactor == HitsInteractor<Record>, Controller.DataSource == HitsInteractor<Record> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
