// SPDX-License-Identifier: MIT
// Part of SearchBus.

import RandomTesting
import SearchClient
import Testing
import Wire

/// Every widget type has a view in Swift, and this holds what the type declares: all of it, and nothing else will do.
@Suite struct TypedViewTests {
    private static let views: [String: @Sendable (JSON) throws -> AnyHashable] = [
        "autocomplete": { try AnyHashable(AutocompleteView(json: $0)) },
        "breadcrumb": { try AnyHashable(BreadcrumbView(json: $0)) },
        "clear-filters": { try AnyHashable(ClearFiltersView(json: $0)) },
        "configure": { try AnyHashable(ConfigureView(json: $0)) },
        "current-filters": { try AnyHashable(CurrentFiltersView(json: $0)) },
        "date-range": { try AnyHashable(DateRangeView(json: $0)) },
        "dynamic-facets": { try AnyHashable(DynamicFacetsView(json: $0)) },
        "filter-list": { try AnyHashable(FilterListView(json: $0)) },
        "filter-toggle": { try AnyHashable(FilterToggleView(json: $0)) },
        "geo-hits": { try AnyHashable(GeoHitsView<AnyRecord>(json: $0)) },
        "hierarchical-menu": { try AnyHashable(HierarchicalMenuView(json: $0)) },
        "histogram": { try AnyHashable(HistogramView(json: $0)) },
        "history": { try AnyHashable(HistoryView(json: $0)) },
        "hits": { try AnyHashable(HitsView<AnyRecord>(json: $0)) },
        "hits-per-page": { try AnyHashable(HitsPerPageView(json: $0)) },
        "loading": { try AnyHashable(LoadingView(json: $0)) },
        "menu": { try AnyHashable(MenuView(json: $0)) },
        "multi-hits": { try AnyHashable(MultiHitsView(json: $0)) },
        "number": { try AnyHashable(NumberView(json: $0)) },
        "number-range": { try AnyHashable(NumberRangeView(json: $0)) },
        "numeric-menu": { try AnyHashable(NumericMenuView(json: $0)) },
        "pagination": { try AnyHashable(PaginationView(json: $0)) },
        "query-rule-data": { try AnyHashable(QueryRuleDataView<AnyRecord>(json: $0)) },
        "query-suggestions": { try AnyHashable(QuerySuggestionsView(json: $0)) },
        "rating-menu": { try AnyHashable(RatingMenuView(json: $0)) },
        "refinement-list": { try AnyHashable(RefinementListView(json: $0)) },
        "related-items": { try AnyHashable(RelatedItemsView<AnyRecord>(json: $0)) },
        "relevant-sort": { try AnyHashable(RelevantSortView(json: $0)) },
        "saved-searches": { try AnyHashable(SavedSearchesView(json: $0)) },
        "search-box": { try AnyHashable(SearchBoxView(json: $0)) },
        "segmented": { try AnyHashable(SegmentedView(json: $0)) },
        "sort-by": { try AnyHashable(SortByView(json: $0)) },
        "stats": { try AnyHashable(StatsView(json: $0)) },
    ]

    /// Types that have no view in Swift, each with the reason.
    private static let without: [String: String] = [:]

    /// Places of views that the Swift view does not hold, each with the reason.
    private static let unheld = [
        "hits": [
            "pages": "`loadedPages` says which ones are here"
        ]
    ]

    /// Types whose views are read though something is missing, each with the reason.
    private static let lenient = ["hits": "pages of a list are views of fewer members"]

    @Test func `every widget type has a view`() {
        #expect(Set(Self.views.keys).union(Self.without.keys) == Set(DeclaredViews.types))
    }

    /// Members that are handed on as they came, so that nobody looks into them; and records, which are the engine's.
    private static let opaque = [".filter.", ".group.", "template.", "hits.0", ".hit."]

    private func read(_ type: String) throws -> (JSON) throws -> AnyHashable {
        try #require(Self.views[type], "`\(type)` has no view in Swift")
    }

    @Test(arguments: DeclaredViews.types.filter { without[$0] == nil })
    func `whatever is declared is held`(type: String) throws {
        let read = try read(type)
        let sample = SchemaSample(try DeclaredViews.schema(of: type))
        let schema = try DeclaredViews.schema(of: type)
        try #require(schema.problem(with: sample.value) == nil)
        let held = try read(sample.value)
        #expect(sample.changes.count > 8)
        for change in sample.changes {
            try #require(schema.problem(with: change.value) == nil, "\(change.place): \(change.value.text)")
            let isHeld = try read(change.value) != held
            let isExpected = Self.unheld[type]?[change.place] == nil
            #expect(isHeld == isExpected, "`\(type)`: `\(change.place)` in \(change.value.text)")
        }
    }

    @Test(arguments: DeclaredViews.types.filter { without[$0] == nil && lenient[$0] == nil })
    func `what is not as declared is refused`(type: String) throws {
        let read = try read(type)
        let sample = SchemaSample(try DeclaredViews.schema(of: type))
        let isRead = { (place: String) in !Self.opaque.contains { place.contains($0) } }
        for mistake in sample.mistakes where isRead(mistake.place) {
            #expect(throws: JSONError.self, "`\(type)`: `\(mistake.place)` in \(mistake.value.text)") {
                try read(mistake.value)
            }
        }
    }

    @Test(arguments: DeclaredViews.types.filter { without[$0] == nil })
    func `members of later versions are left out of account`(type: String) throws {
        let read = try read(type)
        let view = try DeclaredViews.json(type)
        var later = view.object ?? JSONObject()
        later["ofALaterVersion"] = [1, ["a": true]]
        #expect(try read(.object(later)) == read(view))
    }

    @Test(arguments: DeclaredViews.types.filter { without[$0] == nil })
    func `any view that the declaration admits is read`(type: String) throws {
        let read = try read(type)
        let declared = try DeclaredViews.schema(of: type)
        let first = testSeed
        for seed in first..<first + 100 {
            var random = SeededGenerator(seed: seed)
            let view = DeclaredViews.random(declared, with: &random)
            #expect(throws: Never.self, "seed \(seed): \(view.text)") { try read(view) }
        }
    }
}
