// SPDX-License-Identifier: MIT

import SearchClient
import Wire

/// Draws the search box.
final class ScreenBoxController: SearchBoxController {
    var onQueryChanged: ((String?) -> Void)?
    var onQuerySubmitted: ((String?) -> Void)?
    private let model: ScreenModel

    init(_ model: ScreenModel) { self.model = model }

    func setQuery(_ query: String?) { model.screen.show(query: query ?? "") }
}

/// Draws a range of numbers.
final class ScreenRangeController: NumberRangeController {
    var onRangeChanged: ((ClosedRange<Double>) -> Void)?
    private let model: ScreenModel
    private let index: Int

    init(_ model: ScreenModel, index: Int) {
        self.model = model
        self.index = index
    }

    func setBounds(_ bounds: ClosedRange<Double>) { model.screen.ranges[index].bounds = bounds }

    func setItem(_ item: ClosedRange<Double>) { model.screen.ranges[index].item = item }

    func invalidate() { model.screen.ranges[index].item = nil }
}

/// Draws the values of a facet.
final class ScreenFacetController: FacetListController {
    var onClick: ((Facet) -> Void)?
    private let model: ScreenModel
    private let index: Int
    private var items: [SelectableItem<Facet>] = []

    init(_ model: ScreenModel, index: Int) {
        self.model = model
        self.index = index
    }

    func setSelectableItems(selectableItems: [SelectableItem<Facet>]) { items = selectableItems }

    /// The cursor stays at its value, wherever that has gone.
    func reload() {
        var facets = model.screen.facets[index]
        let value = facets.items.indices.contains(facets.cursor) ? facets.items[facets.cursor].item.json : nil
        let place = value.flatMap { value in items.firstIndex { $0.item.json == value } }
        facets.cursor = place ?? min(facets.cursor, max(items.count - 1, 0))
        facets.items = items
        model.screen.facets[index] = facets
    }
}

/// Draws the hits.
final class ScreenHitsController: HitsController {
    /// More than anybody goes down on a terminal.
    private static let maximumRows = 10_000

    weak var hitsSource: HitsInteractor<AnyRecord>?
    private let model: ScreenModel

    init(_ model: ScreenModel) { self.model = model }

    func reload() {
        guard let view = hitsSource?.view else { return }
        // A row that is missing comes when the cursor is near it.
        let rows = 0..<min(view.rowCount, Self.maximumRows)
        model.screen.hits = rows.map { row in
            view.hit(atRow: row).map { HitRow($0, template: view.template) } ?? .missing
        }
        model.screen.selectedHit = min(model.screen.selectedHit, max(rows.count - 1, 0))
    }

    func scrollToTop() { model.screen.selectedHit = 0 }
}

/// Draws the line about the last answer.
final class ScreenStatsController: StatsTextController {
    private let model: ScreenModel

    init(_ model: ScreenModel) { self.model = model }

    func setItem(_ item: String?) { model.screen.stats = item ?? "" }
}

/// Draws whether an answer is awaited.
final class ScreenLoadingController: LoadingController {
    private let model: ScreenModel

    init(_ model: ScreenModel) { self.model = model }

    func setItem(_ item: Bool) { model.screen.isLoading = item }
}

/// Draws the filters in force.
final class ScreenFiltersController: CurrentFiltersController {
    var onRemoveItem: ((CurrentFilter) -> Void)?
    private let model: ScreenModel
    private var items: [CurrentFilter] = []

    init(_ model: ScreenModel) { self.model = model }

    func setItems(_ items: [CurrentFilter]) { self.items = items }

    func reload() { model.screen.filters = items.map(\.label) }
}

/// The key that removes all filters.
final class ScreenClearController: FilterClearController {
    var onClick: (() -> Void)?
}
