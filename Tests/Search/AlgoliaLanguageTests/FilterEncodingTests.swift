// SPDX-License-Identifier: MIT

import AlgoliaTesting
import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

@Suite struct FilterEncodingTests {
    @Test("groups become conjunctive lists, or-groups lists inside them")
    func groups() {
        let encoding = FilterEncoding([
            .of(
                (.or, "brand", [.facet("brand", "Apple"), .facet("brand", "Sony", isNegated: true)]),
                (.and, "more", [.facet("sale", true), .facet("rating", 4, score: 2), .tag("new")]),
                (.hierarchical, "path", [.facet("lvl0", "A"), .facet("lvl1", "A > B")])
            ),
            .of((.and, "base", [.facet("shop", "x:y")])),
        ])
        let expected =
            #"[["brand:Apple","brand:-Sony"],"sale:true","rating:4<score=2>","_tags:new","lvl1:A > B","shop:x:y"]"#
        #expect(JSON.array(encoding.facetFilters).text == expected)
        #expect(encoding.numericFilters.isEmpty)
    }

    @Test(
        "conditions on numbers",
        arguments: [
            (Filter.range("p", 1...2.5), #"["p:1 TO 2.5"]"#),
            (Filter(attribute: "p", condition: .range(1...2), isNegated: true), #"[["p<1","p>2"]]"#),
            (Filter.comparison("p", .greaterOrEqual, 10), #"["p>=10"]"#),
            (Filter.comparison("p", .notEqual, -0.5), #"["p!=-0.5"]"#),
            (Filter(attribute: "p", condition: .comparison(.less, 3), isNegated: true), #"["p>=3"]"#),
            (Filter(attribute: "p", condition: .comparison(.equal, 3), isNegated: true), #"["p!=3"]"#),
        ]
    )
    func numbers(filter: Filter, expected: String) {
        let encoding = FilterEncoding([.of((.and, "g", [filter]))])
        #expect(JSON.array(encoding.numericFilters).text == expected)
        #expect(encoding.facetFilters.isEmpty)
    }

    @Test("a value that starts with a dash is not a negation")
    func dashes() {
        let state = FilterState.of(
            (.and, "g", [.facet("a", "-x"), .facet("a", "-x", isNegated: true), .facet("a", -1)])
        )
        #expect(JSON.array(FilterEncoding([state]).facetFilters).text == #"["a:\\-x","a:-\\-x","a:\\-1"]"#)
    }

    @Test("values, numbers and tags of one or-group are groups of their own")
    func mixed() {
        let state = FilterState.of(
            (.or, "g", [.facet("a", "x"), .range("p", 1...2), .tag("t"), .facet("a", "y"), .comparison("p", .less, 0)])
        )
        let encoding = FilterEncoding([state])
        #expect(JSON.array(encoding.facetFilters).text == #"[["a:x","a:y"],"_tags:t"]"#)
        #expect(JSON.array(encoding.numericFilters).text == #"[["p:1 TO 2","p<0"]]"#)
    }
}
