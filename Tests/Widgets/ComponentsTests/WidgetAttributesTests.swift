// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

/// Widgets of searchers whose index has other names for the attributes of the filters.
@Suite struct WidgetAttributesTests {
    private func view<Logic: Interactor>(
        _ type: Logic.Type,
        _ parameters: JSON,
        _ map: AttributeMap,
        of content: SearchResponse.Content,
        readsAll: Bool = false
    ) throws -> JSON {
        let fold = try WidgetFold<Logic>(
            WidgetConfiguration(
                name: "w",
                type: Logic.type,
                searcher: "actors",
                filterState: "main",
                attributes: ["actors": map],
                parameters: parameters
            )
        )
        var state = try fold.restore(session: "s", from: [], at: .now)
        var data = SearchResponse(query: "", processingTimeMS: 1, content: content).json.object ?? JSONObject()
        data["request"] = 1
        let event = try Event.made(
            .results,
            "actors",
            session: "s",
            type: "searchbus.results.hits",
            data: .object(data),
            at: 1
        )
        let incoming = readsAll ? Incoming(event) : Incoming(event, interest: fold.interest)
        _ = try fold.fold(&state, incoming, at: .now)
        let output = try #require(fold.conclude(&state, session: "s").first { $0.kind == .view })
        return try JSON(parsing: output.data)
    }

    private func values(_ view: JSON?) -> [String] {
        view?["items"]?.array?.compactMap { $0["value"]?.string } ?? []
    }

    private let map = AttributeMap(["country": "birthCountry", "year": "born"])

    @Test func `Counts, bounds and warnings of the index are those of the attribute that the widget names`() throws {
        let warning = SearchWarning(.attributeUnknown, attribute: "birthCountry", "None has it.", remedy: "Import it.")
        let hits = SearchResponse.Hits(
            facets: ["birthCountry": [FacetCount(value: "France", count: 2)], "country": []],
            stats: ["born": 1900...1990],
            warnings: [warning]
        )
        let list = try view(RefinementListInteractor.self, ["attribute": "country"], map, of: .hits(hits))
        #expect(values(list) == ["France"] && list["warning"]?["code"] == "attribute-unknown")
        let range = try view(NumberRangeInteractor.self, ["attribute": "year"], map, of: .hits(hits))
        #expect(range["bounds"]?.array?.compactMap(\.double) == [1900, 1990])
    }

    @Test func `A view is the same whether all counts of a response are read or those of the widget`() throws {
        let attributes = ["birthCountry", "born", "lvl0", "lvl1", "other"]
        let counts = [
            FacetCount(value: 1950, count: 3), FacetCount(value: 4.5, count: 2), FacetCount(value: "A", count: 1),
        ]
        let hits = SearchResponse.Hits(
            facets: Dictionary(uniqueKeysWithValues: attributes.map { ($0, counts) }),
            stats: Dictionary(uniqueKeysWithValues: attributes.map { ($0, 1900...1990) })
        )
        func check<Logic: Interactor>(_ type: Logic.Type, _ parameters: JSON) throws {
            let whole = try view(type, parameters, map, of: .hits(hits), readsAll: true)
            #expect(try view(type, parameters, map, of: .hits(hits)) == whole)
            #expect(whole["phase"] == "ready")
        }
        try check(RefinementListInteractor.self, ["attribute": "country"])
        try check(MenuInteractor.self, ["attribute": "country"])
        try check(NumberRangeInteractor.self, ["attribute": "year"])
        try check(NumberInteractor.self, ["attribute": "year"])
        try check(DateRangeInteractor.self, ["attribute": "year"])
        try check(HistogramInteractor.self, ["attribute": "year"])
        try check(RatingMenuInteractor.self, ["attribute": "year"])
        try check(HierarchicalMenuInteractor.self, ["attributes": ["lvl0", "lvl1"]])
        try check(FilterToggleInteractor.self, ["attribute": "country", "on": "A"])
        try check(DynamicFacetsInteractor.self, ["attributes": ["country", "year"]])
    }

    @Test func `Folds of a process read what some of them look at`() {
        let list = EventInterest(parts: .facets, attributes: ["brand"], searchers: ["a"])
        var interest = list
        interest.formUnion(EventInterest(parts: .stats, attributes: ["price"], searchers: ["b"]))
        #expect(interest == EventInterest(parts: .counted, attributes: ["brand", "price"], searchers: ["a", "b"]))
        interest.formUnion(EventInterest(parts: .hits, attributes: nil, searchers: ["a"]))
        #expect(interest.attributes == ["brand", "price"])
        interest.formUnion(EventInterest(parts: .facets, attributes: nil, searchers: ["a"]))
        #expect(interest.attributes == nil)
        interest.formUnion(list)
        #expect(interest == EventInterest(parts: .all, attributes: nil, searchers: ["a", "b"]))
        var hits = EventInterest(parts: .hits, attributes: nil, searchers: nil)
        hits.formUnion(list)
        #expect(hits == EventInterest(parts: [.hits, .facets], attributes: ["brand"], searchers: nil))
    }

    @Test func `The values that a searcher of values finds are those of the attribute that the widget names`() throws {
        let found = SearchResponse.Content.facetValues(
            attribute: "birthCountry",
            values: [FacetCount(value: "Chile", count: 1)]
        )
        #expect(values(try view(RefinementListInteractor.self, ["attribute": "country"], map, of: found)) == ["Chile"])
        #expect(values(try view(RefinementListInteractor.self, ["attribute": "year"], map, of: found)).isEmpty)
    }

    @Test
    func `The facets that an engine's rules show are shown under the names of the filters, in the engine's order`()
        throws
    {
        let rule = FacetOrdering.Rule(order: ["Peru"])
        let ordering = FacetOrdering(attributes: ["born", "birthCountry"], rules: ["birthCountry": rule])
        let hits = SearchResponse.Hits(
            facets: [
                "birthCountry": [FacetCount(value: "Chile", count: 5), FacetCount(value: "Peru", count: 2)],
                "born": [FacetCount(value: "1900", count: 1)],
            ],
            remarks: .init(facetOrdering: ordering)
        )
        let shown = try view(DynamicFacetsInteractor.self, ["attributes": ["country", "year"]], map, of: .hits(hits))
        #expect(shown["facets"]?.array?.compactMap { $0["attribute"]?.string } == ["year", "country"])
        #expect(values(shown["facets"]?.array?.last) == ["Peru", "Chile"])
    }

    @Test func `Names that two attributes exchange are exchanged`() throws {
        let swapped = AttributeMap(["a": "b", "b": "a"])
        let hits = SearchResponse.Hits(
            facets: ["a": [FacetCount(value: "of a", count: 1)], "b": [FacetCount(value: "of b", count: 1)]]
        )
        for (own, other) in [("a", "b"), ("b", "a")] {
            let list = try view(RefinementListInteractor.self, ["attribute": .string(own)], swapped, of: .hits(hits))
            #expect(values(list) == ["of \(other)"])
        }
    }

    @Test func `A widget of one's own has its searcher count what the index calls the attribute`() throws {
        let fold = try WidgetFold<RefinementListInteractor>(
            WidgetConfiguration(
                name: "w",
                type: "mine",
                searcher: "actors",
                filterState: "main",
                attributes: ["actors": map],
                parameters: ["attribute": "country"]
            ),
            home: .custom
        )
        var state = try fold.restore(session: "s", from: [], at: .now)
        let asked = try fold.revisit(&state, nil, at: .now).compactMap { try JSON(parsing: $0.data) }
        #expect(asked.first?["facets"]?.array?.first?["attribute"] == "birthCountry")
    }
}
