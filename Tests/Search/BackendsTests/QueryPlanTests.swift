// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AlgoliaTesting
import Foundation
import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import Backends

@Suite struct QueryPlanTests {
    private let tags = HighlightTags(token: 7)

    @Test("a simple request is one query with everything in it")
    func plain() throws {
        let request = SearchRequest(
            index: "products",
            query: "sam",
            page: 2,
            hitsPerPage: 5,
            facets: [FacetNeed("brand", limit: 7)],
            stats: ["price"]
        )
        let queries = try AlgoliaExchange(request).queries()
        #expect(queries.count == 1)
        let expected =
            #"{"indexName":"products","query":"sam","facets":["brand","price"],"maxValuesPerFacet":7,"page":2,"#
            + #""hitsPerPage":5,"highlightPreTag":"\#(tags.open)","highlightPostTag":"\#(tags.close)"}"#
        #expect(queries[0].text == expected)
    }

    @Test("an answer without a total has all matching records")
    func untold() throws {
        let answer: JSON = ["hits": [["objectID": "1"], ["objectID": "2"]]]
        let hits = try AlgoliaExchange(SearchRequest(index: "i", hitsPerPage: 5)).response(from: [answer]).hits
        #expect(hits?.totalCount == 2 && hits?.pageCount == 1 && hits?.page == 0)
    }

    @Test("optional filters are sent beside required ones, and replace a parameter of the same name")
    func optional() throws {
        let request = SearchRequest(
            index: "products",
            filters: .of(
                (.optional, "brand", [.facet("brand", "Apple", score: 3), .facet("brand", "Sony")]),
                (.optional, "color", [.facet("color", "red", isNegated: true)]),
                (.and, "objectID", [.facet("objectID", "7", isNegated: true)])
            ),
            facets: ["brand"],
            parameters: JSONObject([("optionalFilters", ["a:b"]), ("typoTolerance", false)])
        )
        for syntax in FilterSyntax.allCases {
            let plan = AlgoliaExchange(request, syntax: syntax)
            let queries = try plan.queries()
            #expect(queries.count == 1, "nothing is counted without what leaves nothing out")
            #expect(queries[0]["optionalFilters"] == [["brand:Apple<score=3>", "brand:Sony"], "color:-red"])
            #expect(queries[0]["sumOrFiltersScores"] == true && queries[0]["typoTolerance"] == false)
            let answer: JSON = ["hits": [], "nbHits": 0, "facets": [:]]
            #expect(try plan.response(from: [answer]).hits?.warnings.map(\.attribute) == ["optionalFilters"])
        }
        #expect(try AlgoliaExchange(request).queries()[0]["facetFilters"] == ["objectID:-7"])
    }

    @Test(
        "an attribute refined in an or-group has a query of its own, and attributes that leave out the same share one"
    )
    func disjunctive() throws {
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
        let queries = try AlgoliaExchange(request).queries()
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
    func shared() throws {
        let filters = FilterState.of((.or, "rating", [.facet("rating", 4)]))
        let request = SearchRequest(index: "products", filters: filters, facets: ["rating"], stats: ["rating"])
        let queries = try AlgoliaExchange(request).queries()
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
        let query = try AlgoliaExchange(request).queries()[0]
        #expect(query["type"] == "facet" && query["facet"] == "brand" && query["facetQuery"] == "sa")
        #expect(query["maxFacetHits"] == 4 && query["facetFilters"] == ["type:tv"])
        let plan = AlgoliaExchange(request)
        let answer: JSON = [
            "facetHits": [
                ["value": "Samsung", "highlighted": .string("\(tags.open)Sa\(tags.close)msung"), "count": 3]
            ],
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
                    "_highlightResult": [
                        "name": ["value": .string(tags.open + "a" + tags.close), "matchLevel": "full"]
                    ],
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
            facets: [FacetNeed("rating", limit: 2), FacetNeed("none", limit: 2)]
        )
        let hits = try #require(try AlgoliaExchange(request).response(from: [answer]).hits)
        #expect(hits.hits[0].record.text == #"{"objectID":"1","name":"a","_tags":["x"]}"#)
        #expect(hits.hits[0].highlights["name"]?.spans == [.init("a", isMatched: true)])
        #expect(hits.totalCount == 41 && hits.page == 3 && hits.pageCount == 5 && !hits.isExhaustive)
        #expect(hits.facets["rating"]?.map(\.value) == [5, 1, 4, 0])
        #expect(hits.facets["rating"]?.map(\.count) == [3, 2, 2, 0])
        #expect(hits.facets["none"] == [])
    }

    @Test(
        "an answer of another form is refused and says what is missing",
        arguments: [
            ("{}", "hits"), (#"{"hits":[],"nbHits":"x"}"#, "nbHits"), (#"{"hits":{},"nbHits":1}"#, "hits"),
            (#"{"hits":[1],"nbHits":1}"#, "hit"), (#"{"hits":[{"name":"x"}],"nbHits":1}"#, "objectID"),
            (#"{"hits":[],"nbHits":-1}"#, "nbHits"), (#"{"hits":[],"nbHits":0,"facets":{"brand":{"a":"x"}}}"#, "brand"),
        ]
    )
    func malformed(text: String, mention: String) throws {
        let answer = try JSON(parsing: text)
        let plan = AlgoliaExchange(SearchRequest(index: "i", facets: ["brand"]))
        let error = #expect(throws: JSONError.self) { try plan.response(from: [answer]) }
        #expect(error?.message.contains(mention) == true)
        #expect(throws: JSONError.self) { try plan.response(from: []) }
    }

    @Test("a selected value outside of the service's list is counted by a query of its own")
    func beyondTheList() throws {
        var filters = FilterState()
        filters.add(.facet("brand", "Rare"), to: .init(kind: .or, name: "brand"))
        let request = SearchRequest(index: "i", filters: filters, facets: [FacetNeed("brand", limit: 2)])
        let plan = AlgoliaExchange(request)
        let queries = try plan.queries()
        #expect(queries[1]["maxValuesPerFacet"] == 1_000)
        func answers(_ listed: Int) -> [JSON] {
            let counts = JSONObject((0..<listed).map { ("b\($0)", JSON(1_000 - $0)) })
            return [
                ["hits": [], "nbHits": 3], ["hits": [], "nbHits": 9, "facets": ["brand": .object(counts)]],
            ]
        }
        #expect(try plan.countQueries(after: answers(999)).isEmpty)
        var hits = try plan.response(from: answers(999)).hits
        #expect(hits?.facets["brand"]?.map(\.count) == [1_000, 999, 0] && hits?.isExhaustive == true)
        let more = try plan.countQueries(after: answers(1_000))
        #expect(more.map { $0["facetFilters"] } == [["brand:Rare"]] && more[0]["hitsPerPage"] == 0)
        hits = try plan.response(from: answers(1_000), counts: [["nbHits": 3, "hits": []]]).hits
        #expect(hits?.facets["brand"]?.map(\.count) == [1_000, 999, 3] && hits?.isExhaustive == true)
        hits = try plan.response(from: answers(1_000)).hits
        #expect(hits?.facets["brand"]?.last?.value == "Rare" && hits?.isExhaustive == false)
    }

    @Test("values in order of name are limited after sorting, and a list that the service truncates is marked")
    func byName() throws {
        let needs = [FacetNeed("brand", limit: 1, order: .nameAscending), FacetNeed("brand", limit: 1)]
        let plan = AlgoliaExchange(SearchRequest(index: "i", facets: needs))
        #expect(try plan.queries()[0]["maxValuesPerFacet"] == 1_000)
        var counts = JSONObject([("zebra", 9), ("Ant", 1), ("bee", 5)])
        var hits = try plan.response(from: [["hits": [], "nbHits": 9, "facets": ["brand": .object(counts)]]]).hits
        #expect(hits?.facets["brand"]?.map(\.value) == ["zebra", "Ant"] && hits?.warnings == [])
        for number in 0..<997 { counts["x\(number)"] = 1 }
        hits = try plan.response(from: [["hits": [], "nbHits": 9, "facets": ["brand": .object(counts)]]]).hits
        #expect(hits?.warnings.map(\.code) == [.facetCut])
    }

    @Test("parameters of a session are in every query, except those that the searcher sets")
    func parameters() throws {
        let request = SearchRequest(
            index: "i",
            filters: .of((.or, "brand", [.facet("brand", "A")])),
            facets: [FacetNeed("brand")],
            attributesToRetrieve: ["name"],
            parameters: JSONObject([("aroundLatLng", "1,2"), ("query", "stolen"), ("hitsPerPage", 1_000)])
        )
        let plan = AlgoliaExchange(request)
        let queries = try plan.queries()
        #expect(queries.map { $0["aroundLatLng"] } == ["1,2", "1,2"])
        #expect(queries.map { $0["query"] } == ["", ""] && queries[0]["hitsPerPage"] == 20)
        #expect(queries[0]["attributesToRetrieve"] == ["name"] && queries[0]["attributesToHighlight"] == ["name"])
        let answer: JSON = ["hits": [["objectID": "1", "name": "a", "secret": 1]], "nbHits": 1]
        let hits = try plan.response(from: [answer, answer]).hits
        #expect(hits?.hits.first?.record == ["objectID": "1", "name": "a"])
        #expect(hits?.warnings.map(\.attribute) == ["query", "hitsPerPage"])
    }

    /// A service's values of an attribute, and their meaning.
    struct PrintedValues: Sendable {
        let names: [String]
        var hasStats = false
        var filter: FacetValue?
        let values: [FacetValue]
    }

    @Test(
        "values that a service returns as texts are numbers and booleans again if these types are known",
        arguments: [
            PrintedValues(names: ["4", "3.5", "04"], hasStats: true, values: [4, 3.5, "04"]),
            PrintedValues(names: ["4", "3"], values: ["4", "3"]),
            PrintedValues(names: ["4", "3"], filter: 3, values: [4, 3]),
            PrintedValues(names: ["4", "3"], hasStats: true, filter: "3", values: ["4", "3"]),
            PrintedValues(names: ["true", "false"], values: [true, false]),
            PrintedValues(names: ["true", "maybe"], values: ["true", "maybe"]),
            PrintedValues(names: ["true"], filter: "true", values: ["true"]),
        ]
    )
    func kinds(printed: PrintedValues) throws {
        let filters = printed.filter.map { FilterState.of((.and, "a", [.facet("a", $0)])) } ?? FilterState()
        let plan = AlgoliaExchange(SearchRequest(index: "i", filters: filters, facets: [FacetNeed("a")]))
        let counts = JSONObject(printed.names.map { ($0, 1) })
        let stats: JSON = printed.hasStats ? ["a": ["min": 3, "max": 4]] : [:]
        let answer: JSON = ["hits": [], "nbHits": 3, "facets": ["a": .object(counts)], "facets_stats": stats]
        let listed = try plan.response(from: [answer]).hits?.facets["a"] ?? []
        #expect(Set(listed.map(\.value)) == Set(printed.values))
    }

    @Test("if answers are missing, the requests that have theirs are answered")
    func fewerAnswers() throws {
        let hits = SearchRequest(index: "i")
        let exchange = AlgoliaExchange([hits, hits, hits])
        let answer: JSON = ["hits": [], "nbHits": 3]
        func totals(_ answers: [JSON]) -> [Int?] {
            exchange.results(from: answers).map { try? $0.get().hits?.totalCount }
        }
        #expect(totals([answer, answer]) == [3, 3, nil])
        #expect(totals([]) == [nil, nil, nil])
        guard case .failure(let error) = exchange.results(from: [answer])[2] else {
            Issue.record("an answer that is missing fails its request")
            return
        }
        #expect(error.code == .backendFailed && error.message.contains("fewer"))
    }

    @Test("the plan over a plain service gives the answers of the embedded index", arguments: 0..<60)
    func agreesWithTheEmbeddedIndex(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let brands = ["Apple", "Sony", "-dash", "a:b"]
        let records: [JSON] = (0..<40).map { number in
            [
                "objectID": .string("r\(number)"),
                "name": .string(["red", "blue"].randomElement(using: &random) ?? ""),
                "brand": .string(brands.randomElement(using: &random) ?? ""),
                "color": JSON(["x", "y", "z"].filter { _ in Bool.random(using: &random) }),
                "price": [
                    .null, JSON(Int.random(in: 0...20, using: &random)),
                    [JSON(Int.random(in: 0...9, using: &random)), JSON(Int.random(in: 10...20, using: &random))],
                ].randomElement(using: &random) ?? .null,
                "rating": JSON(Int.random(in: 0...12, using: &random)), "sale": .bool(number.isMultiple(of: 3)),
            ]
        }
        let indexes = TemporaryIndexes()
        let settings = IndexSettings(
            searchableAttributes: ["name"],
            attributesForFaceting: ["brand", "color", "rating", "sale"],
            numericAttributes: ["price", "rating"],
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
                let value = FacetValue.text((brands + ["None"]).randomElement(using: &random) ?? "")
                state.add(.facet("brand", value, isNegated: isNegated), to: .init(kind: kind, name: "brand"))
            case 1:
                let value = FacetValue.text(["x", "y"].randomElement(using: &random) ?? "")
                state.add(.facet("color", value, isNegated: isNegated), to: .init(kind: kind, name: "color"))
            default:
                let comparison = Filter.Operator.allCases.randomElement(using: &random) ?? .less
                let condition: Filter.Condition =
                    Bool.random(using: &random) ? .range(low...low + 8) : .comparison(comparison, low)
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
            facets: ["brand", "color", "rating", "sale"].flatMap { attribute in
                (0...1).map { _ in
                    FacetNeed(
                        attribute,
                        limit: [1, 3, 100].randomElement(using: &random) ?? 100,
                        order: FacetNeed.Order.allCases.randomElement(using: &random) ?? .countDescending
                    )
                }
            },
            stats: ["price", "rating"],
            attributesToRetrieve: [nil, ["name", "price"]].randomElement(using: &random) ?? nil
        )
        let values = SearchRequest(
            index: "i",
            kind: .facetValues(attribute: "brand", limit: 3),
            query: "a",
            filters: state.without("brand")
        )
        for request in [request, values] {
            let plan = AlgoliaExchange(request)
            let results = FakeService(records: records).answer(["requests": .array(try plan.queries())])
            let response = try plan.response(from: results["results"]?.array ?? [])
            let expected = try await EmbeddedBackend(directory: indexes.directory).responses(to: [request])[0]
            #expect(response.content == expected.content, "seed \(seed): \(request)")
        }
    }
}

@Suite struct RemarkDecodingTests {
    @Test func `what an engine says beside records and counts reaches the response, from the first query alone`() throws
    {
        let own = Filter.facet("brand", "Acme")
        let filters = FilterState(groups: [FilterGroup(id: .init(kind: .or, name: "brand"), filters: [own])])
        let plan = AlgoliaExchange(SearchRequest(index: "i", filters: filters, facets: [FacetNeed("brand")]))
        let first: JSON = [
            "hits": [], "nbHits": 9, "nbSortedHits": 4, "appliedRelevancyStrictness": 70, "queryID": "q-1",
            "userData": [["title": "Sale"]], "renderingContent": ["facetOrdering": ["facets": ["order": ["brand"]]]],
        ]
        let second: JSON = ["hits": [], "nbHits": 9, "queryID": "q-2", "facets": ["brand": ["Acme": 2]]]
        let remarks = try plan.response(from: [first, second]).hits?.remarks
        #expect(remarks?.sortedCount == 4 && remarks?.relevancyStrictness == 70 && remarks?.queryID == "q-1")
        #expect(remarks?.customData == [["title": "Sale"]])
        #expect(remarks?.facetOrdering?.attributes == ["brand"])
    }
}
