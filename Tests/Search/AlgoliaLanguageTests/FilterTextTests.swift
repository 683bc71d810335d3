// SPDX-License-Identifier: MIT

import AlgoliaTesting
import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

@Suite struct FilterTextTests {
    @Test(
        "filters in words",
        arguments: [
            (Filter.facet("brand", "Apple"), #""brand":"Apple""#), (.facet("size", 40), #""size":40.0"#),
            (.facet("new", true), #""new":true"#), (.facet("a", #"45"-50""#), #""a":"45\"-50\"""#),
            (.facet("a", "-x"), #""a":"-x""#), (.tag("sale"), #""_tags":"sale""#),
            (.facet("a", "x").negated, #"NOT "a":"x""#), (.range("p", 1...2.5), #""p":1.0 TO 2.5"#),
            (.facet("a", "x", score: 5), #""a":"x"<score=5>"#),
            (.facet("a", 1, score: 0).negated, #"NOT "a":1.0<score=0>"#),
            (.comparison("p", .notEqual, -3), #""p" != -3.0"#), (.range("p", 1...2).negated, #"NOT "p":1.0 TO 2.0"#),
        ] as [(Filter, String)]
    )
    func filters(filter: Filter, expected: String) {
        #expect(FilterText.text(of: filter) == expected)
    }

    @Test("equal states have equal texts, in any order of their changes")
    func order() {
        let first = FilterState.of(
            (.and, "b", [.tag("x"), .comparison("p", .greater, 1)]),
            (.or, "a", [.facet("c", "z"), .facet("c", "y"), .range("p", 0...1)])
        )
        let second = FilterState.of(
            (.or, "a", [.range("p", 0...1), .facet("c", "y"), .facet("c", "z")]),
            (.and, "b", [.comparison("p", .greater, 1), .tag("x")])
        )
        let expected = #"( "c":"y" OR "c":"z" ) AND ( "p":0.0 TO 1.0 ) AND ( "_tags":"x" AND "p" > 1.0 )"#
        #expect(FilterText.text(of: first) == expected)
        #expect(FilterText.text(of: second) == expected)
        #expect(FilterText.text(of: FilterState()) == nil)
    }

    @Test("filters can be sent to a service as one text")
    func query() throws {
        let request = SearchRequest(
            index: "i",
            filters: .of((.or, "brand", [.facet("brand", "Apple")])),
            baseFilters: .of((.and, "shop", [.facet("shop", "a")])),
            facets: ["brand"]
        )
        let queries = try AlgoliaExchange(request, syntax: .text).queries()
        #expect(queries.map { $0["filters"] } == [#"( "shop":"a" ) AND ( "brand":"Apple" )"#, #"( "shop":"a" )"#])
        #expect(queries.allSatisfy { $0["facetFilters"] == nil && $0["numericFilters"] == nil })
        #expect(try AlgoliaExchange(SearchRequest(index: "i"), syntax: .text).queries()[0]["filters"] == nil)
    }
}

@Suite struct QueryBatchTests {
    private let requests = [
        SearchRequest(index: "a", filters: .of((.or, "c", [.facet("c", "red")])), facets: ["c"]),
        SearchRequest(index: "b", kind: .facetValues(attribute: "c", limit: 3)), SearchRequest(index: "c"),
    ]

    @Test("each request has its own positions among the queries")
    func ranges() throws {
        let batch = AlgoliaExchange(requests)
        #expect(batch.ranges == [0..<2, 2..<3, 3..<4])
        #expect(try batch.queries().map { $0["indexName"] } == ["a", "a", "b", "c"])
        #expect(AlgoliaExchange([]).ranges.isEmpty)
    }

    @Test("an invalid answer fails only its own request")
    func failsAlone() {
        let hits: JSON = ["hits": [], "nbHits": 0]
        let results = AlgoliaExchange(requests).results(from: [hits, hits, ["odd": 1], hits])
        #expect(results.map { (try? $0.get()) != nil } == [true, false, true])
        let short = AlgoliaExchange(requests).results(from: [hits])
        #expect(short.count == 3 && short.allSatisfy { (try? $0.get()) == nil })
    }
}
