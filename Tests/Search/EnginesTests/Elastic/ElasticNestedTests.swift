// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

@testable import Engines

/// Attributes of `nested` objects, of which a record may have several.
@Suite struct ElasticNestedTests {
    private static let records: [JSON] = [
        [
            "objectID": "a", "name": "desk",
            "parts": [["wood": "oak", "size": 2], ["wood": "oak", "size": 9], ["wood": "ash", "size": 4]],
        ],
        ["objectID": "b", "name": "desk", "parts": [["wood": "elm", "size": 1]]],
        [
            "objectID": "c", "name": "desk",
            "parts": [["wood": "elm", "size": 7], ["size": 5, "joints": [["kind": "nail"]]]],
        ],
        ["objectID": "d", "name": "desk"],
    ]

    private func answers(_ requests: SearchRequest...) async throws -> [SearchResponse] {
        let parameters = JSONObject([("sorts", ["largest": ["index": "things", "by": ["parts.size:desc"]]])])
        let engine = try ElasticUnderTest.engine(.elasticsearch, nested: "parts", parameters: parameters)
        try await engine.load("things", Self.records)
        return try await engine.service.search(requests).map { try $0.get() }
    }

    private func filters(_ kind: FilterGroup.Kind, _ filters: Filter...) -> FilterState {
        FilterState(groups: [FilterGroup(id: .init(kind: kind, name: "g"), filters: filters)])
    }

    private func ids(_ answer: SearchResponse) -> [String] { answer.hits?.hits.map(\.objectID).sorted() ?? [] }

    private func told(_ counts: [FacetCount]?) -> [String] {
        counts?.map { "\($0.value.label) \($0.count)" } ?? []
    }

    @Test("records are counted once, however many of their objects have a value")
    func counts() async throws {
        let request = SearchRequest(index: "things", facets: ["parts.wood", "parts.size"], stats: ["parts.size"])
        let hits = try #require(try await answers(request)[0].hits)
        #expect(told(hits.facets["parts.wood"]) == ["elm 2", "ash 1", "oak 1"])
        #expect(hits.facets["parts.size"]?.count == 6 && hits.stats["parts.size"] == 1...9)
        #expect(hits.isExhaustive && hits.warnings.isEmpty)
        let short = SearchRequest(index: "things", facets: [FacetNeed("parts.wood", limit: 1)])
        let cut = try #require(try await answers(short)[0].hits)
        #expect(told(cut.facets["parts.wood"]) == ["elm 2"], "objects of one record do not make a value common")
        #expect(!cut.isExhaustive, "the engine does not say how wrong it may be")
    }

    @Test("filters find records with a matching object, and negated ones those without")
    func filtering() async throws {
        let found = try await answers(
            SearchRequest(index: "things", filters: filters(.and, .facet("parts.wood", "oak"))),
            SearchRequest(index: "things", filters: filters(.and, .facet("parts.wood", "elm", isNegated: true))),
            SearchRequest(index: "things", filters: filters(.and, .range("parts.size", 4...7))),
            SearchRequest(
                index: "things",
                filters: filters(.and, .facet("parts.wood", "oak"), .facet("parts.wood", "ash"))
            ),
            SearchRequest(index: "things", filters: filters(.and, .facet("parts.joints.kind", "nail")))
        )
        #expect(found.map(ids) == [["a"], ["a", "d"], ["a", "c"], ["a"], ["c"]])
    }

    @Test("a selection does not change the counts of its attribute, and rare selected values are counted")
    func disjunctive() async throws {
        let need = FacetNeed("parts.wood", limit: 1)
        let request = SearchRequest(index: "things", filters: filters(.or, .facet("parts.wood", "oak")), facets: [need])
        let answer = try await answers(request)[0]
        #expect(ids(answer) == ["a"] && told(answer.hits?.facets["parts.wood"]) == ["elm 2", "oak 1"])
    }

    @Test("values are searched, and records ordered by the largest of theirs")
    func searchAndOrder() async throws {
        let found = try await answers(
            SearchRequest(index: "things", kind: .facetValues(attribute: "parts.wood", limit: 5), query: "el"),
            SearchRequest(index: "largest")
        )
        guard case .facetValues(_, let values) = found[0].content else {
            Issue.record("no values")
            return
        }
        #expect(told(values) == ["elm 2"])
        #expect(found[1].hits?.hits.map(\.objectID) == ["a", "c", "b", "d"])
    }

    @Test("the request has a clause and an aggregation for the path, as documented")
    func exchange() throws {
        let shape = IndexShape(attributes: [
            .init("parts", type: "nested", isCountable: false, isComparable: false),
            .init("parts.wood", type: "keyword", isCountable: true, isComparable: false),
        ])
        let request = SearchRequest(
            index: "shop",
            filters: filters(.and, .facet("parts.wood", "oak")),
            facets: ["parts.wood"]
        )
        let body = try ElasticDialect(shape: shape).encode(request)["body"]
        let clause: JSON = ["nested": ["path": "parts", "query": ["term": ["parts.wood": ["value": "oak"]]]]]
        #expect(body?["query"] == ["bool": ["filter": [clause]]])
        #expect(body?["aggs"]?["v0"] == ["filters": ["filters": [clause]]])
        let terms: JSON = ["field": "parts.wood", "size": 100, "order": [["records": "desc"], ["_key": "asc"]]]
        #expect(
            body?["aggs"]?["t0"] == [
                "nested": ["path": "parts"],
                "aggs": ["inside": ["terms": terms, "aggs": ["records": ["reverse_nested": [:]]]]],
            ]
        )
    }
}
