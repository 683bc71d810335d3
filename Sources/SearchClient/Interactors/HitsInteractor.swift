// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// `hits`: the rows of a list, which asks for its next page when a row near the end is shown.
@MainActor
public final class HitsInteractor<Record: Decodable & Sendable>: WidgetInteractor<HitsView<Record>>, HitsSource {
    /// Tells each state of the list.
    public let onResultsUpdated = Observer<HitsView<Record>>()
    /// Tells that the list is another one.
    public let onRequestChanged = Observer<Void>()

    private var presented = -1

    /// How many rows there are.
    public func numberOfHits() -> Int { view?.hits.count ?? 0 }

    /// The record of a row that is shown now; near the end of the list, this asks for the next page.
    public func hit(atIndex index: Int) -> Record? {
        guard let hits = view?.hits, hits.indices.contains(index) else { return nil }
        present(row: index)
        return hits[index].record
    }

    /// A row came into sight.
    ///
    /// The widget decides whether that is near enough to the end.
    public func present(row: Int) {
        guard let view, view.hasMore, row > presented else { return }
        presented = row
        // Rows far from the end are no news to anybody: no more than a page's length before it can matter.
        guard row + max(view.hitsPerPage, 1) >= view.hits.count else { return }
        send("present", ["row": JSON(row)], isLatest: true) { [weak self] outcome in
            // It may not have arrived: the next row to be shown asks again.
            if outcome == nil { self?.presented = -1 }
        }
    }

    /// Asks for the next page.
    public func loadMore() { send("load-more") }

    /// The rows that are loaded.
    public func getCurrentHits() -> [Record] { view?.hits.map(\.record) ?? [] }

    public override func take(_ view: HitsView<Record>) {
        let isOther = self.view.map { $0.list != view.list } ?? false
        if isOther || view.hits.count != self.view?.hits.count { presented = -1 }
        super.take(view)
        if isOther { onRequestChanged.fire(()) }
        onResultsUpdated.fire(view)
    }

    /// Connects what draws the list; it is not held.
    @discardableResult
    public func connectController<Controller: HitsController>(_ controller: Controller) -> ControllerConnection
    where Controller.DataSource == HitsInteractor<Record> {
        controller.hitsSource = self
        onRequestChanged.subscribe(with: controller) { controller, _ in controller.scrollToTop() }
        onResultsUpdated.subscribePast(with: controller) { controller, _ in controller.reload() }
        return ControllerConnection { [weak self] in
            self?.onRequestChanged.cancelSubscription(for: controller)
            self?.onResultsUpdated.cancelSubscription(for: controller)
            controller.hitsSource = nil
        }
    }
}
