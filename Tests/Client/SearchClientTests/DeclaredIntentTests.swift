// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Testing
import Wire

@testable import SearchClient

/// Whatever a widget type understands can be asked for by its interactor, with data that the declaration admits.
@MainActor
@Suite struct DeclaredIntentTests {
    /// Asks a widget, called like its type, for everything that it understands.
    private static let asking: [String: @MainActor (SearchSession) throws -> AnyObject] = [
        "autocomplete": { session in
            let widget = AutocompleteInteractor(session: session, widget: "autocomplete")
            widget.setQuery("a")
            let hit: JSON = ["objectID": "1", "record": ["name": "abc", "link": ["to": "https://example.org"]]]
            func section(_ does: String, _ attribute: String) -> JSON {
                [
                    "searcher": "s", "title": "S", "phase": "ready", "listed": true, "query": "a", "nbHits": 1,
                    "hits": [hit], "values": [], "template": [:],
                    "choose": ["does": .string(does), "attribute": .string(attribute)],
                ]
            }
            let sections: JSON = [section("query", "name"), section("url", "link.to"), section("filter", "name")]
            widget.take(try view("autocomplete", ["sections": sections]))
            for section in widget.sections { widget.choose(.hit(section.results.hits[0], section: section)) }
            widget.choose(.value(Facet(value: "4", json: 4, count: 1), section: widget.sections[2]))
            #expect(widget.onRedirect.last == "https://example.org")
            widget.choose(.recent("ab"))
            widget.remove(recent: "ab")
            widget.clearRecent()
            widget.clear()
            return widget
        },
        "breadcrumb": { session in
            let widget = BreadcrumbInteractor(session: session, widget: "breadcrumb")
            widget.select(BreadcrumbItem(value: "a > b", label: "b"))
            widget.select(nil)
            return widget
        },
        "clear-filters": { session in
            let widget = FilterClearInteractor(session: session, widget: "clear-filters")
            widget.clear()
            return widget
        },
        "configure": { session in
            let widget = ConfigureInteractor(session: session, widget: "configure")
            widget.set(["distinct": 1, "analytics": .null])
            widget.reset()
            return widget
        },
        "current-filters": { session in
            let widget = CurrentFiltersInteractor(session: session, widget: "current-filters")
            let filter: JSON = ["type": "facet", "attribute": "a", "value": "b"]
            let item: JSON = [
                "attribute": "a", "label": "b", "filter": filter, "group": ["kind": "or", "name": "a"],
            ]
            widget.take(try view("current-filters", ["items": [item]]))
            widget.items.forEach(widget.remove)
            widget.clear()
            return widget
        },
        "date-range": { session in
            let widget = DateRangeInteractor(session: session, widget: "date-range")
            widget.take(try view("date-range"))
            widget.computeNumberRange(1...5)
            widget.computeSelections(selectingItemForKey: DatePreset(label: "Week", period: "last 7 days"))
            widget.clear()
            return widget
        },
        "dynamic-facets": { session in
            let widget = DynamicFacetListInteractor(session: session, widget: "dynamic-facets")
            widget.toggleSelection(of: Facet(value: "red", count: 1), for: "color")
            widget.clear(attribute: "color")
            return widget
        },
        "filter-list": { session in
            let widget = FilterListInteractor(session: session, widget: "filter-list")
            widget.take(try view("filter-list"))
            let filter = ListedFilter(label: "a", filter: ["type": "tag", "value": "a"])
            widget.computeSelections(selectingItemForKey: filter)
            widget.clear()
            return widget
        },
        "filter-toggle": { session in
            let widget = FilterToggleInteractor(session: session, widget: "filter-toggle")
            widget.computeIsSelected(selecting: true)
            widget.toggle()
            return widget
        },
        "geo-hits": { session in
            let widget = GeoHitsInteractor<AnyRecord>(session: session, widget: "geo-hits")
            let (corner, other) = (GeoPoint(latitude: -1, longitude: 170), GeoPoint(latitude: 2, longitude: -170))
            widget.computeArea(.box(GeoBox(southWest: corner, northEast: other)))
            widget.computeArea(.circle(corner, radius: 5_000))
            widget.computeArea(.polygon([corner, other, GeoPoint(latitude: 2, longitude: 170)]))
            widget.computeArea(nil)
            return widget
        },
        "hierarchical-menu": { session in
            let widget = HierarchicalInteractor(session: session, widget: "hierarchical-menu")
            widget.computeSelection(key: "a > b")
            widget.showMore(true)
            widget.clear()
            return widget
        },
        "histogram": { session in
            let widget = HistogramInteractor(session: session, widget: "histogram")
            widget.computeNumberRange(1...5)
            widget.clear()
            return widget
        },
        "history": { session in
            let widget = HistoryInteractor(session: session, widget: "history")
            widget.undo()
            widget.redo()
            widget.reset()
            return widget
        },
        "hits": { session in
            let widget = HitsInteractor<AnyRecord>(session: session, widget: "hits")
            let hit: JSON = ["objectID": "a", "record": [:], "position": 0]
            let list: JSON = ["hits": [hit], "loaded": [0], "hitsPerPage": 1, "hasMore": true]
            widget.take(try HitsView(json: DeclaredViews.json("hits", list)))
            widget.present(row: 0)
            widget.loadMore()
            widget.loadPrevious()
            widget.select("a", attributes: ["brand": ["b"]])
            widget.deselect("a")
            widget.clearSelection()
            return widget
        },
        "hits-per-page": { session in
            let widget = HitsPerPageInteractor(session: session, widget: "hits-per-page")
            widget.take(try view("hits-per-page", ["items": [["label": "9", "value": 9, "selected": false]]]))
            widget.computeSelected(selecting: 0)
            widget.computeSelected(selecting: nil)
            return widget
        },
        "loading": { LoadingInteractor(session: $0, widget: "loading") },
        "menu": { session in
            let widget = MenuInteractor(session: session, widget: "menu")
            widget.take(try view("menu", ["selected": "red"]))
            widget.computeSelections(selectingItemForKey: Facet(value: "red", count: 1))
            widget.computeSelections(selectingItemForKey: Facet(value: "4", json: 4, count: 1))
            widget.showMore(false)
            widget.clear()
            let field = FacetSearchInteractor(session: session, widget: "menu")
            field.setQuery("re")
            field.clear()
            return widget
        },
        "multi-hits": { MultiHitsInteractor(session: $0, widget: "multi-hits") },
        "number": { session in
            let widget = NumberInteractor(session: session, widget: "number")
            widget.computeNumber(number: 2)
            widget.computeNumber(number: nil)
            widget.increment(step: 2, default: 1)
            widget.decrement()
            widget.clear()
            return widget
        },
        "number-range": { session in
            let widget = NumberRangeInteractor(session: session, widget: "number-range")
            widget.computeNumberRange(1...5)
            widget.clear()
            return widget
        },
        "numeric-menu": { session in
            let widget = NumericMenuInteractor(session: session, widget: "numeric-menu")
            widget.take(try view("numeric-menu"))
            let range = RangeSelection(low: nil, high: 4)
            widget.computeSelections(selectingItemForKey: NumericMenuItem(label: "a", range: range))
            widget.computeSelections(selectingItemForKey: NumericMenuItem(label: "all", range: nil))
            widget.clear()
            return widget
        },
        "pagination": { session in
            let widget = PaginationInteractor(session: session, widget: "pagination")
            widget.goToPage(3)
            return widget
        },
        "query-rule-data": { QueryRuleCustomDataInteractor<AnyRecord>(session: $0, widget: "query-rule-data") },
        "query-suggestions": { session in
            let widget = QuerySuggestionsInteractor(session: session, widget: "query-suggestions")
            let item: JSON = [
                "objectID": "1", "query": "a", "popularity": 2, "highlighted": [], "categories": [["value": "c"]],
            ]
            widget.take(try view("query-suggestions", ["items": [item]]))
            for suggestion in widget.items {
                widget.select(suggestion, in: suggestion.categories.first)
                widget.fill(suggestion)
            }
            return widget
        },
        "rating-menu": { session in
            let widget = RatingMenuInteractor(session: session, widget: "rating-menu")
            widget.take(try view("rating-menu", ["selected": 4]))
            widget.computeNumber(number: 3.5)
            widget.computeNumber(number: 0)
            for value in 3...4 { widget.computeSelections(selectingItemForKey: Rating(value: value, count: 1)) }
            widget.clear()
            return widget
        },
        "refinement-list": { session in
            let widget = FacetListInteractor(session: session, widget: "refinement-list")
            widget.take(try view("refinement-list"))
            let facet = Facet(value: "4", json: 4, count: 1)
            widget.computeSelections(selectingItemForKey: facet)
            widget.select([facet], on: true)
            widget.set(facet, to: .exclude)
            widget.showMore(true)
            widget.clear()
            FacetSearchInteractor(session: session, widget: "refinement-list").submit("re")
            return widget
        },
        "related-items": { session in
            let widget = RelatedItemsInteractor<AnyRecord>(session: session, widget: "related-items")
            let record: JSON = ["brand": "b", "size": ["inch": [4, "5", .null]], "name": "n", "color": [:]]
            let patterns: JSON = [
                ["attribute": "brand"], ["attribute": "size.inch", "score": 2], ["attribute": "color"],
            ]
            widget.take(try RelatedItemsView(json: DeclaredViews.json("related-items", ["patterns": patterns])))
            widget.show(Hit(objectID: "a", record: AnyRecord(record), position: 0))
            widget.clear()
            return widget
        },
        "relevant-sort": { session in
            let widget = RelevantSortInteractor(session: session, widget: "relevant-sort")
            widget.toggle()
            return widget
        },
        "saved-searches": { session in
            let widget = SavedSearchesInteractor(session: session, widget: "saved-searches")
            let search = SavedSearch(name: "a", isCurrent: false)
            widget.save(as: "a")
            widget.apply(search)
            widget.rename(search, to: "b")
            widget.remove(item: search)
            return widget
        },
        "search-box": { session in
            let widget = SearchBoxInteractor(session: session, widget: "search-box")
            widget.setQuery("a")
            widget.submit()
            widget.clear()
            return widget
        },
        "segmented": { session in
            let widget = FilterMapInteractor(session: session, widget: "segmented")
            widget.take(try view("segmented", ["items": [["key": "k", "label": "K", "selected": false]]]))
            widget.computeSelected(selecting: 0)
            widget.computeSelected(selecting: nil)
            return widget
        },
        "sort-by": { session in
            let widget = SortByInteractor(session: session, widget: "sort-by")
            widget.take(try view("sort-by", ["items": [["index": "i", "label": "I", "selected": false]]]))
            widget.computeSelected(selecting: 0)
            widget.computeSelected(selecting: 1)
            return widget
        },
        "stats": { StatsInteractor(session: $0, widget: "stats") },
    ]

    private static func view<View: WidgetView>(_ type: String, _ members: JSON = [:]) throws -> View {
        try View(json: DeclaredViews.json(type, members))
    }

    @Test(arguments: DeclaredViews.types)
    func `all intents of a type can be sent, and are as declared`(type: String) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: JSON.self)
        let gateway = TestGateway { request, _ in
            for intent in request.intents { continuation.yield(intent) }
            return TestGateway.outcomes(for: request) { _ in ["result": "applied"] }
        }
        let session = try await SearchSession.test(gateway)
        let ask = try #require(Self.asking[type], "nothing asks a `\(type)`")
        let widget = try ask(session)
        // What is sent to one addressee keeps its order.
        session.outbox.put(Intent(to: type, "the-end"), isLatest: false) { _ in }
        var sent: Set<String> = []
        for await intent in stream {
            let name = try intent.requiredString("type")
            guard name != "the-end" else { break }
            sent.insert(name)
            #expect(intent["to"]?.string == type)
            #expect(DeclaredViews.problem(with: intent["data"] ?? .null, of: name, to: type) == nil)
        }
        #expect(sent == Set(DeclaredViews.intents(of: type)))
        _ = widget
        session.close()
    }
}
