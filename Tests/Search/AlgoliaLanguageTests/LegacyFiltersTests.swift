// SPDX-License-Identifier: MIT

import AlgoliaTesting
import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

@Suite struct LegacyFiltersTests {
    @Test(
        "a filter as the older interfaces write it",
        arguments: [
            (.facet("brand", "Apple"), ["and": ["brand:Apple"]]), (.facet("brand", "x").negated, ["and": ["brand:-x"]]),
            (.facet("a", "x y", score: 3), ["and": [#"a:"x y"<score=3>"#]]),
            (.facet("a", "x:y"), ["and": [#"a:"x:y""#]]),
            (.facet("a", #"x "y""#).negated, ["and": [#"a:-"x \"y\"""#]]), (.facet("a", 4), ["and": ["a:4.0"]]),
            (.facet("a", true), ["and": ["a:true"]]), (.tag("a b"), ["and": ["_tags:a b"]]),
            (.comparison("p", .greater, 10), ["and": ["p > 10.0"]]),
            (.comparison("p", .less, 10).negated, ["and": ["p >= 10.0"]]),
            (.range("p", 1...10), ["and": ["p >= 1.0", "p <= 10.0"]]),
            (.range("p", 1...10).negated, ["or": ["p < 1.0", "p > 10.0"]]),
        ] as [(Filter, JSON)]
    )
    func filters(filter: Filter, expected: JSON) {
        let group = FilterGroup(id: .init(kind: .and, name: "g"), filters: [filter])
        #expect(LegacyFilters([group]).json == [expected])
    }

    @Test("a unit for each group, by name; both ends of a range in an or-group must match")
    func groups() {
        let state = FilterState.of(
            (.or, "b", [.range("p", 1...2), .comparison("p", .greater, 5)]),
            (.and, "a", [.facet("c", "x"), .tag("t")]),
            (.hierarchical, "c", [.facet("l0", "A"), .facet("l1", "A > B")])
        )
        let expected: JSON = [
            ["and": ["_tags:t", "c:x"]], ["or": ["p > 5.0", "p:1.0 TO 2.0"]], ["and": [#"l1:"A > B""#]],
        ]
        #expect(LegacyFilters(state).json == expected)
        #expect(LegacyFilters(FilterState()).json == [])
    }

    @Test("related items prefer records that share a value, and exclude the record itself")
    func relatedItems() {
        let items = RelatedItems(
            to: "7",
            record: ["brand": "A", "specs": ["size": 4], "colors": ["red", "light blue"], "odd": ["a": 1]],
            patterns: [
                .init(attribute: "brand", score: 3), .init(attribute: "specs.size", score: 1),
                .init(attribute: "colors", score: 2), .init(attribute: "odd", score: 9),
                .init(attribute: "gone", score: 9),
            ]
        )
        #expect(items.preferred.groups.map(\.id.kind) == [.optional, .optional, .optional])
        #expect(
            items.parameters["optionalFilters"] == [
                "brand:A<score=3>", #"colors:"light blue"<score=2>"#, "colors:red<score=2>", "specs.size:4.0<score=1>",
            ]
        )
        #expect(items.parameters["filters"] == #"( NOT "objectID":"7" )"#)
        #expect(items.parameters["sumOrFiltersScores"] == true)
    }

    @Test("a filter by itself has a unit for each text, and a negated range one for both of its halves")
    func single() {
        #expect(LegacyFilters(.range("price", 1...10)).json == [["and": ["price >= 1.0"]], ["and": ["price <= 10.0"]]])
        #expect(LegacyFilters(.facet("brand", "A")).json == [["and": ["brand:A"]]])
        #expect(LegacyFilters(Filter.range("price", 1...10).negated).units.map(\.kind) == [.or])
    }

    @Test("the parameters of a query may be sent as one text")
    func parameterSyntax() throws {
        let query: JSON = [
            "indexName": "i", "type": "facet", "facet": "a", "facetQuery": "x", "maxFacetHits": 3, "filters": "b:c",
        ]
        #expect(ParameterSyntax.members.query(query) == query)
        #expect(
            ParameterSyntax.text.query(query) == [
                "indexName": "i", "type": "facet", "facet": "a", "facetQuery": "x",
                "params": "filters=b:c&maxFacetHits=3",
            ]
        )
    }

    @Test("parameters are encoded as one text")
    func parameters() {
        let parameters: JSON = [
            "query": "a=b+c?d#e;f@h i\"é", "facets": ["a/b", "c"], "analytics": false, "page": 2, "gone": .null,
            "(": 1.5,
        ]
        let encoded = ParameterEncoding.encoded(parameters.object ?? JSONObject())
        #expect(
            encoded == "(=1.5&analytics=0&facets=%5B%22a%5C%2Fb%22,%22c%22%5D&page=2"
                + "&query=a%3Db%2Bc%3Fd%23e%3Bf%40h%20i%22%C3%A9"
        )
        let decoded = ParameterEncoding.decoded(encoded ?? "")
        #expect(decoded.map(\.name) == ["(", "analytics", "facets", "page", "query"])
        #expect(decoded.last?.value == "a=b+c?d#e;f@h i\"é")
        #expect(ParameterEncoding.encoded(JSONObject([("a", .null)])) == nil)
        #expect(ParameterEncoding.decoded("a=%4&b=%zz&c=%FF&d&=1&&e=%+1").map(\.name) == ["d", ""])
    }
}
