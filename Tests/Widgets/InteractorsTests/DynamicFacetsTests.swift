// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct DynamicFacetsTests {
    typealias Tester = InteractorTester<DynamicFacetsInteractor>

    private static let attributes: JSON = [
        "size", ["attribute": "brand", "title": "العلامة"],
        ["attribute": "color", "selectionMode": "multiple", "operator": "or", "group": "colors"],
    ]

    private func facets(_ parameters: [(String, JSON)] = []) throws -> Tester {
        let all = JSONObject([("attributes", Self.attributes)] + parameters)
        return try Tester(DynamicFacetsInteractor.self, .object(all))
    }

    private func hits(_ ordering: FacetOrdering?) -> SearchResponse.Hits {
        func counts(_ values: [(FacetValue, Int)]) -> [FacetCount] {
            values.map { FacetCount(value: $0.0, count: $0.1) }
        }
        var hits = SearchResponse.Hits.page(0, of: 1)
        hits.facets = [
            "size": counts([("l", 3), ("m", 2), ("s", 1), ("XL", 1)]), "brand": counts([("Acme", 5)]),
            "color": counts([("red", 4), ("blue", 4)]),
        ]
        hits.remarks.facetOrdering = ordering
        return hits
    }

    private func names(_ tester: Tester) -> [String] {
        tester.view["facets"]?.array?.compactMap { $0["attribute"]?.string } ?? []
    }

    private func labels(_ tester: Tester, _ attribute: String) -> [String] {
        let facet = tester.view["facets"]?.array?.first { $0["attribute"]?.string == attribute }
        return facet?["items"]?.array?.compactMap { $0["label"]?.string } ?? []
    }

    @Test func `the engine says which facets are shown, and in which order`() throws {
        let facets = try facets()
        facets.answer(1, hits(FacetOrdering(attributes: ["color", "weight", "size"])))
        #expect(names(facets) == ["color", "size"])
        facets.answer(2, hits(FacetOrdering(attributes: [])))
        #expect(names(facets) == [])
        facets.answer(3, hits(nil))
        #expect(names(facets) == ["size", "brand", "color"])
    }

    @Test func `without the engine's word the app file says it`() throws {
        let rule: JSON = ["size": ["order": ["s", "m"], "sortRemainingBy": "hidden"]]
        let facets = try facets([("order", ["color", "size"]), ("values", rule)])
        facets.answer(1, hits(nil))
        #expect(names(facets) == ["color", "size"])
        #expect(labels(facets, "size") == ["s", "m"])
    }

    @Test(
        arguments: [
            (FacetOrdering.Rule(), ["l", "m", "XL", "s"]), (.init(order: ["s", "zz"]), ["s", "l", "m", "XL"]),
            (.init(hide: ["l"], rest: .alpha), ["XL", "m", "s"]), (.init(order: ["m"], rest: .hidden), ["m"]),
        ]
    )
    func `values are in the order of their rule`(_ rule: FacetOrdering.Rule, _ expected: [String]) throws {
        let facets = try facets()
        facets.answer(1, hits(FacetOrdering(attributes: ["size"], rules: ["size": rule])))
        #expect(Set(labels(facets, "size")) == Set(expected))
        #expect(labels(facets, "size").first == expected.first)
    }

    @Test func `a single value is shown whatever its rule says`() throws {
        let facets = try facets()
        facets.answer(1, hits(FacetOrdering(attributes: ["brand"], rules: ["brand": .init(hide: ["Acme"])])))
        #expect(labels(facets, "brand") == ["Acme"])
        facets.expectView([
            "facets": [
                [
                    "attribute": "brand", "title": "العلامة", "multiple": false, "selectedCount": 0,
                    "items": [["value": "Acme", "label": "Acme", "count": 5, "selected": false]],
                ]
            ]
        ])
    }

    @Test func `one value at a time is selected, or several, in the attribute's own group`() throws {
        let facets = try facets()
        facets.answer(1, hits(nil))
        facets.send("select", ["attribute": "size", "value": "m"])
        facets.send("select", ["attribute": "size", "value": "l"])
        facets.send("select", ["attribute": "color", "value": "red"])
        facets.send("select", ["attribute": "color", "values": ["blue"], "on": true])
        #expect(
            facets.filters.groups == [
                .and("size", .facet("size", "l")), .or("colors", .facet("color", "red"), .facet("color", "blue")),
            ]
        )
        facets.send("select", ["attribute": "size", "value": "l"])
        facets.send("clear", ["attribute": "color"])
        #expect(facets.filters.count == 0)
        facets.send("clear", ["attribute": "color"], .unchanged)
    }

    @Test func `what is selected does not vanish`() throws {
        let facets = try facets([("limit", 1)])
        facets.answer(1, hits(nil))
        facets.filters(.and("size", .facet("size", "XS")), .and("brand", .facet("brand", "Acme")))
        #expect(labels(facets, "size") == ["l", "XS"])
        facets.answer(2, hits(FacetOrdering(attributes: ["color"])))
        #expect(names(facets) == ["color", "size", "brand"])
        facets.search(3, .failed())
        #expect(names(facets) == ["color", "size", "brand"])
        facets.request(4, isAdmitted: false)
        #expect(names(facets) == ["size", "brand"])
    }

    @Test func `nonsense is rejected`() throws {
        let facets = try facets()
        facets.sendRejected("select", ["attribute": "weight", "value": 1], "not an attribute of the widget")
        facets.sendRejected("select", ["attribute": "size"], "needs `value`")
        facets.sendRejected("select", ["attribute": "size", "values": ["s", "m"], "on": true], "only one value")
        facets.sendRejected("select", ["value": "m"], "`attribute` is missing")
        facets.sendRejected("dance", ["attribute": "size"], "does not understand")
    }

    @Test(
        arguments: [
            [:], ["attributes": []], ["attributes": ["a", "a"]], ["attributes": ["a"], "order": ["b"]],
            ["attributes": [["title": "x"]]], ["attributes": ["a"], "values": ["a": ["sortRemainingBy": "size"]]],
        ] as [JSON]
    )
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Tester(DynamicFacetsInteractor.self, parameters) }
    }
}
