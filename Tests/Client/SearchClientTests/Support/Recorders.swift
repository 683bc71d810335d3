// SPDX-License-Identifier: MIT

import Foundation
import SearchClient
import Wire

/// Draws a list to select from.
final class ListRecorder<Item: Sendable & Hashable>: SelectableListController {
    var onClick: ((Item) -> Void)?
    let shown = Watch<[SelectableItem<Item>]>()
    private var items: [SelectableItem<Item>] = []

    func setSelectableItems(selectableItems: [SelectableItem<Item>]) { items = selectableItems }
    func reload() { shown.tell(items) }
}

/// Draws segments.
final class SegmentRecorder: SelectableSegmentController {
    struct Shown: Sendable, Hashable {
        var items: [Int: String]
        var selected: Int?
    }

    var onClick: ((Int) -> Void)?
    let shown = Watch<Shown>()
    private var items: [Int: String] = [:]

    func setItems(items: [Int: String]) { self.items = items }
    func setSelected(_ selected: Int?) { shown.tell(Shown(items: items, selected: selected)) }
}

/// Draws one number.
final class NumberRecorder: NumberController {
    var computation: Computation<Double>?
    var bounds: ClosedRange<Double>?
    let shown = Watch<Double?>()

    func setComputation(computation: Computation<Double>) { self.computation = computation }
    func setBounds(bounds: ClosedRange<Double>?) { self.bounds = bounds }
    func setItem(_ item: Double) { shown.tell(item) }
    func invalidate() { shown.tell(nil) }
}

/// Draws a range of numbers, and bars.
final class HistogramRecorder: HistogramController {
    var onRangeChanged: ((ClosedRange<Double>) -> Void)?
    var bounds: ClosedRange<Double>?
    let shown = Watch<ClosedRange<Double>?>()
    let bars = Watch<[HistogramBar]>()

    func setBounds(_ bounds: ClosedRange<Double>) { self.bounds = bounds }
    func setItem(_ item: ClosedRange<Double>) { shown.tell(item) }
    func invalidate() { shown.tell(nil) }
    func setBars(_ bars: [HistogramBar]) { self.bars.tell(bars) }
}

/// Draws a range of dates.
final class DateRecorder: DateRangeController {
    var onRangeChanged: ((ClosedRange<Date>) -> Void)?
    var bounds: ClosedRange<Date>?
    let shown = Watch<ClosedRange<Date>?>()

    func setBounds(_ bounds: ClosedRange<Date>) { self.bounds = bounds }
    func setItem(_ item: ClosedRange<Date>) { shown.tell(item) }
    func invalidate() { shown.tell(nil) }
}

/// Draws a switch.
final class SwitchRecorder: FilterToggleController {
    var onClick: ((Bool) -> Void)?
    var item: FilterToggleView?
    let shown = Watch<Bool>()

    func setItem(_ item: FilterToggleView) { self.item = item }
    func setSelected(_ isSelected: Bool) { shown.tell(isSelected) }
}

/// Draws a value of one type, and reports clicks of one type.
final class ItemRecorder<Item: Sendable, Click>: ItemController {
    var onClick: ((Click) -> Void)?
    let shown = Watch<Item>()

    func setItem(_ item: Item) { shown.tell(item) }
}

extension ItemRecorder: HierarchicalController where Click == String {}
extension ItemRecorder: PaginationController where Item == PaginationView, Click == Int {}

/// Draws which results are shown.
final class RelevanceRecorder: RelevantSortController {
    var didToggle: (() -> Void)?
    let shown = Watch<String?>()

    func setItem(_ item: RelevantSortTextualRepresentation?) { shown.tell(item?.toggleTitle) }
}

/// Draws parameters.
final class ParametersRecorder: ConfigureController {
    var onParametersChanged: (([String: JSON]) -> Void)?
    var onReset: (() -> Void)?
    let shown = Watch<[String: JSON]>()

    func setItem(_ item: [String: JSON]) { shown.tell(item) }
}

/// Draws dynamic facets.
final class FacetsRecorder: DynamicFacetListController {
    var didSelect: ((String, Facet) -> Void)?
    var selections: [String: Set<String>] = [:]
    let shown = Watch<[AttributedFacets]>()

    func setSelections(_ selections: [String: Set<String>]) { self.selections = selections }
    func setOrderedFacets(_ orderedFacets: [AttributedFacets]) { shown.tell(orderedFacets) }
}

/// Draws a path, filters, suggestions or searches.
final class RowsRecorder<Item: Sendable & Hashable>: ItemListController {
    let shown = Watch<[Item]>()
    private var items: [Item] = []
    // User actions, for any widget that has them.
    var onPlace: ((Item?) -> Void)?
    var onItem: ((Item) -> Void)?
    var onRemoveItem: ((Item) -> Void)?
    var onFill: ((Item) -> Void)?
    var onSave: ((String) -> Void)?
    var onRename: ((Item, String) -> Void)?
    var onChoice: ((Item, SuggestedCategory?) -> Void)?

    func setItems(_ items: [Item]) { self.items = items }
    func reload() { shown.tell(items) }
}

extension RowsRecorder: CurrentFiltersController where Item == CurrentFilter {}
extension RowsRecorder: BreadcrumbController where Item == BreadcrumbItem {
    var onClick: ((BreadcrumbItem?) -> Void)? {
        get { onPlace }
        set { onPlace = newValue }
    }
}
extension RowsRecorder: QuerySuggestionsController where Item == QuerySuggestion {
    var onClick: ((QuerySuggestion, SuggestedCategory?) -> Void)? {
        get { onChoice }
        set { onChoice = newValue }
    }
}
extension RowsRecorder: SavedSearchesController where Item == SavedSearch {
    var onClick: ((SavedSearch) -> Void)? {
        get { onItem }
        set { onItem = newValue }
    }
}

/// Draws sections of hits.
final class SectionsRecorder: MultiHitsController {
    weak var hitsSource: (any MultiHitsSource)?
    let shown = Watch<[String]>()

    /// The name of each section with its first record's title or name.
    func reload() {
        guard let source = hitsSource else { return }
        shown.tell((0..<source.numberOfSections()).compactMap { source.section(atIndex: $0)?.title })
    }

    func scrollToTop() {}
}
