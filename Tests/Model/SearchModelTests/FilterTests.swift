// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct FilterTests {
    @Test(
        arguments: [
            (.facet("brand", "Apple"), ["type": "facet", "attribute": "brand", "value": "Apple"]),
            (.facet("rating", 4), ["type": "facet", "attribute": "rating", "value": 4]),
            (
                .facet("new", true, isNegated: true),
                ["type": "facet", "attribute": "new", "value": true, "negated": true]
            ),
            (
                .comparison("price", .greaterOrEqual, 10),
                ["type": "numeric", "attribute": "price", "operator": ">=", "value": 10]
            ),
            (.range("price", 1.5...10), ["type": "numeric", "attribute": "price", "range": [1.5, 10]]),
            (.tag("new"), ["type": "tag", "value": "new"]),
            (
                .facet("brand", "Apple", score: 5),
                ["type": "facet", "attribute": "brand", "value": "Apple", "score": 5]
            ),
        ] as [(Filter, JSON)]
    )
    func `a filter has one form`(_ filter: Filter, _ json: JSON) throws {
        #expect(filter.json == json)
        #expect(try Filter(json: json) == filter)
    }

    @Test func `every comparison has a sign`() throws {
        for comparison in Filter.Operator.allCases {
            let filter = Filter.comparison("a", comparison, -0.5)
            #expect(try Filter(json: filter.json) == filter)
        }
    }

    @Test func `a value and a range are there where they belong`() {
        #expect(Filter.facet("a", 1).facetValue == 1 && Filter.facet("a", 1).range == nil)
        #expect(Filter.range("a", 0...1).range == 0...1 && Filter.range("a", 0...1).facetValue == nil)
        #expect(Filter.tag("x").attribute == "_tags")
        #expect(Filter.facet("a", 40) == .facet("a", FacetValue(40.0)))
        #expect(Filter.facet("a", 1) != .facet("a", 1, isNegated: true))
        #expect(Filter.facet("a", 1) != .facet("a", 1, score: 1))
        #expect(Filter.facet("a", 1, score: 1).negated == .facet("a", 1, isNegated: true, score: 1))
    }

    @Test(
        arguments: [
            .null, [], [:], ["type": "odd"], ["type": "facet", "value": 1],
            ["type": "facet", "attribute": "", "value": 1],
            ["type": "facet", "attribute": "a"], ["type": "facet", "attribute": "a", "value": [1]],
            ["type": "facet", "attribute": "a", "value": .null], ["type": "numeric", "attribute": "a"],
            ["type": "numeric", "attribute": "a", "operator": "=>", "value": 1],
            ["type": "numeric", "attribute": "a", "operator": "<", "value": "1"],
            ["type": "numeric", "attribute": "a", "range": [2, 1]],
            ["type": "numeric", "attribute": "a", "range": [1]],
            ["type": "numeric", "attribute": "a", "range": ["1", 2]], ["type": "tag"], ["type": "tag", "value": 1],
            ["type": "tag", "value": "x", "negated": 1], ["type": "tag", "value": "x", "score": 1],
            ["type": "facet", "attribute": "_tags", "value": "x", "score": 1],
            ["type": "facet", "attribute": "a", "value": "x", "score": -1],
            ["type": "facet", "attribute": "a", "value": "x", "score": 1.5],
            ["type": "facet", "attribute": "a", "value": "x", "score": 1_000_001],
            ["type": "numeric", "attribute": "a", "range": [1, 2], "score": 1],
        ] as [JSON]
    )
    func `an invalid filter is refused`(_ json: JSON) {
        #expect(throws: JSONError.self) { try Filter(json: json) }
    }
}
