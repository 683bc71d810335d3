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
        of content: SearchResponse.Content
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
        _ = try fold.fold(&state, Incoming(event), at: .now)
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
