// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import Foundation
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import HTTPBackend

@Suite struct QueryPlanTests {
    @Test("a plain request is one query with everything in it")
    func plain() {
        let request = SearchRequest(
            index: "products",
            query: "sam",
            page: 2,
            hitsPerPage: 5,
            facets: ["brand"],
            maxValuesPerFacet: 7,
            stats: ["price"]
        )
        let queries = QueryPlan(request).queries()
        #expect(queries.count == 1)
        let expected =
            #"{"indexName":"products","query":"sam","facets":["brand","price"],"maxValuesPerFacet":7,"page":2,"#
            + #""hitsPerPage":5,"highlightPreTag":"\#u{F0A1}","highlightPostTag":"\#u{F0A2}"}"#
        #expect(queries[0].text == expected)
    }

    @Test(
        "an attribute refined in an or-group has a query of its own, and attributes that leave out the same share one"
    )
    func disjunctive() {
        let request = SearchRequest(
            index: "products",
            query: "sam",
            page: 1,
            filters: .of(
                (.or, "brand", [.facet("brand", "Apple")]),
                (.and, "price", [.range("price", 1...5)]),
                (.and, "type", [.facet("type", "tv")])
            ),
            baseFilters: .of((.and, "shop", [.facet("shop", "a")])),
            facets: ["brand", "type", "price"],
            stats: ["price"]
        )
        let queries = QueryPlan(request).queries()
        #expect(queries.count == 3)
        #expect(queries[0]["facets"] == ["type", "price"])
        #expect(queries[0]["facetFilters"] == ["shop:a", "brand:Apple", "type:tv"])
        #expect(queries[1]["facets"] == ["brand"])
        #expect(queries[1]["facetFilters"] == ["shop:a", "type:tv"])
        #expect(queries[1]["numericFilters"] == ["price:1 TO 5"])
        #expect(queries[1]["hitsPerPage"] == 0 && queries[1]["page"] == 0 && queries[1]["query"] == "sam")
        #expect(queries[2]["facets"] == ["price"] && queries[2]["numericFilters"] == nil)
    }

    @Test("values and bounds that leave out the same filters come with one query")
    func shared() {
        let filters = FilterState.of((.or, "rating", [.facet("rating", 4)]))
        let request = SearchRequest(index: "products", filters: filters, facets: ["rating"], stats: ["rating"])
        let queries = QueryPlan(request).queries()
        #expect(queries.map { $0["facets"] } == [[], ["rating"]])
        #expect(queries[1]["facetFilters"] == nil)
    }

    @Test("a search for facet values leaves out the facet's own filters")
    func facetValues() throws {
        let request = SearchRequest(
            index: "products",
            kind: .facetValues(attribute: "brand", limit: 4),
            query: "sa",
            filters: .of((.or, "brand", [.facet("brand", "Apple")]), (.and, "t", [.facet("type", "tv")]))
        )
        let query = QueryPlan(request).queries()[0]
        #expect(query["type"] == "facet" && query["facet"] == "brand" && query["facetQuery"] == "sa")
        #expect(query["maxFacetHits"] == 4 && query["facetFilters"] == ["type:tv"])
        let plan = QueryPlan(request)
        let answer: JSON = [
            "facetHits": [["value": "Samsung", "highlighted": "\u{F0A1}Sa\u{F0A2}msung", "count": 3]],
            "processingTimeMS": 2,
        ]
        let response = try plan.response(from: [answer])
        let value = FacetCount(
            value: "Samsung",
            count: 3,
            highlighted: Highlight(spans: [.init("Sa", isMatched: true), .init("msung", isMatched: false)])
        )
        #expect(response.content == .facetValues(attribute: "brand", values: [value]))
        #expect(response.processingTimeMS == 2)
    }

    @Test("records lose what the service adds, and keep their own members")
    func records() throws {
        let answer: JSON = [
            "hits": [
                [
                    "objectID": "1", "name": "a",
                    "_highlightResult": ["name": ["value": "\u{F0A1}a\u{F0A2}", "matchLevel": "full"]],
                    "_snippetResult": [:], "_rankingInfo": [:], "_tags": ["x"],
                ]
            ],
            "nbHits": 41, "exhaustiveNbHits": false, "facets": ["rating": ["4": 2, "5": 3, "1": 2]],
        ]
        let request = SearchRequest(
            index: "products",
            page: 3,
            hitsPerPage: 10,
            filters: .of((.and, "r", [.facet("rating", 4), .facet("rating", 0)])),
            facets: ["rating", "none"],
            maxValuesPerFacet: 2
        )
        let hits = try #require(try QueryPlan(request).response(from: [answer]).hits)
        #expect(hits.hits[0].record.text == #"{"objectID":"1","name":"a","_tags":["x"]}"#)
        #expect(hits.hits[0].highlights["name"]?.spans == [.init("a", isMatched: true)])
        #expect(hits.totalCount == 41 && hits.page == 3 && hits.pageCount == 5 && !hits.isExhaustive)
        #expect(hits.facets["rating"]?.map(\.value) == ["5", "1", 4, 0])
        #expect(hits.facets["rating"]?.map(\.count) == [3, 2, 2, 0])
        #expect(hits.facets["none"] == [])
    }

    @Test(
        "an answer of another form is refused and says what is missing",
        arguments: [
            ("{}", "hits"), (#"{"hits":[]}"#, "nbHits"), (#"{"hits":{},"nbHits":1}"#, "hits"),
            (#"{"hits":[1],"nbHits":1}"#, "hit"), (#"{"hits":[{"name":"x"}],"nbHits":1}"#, "objectID"),
            (#"{"hits":[],"nbHits":-1}"#, "nbHits"), (#"{"hits":[],"nbHits":0,"facets":{"brand":{"a":"x"}}}"#, "brand"),
        ]
    )
    func malformed(text: String, mention: String) throws {
        let answer = try JSON(parsing: text)
        let plan = QueryPlan(SearchRequest(index: "i", facets: ["brand"]))
        let error = #expect(throws: JSONError.self) { try plan.response(from: [answer]) }
        #expect(error?.message.contains(mention) == true)
        #expect(throws: JSONError.self) { try plan.response(from: []) }
    }

    @Test("the plan over a plain service gives the answers of the embedded index", arguments: 0..<60)
    func agreesWithTheEmbeddedIndex(seed: Int) async throws {
        var random = SplitMix(state: UInt64(seed))
        let brands = ["Apple", "Sony", "-dash", "a:b"]
        let records: [JSON] = (0..<40).map { number in
            [
                "objectID": .string("r\(number)"),
                "name": .string(["red", "blue"].randomElement(using: &random) ?? ""),
                "brand": .string(brands.randomElement(using: &random) ?? ""),
                "color": JSON(["x", "y", "z"].filter { _ in Bool.random(using: &random) }),
                "price": JSON(Int.random(in: 0...20, using: &random)),
            ]
        }
        let indexes = TemporaryIndexes()
        let settings = IndexSettings(
            searchableAttributes: ["name"],
            attributesForFaceting: ["brand", "color"],
            numericAttributes: ["price"],
            attributesToHighlight: []
        )
        try indexes.load("i", records, settings: settings)
        var state = FilterState()
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let isNegated = Int.random(in: 0..<4, using: &random) == 0
            let kind: FilterGroup.Kind = Bool.random(using: &random) ? .or : .and
            let low = Double(Int.random(in: 0...15, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let value = JSON.string((brands + ["None"]).randomElement(using: &random) ?? "")
                state.add(.facet("brand", value, isNegated: isNegated), to: .init(kind: kind, name: "brand"))
            case 1:
                let value = JSON.string(["x", "y"].randomElement(using: &random) ?? "")
                state.add(.facet("color", value, isNegated: isNegated), to: .init(kind: kind, name: "color"))
            default:
                let condition = Filter.Condition.range(low...low + 8)
                let filter = Filter(attribute: "price", condition: condition, isNegated: isNegated)
                state.add(filter, to: .init(kind: kind, name: "price"))
            }
        }
        let request = SearchRequest(
            index: "i",
            query: ["", "re"].randomElement(using: &random) ?? "",
            page: Int.random(in: 0...1, using: &random),
            hitsPerPage: 7,
            filters: state,
            facets: ["brand", "color"],
            stats: ["price"]
        )
        let values = SearchRequest(
            index: "i",
            kind: .facetValues(attribute: "brand", limit: 3),
            query: "a",
            filters: state.without("brand")
        )
        for request in [request, values] {
            let plan = QueryPlan(request)
            let results = FakeService(records: records).answer(["requests": .array(plan.queries())])
            let response = try plan.response(from: results["results"]?.array ?? [])
            let expected = try await EmbeddedBackend(directory: indexes.directory).responses(to: [request])[0]
            #expect(response.content == expected.content, "seed \(seed): \(request)")
        }
    }
}

/// Random numbers that come again for the same seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
