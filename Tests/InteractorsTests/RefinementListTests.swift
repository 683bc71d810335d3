// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct RefinementListTests {
    typealias Tester = InteractorTester<RefinementListInteractor>

    private func list(_ parameters: [(String, JSON)] = [], title: String? = nil) throws -> Tester {
        try Tester(
            RefinementListInteractor.self,
            title: title,
            .object(JSONObject([("attribute", "color")] + parameters))
        )
    }

    private func colors(_ counts: KeyValuePairs<JSON, Int>) -> SearchResponse.Hits {
        SearchResponse.Hits(facets: ["color": counts.map { FacetCount(value: $0.key, count: $0.value) }])
    }

    private func values(_ list: Tester) -> [JSON] {
        list.view["items"]?.array?.compactMap { $0["value"] } ?? []
    }

    private let group: JSON = ["kind": "or", "name": "color"]

    private func facet(_ value: JSON) -> JSON { ["type": "facet", "attribute": "color", "value": value] }

    @Test func `the view is what the contract says`() throws {
        let list = try list(title: "Colour")
        list.answer(1, colors(["red": 2, "blue": 3]))
        list.filters(.or("color", .facet("color", "red")))
        #expect(
            list.view == [
                "phase": "ready", "attribute": "color", "title": "Colour", "operator": "or",
                "items": [
                    ["value": "red", "label": "red", "count": 2, "selected": true],
                    ["value": "blue", "label": "blue", "count": 3, "selected": false],
                ],
                "selectedCount": 1, "canShowMore": false, "showingMore": false,
            ]
        )
    }

    @Test func `a value is turned around in the filter state`() throws {
        let list = try list()
        list.send("select", ["value": "red"])
        list.expect("toggle-filter", to: "main", ["group": group, "filter": facet("red")])
        list.expectView(["selectedCount": 0])
    }

    @Test func `values are switched on and off in one step`() throws {
        let list = try list()
        list.send("select", ["values": ["red", 7], "on": true])
        list.expect("change-filters", to: "main", ["group": group, "add": [facet("red"), facet(7)], "remove": []])
        list.send("select", ["values": ["red"], "on": false])
        list.expect("change-filters", to: "main", ["group": group, "add": [], "remove": [facet("red")]])
    }

    @Test func `clearing empties the widget's own attribute only`() throws {
        let list = try list([("operator", "and"), ("group", "shared")])
        list.send("clear")
        list.expect(
            "set-filters",
            to: "main",
            ["group": ["kind": "and", "name": "shared"], "attribute": "color", "filters": []]
        )
    }

    @Test func `in single mode one value replaces another`() throws {
        let list = try list([("selectionMode", "single")])
        let set = { (filters: JSON) -> JSON in ["group": group, "attribute": "color", "filters": filters] }
        list.send("select", ["value": "red"])
        list.expect("set-filters", to: "main", set([facet("red")]))
        list.filters(.or("color", .facet("color", "red")))
        list.send("select", ["values": ["blue"], "on": true])
        list.expect("set-filters", to: "main", set([facet("blue")]))
        list.send("select", ["value": "red"])
        list.expect("set-filters", to: "main", set([]))
        list.sendRejected("select", ["values": ["red", "blue"], "on": true], "only one value")
    }

    @Test func `what is selected stays listed at count 0`() throws {
        let list = try list()
        list.filters(.or("color", .facet("color", "green"), .facet("color", 4), .facet("color", true)))
        list.answer(1, colors(["red": 2]))
        #expect(values(list) == [4, "green", true, "red"])
        #expect(list.view["items"]?.array?.first?["count"] == 0)
    }

    @Test func `filters of other attributes, groups and signs are none of the widget's business`() throws {
        let list = try list()
        list.filters(
            .or("color", .facet("size", "XL"), .facet("color", "red", isNegated: true), .facet("color", "blue")),
            .and("color", .facet("color", "green"))
        )
        #expect(values(list) == ["blue"])
    }

    @Test func `values of no record are not listed`() throws {
        let list = try list()
        list.answer(1, colors(["red": 0, "blue": -1, "green": 1, "green": 1]))
        #expect(values(list) == ["green"])
        list.answer(2, SearchResponse.Hits())
        #expect(values(list) == [])
    }

    @Test func `a later page of a list changes no counts`() throws {
        let list = try list()
        list.answer(1, colors(["red": 2]))
        list.answer(2, SearchResponse.Hits(page: 1))
        #expect(values(list) == ["red"])
    }

    @Test(
        arguments: [
            (["isRefined", "count:desc", "name:asc"], ["b", "d", "a", "C"]),
            (["count:desc"], ["a", "C", "b", "d"]),
            (["count:asc", "name:desc"], ["d", "b", "C", "a"]),
            (["name:asc"], ["a", "b", "C", "d"]),
            (["name:desc"], ["d", "C", "b", "a"]),
        ] as [([String], [String])]
    )
    func `the order is the one asked for`(_ sortBy: [String], _ expected: [String]) throws {
        let list = try list([("sortBy", JSON(sortBy))])
        list.answer(1, colors(["a": 5, "b": 2, "C": 5, "d": 1]))
        list.filters(.or("color", .facet("color", "b"), .facet("color", "d")))
        #expect(values(list) == expected.map(JSON.string))
    }

    @Test func `numbers are ordered as numbers`() throws {
        let list = try list([("sortBy", ["name:asc"])])
        list.answer(1, colors([10: 1, "x": 1, 9.5: 1, true: 1]))
        #expect(values(list) == [9.5, 10, true, "x"])
    }

    @Test func `a limit cuts the list, but never what is selected`() throws {
        let list = try list([("limit", 2), ("sortBy", ["count:desc"]), ("showMore", true), ("showMoreLimit", 3)])
        list.answer(1, colors(["a": 5, "b": 4, "c": 3, "d": 2, "e": 1]))
        list.filters(.or("color", .facet("color", "e")))
        #expect(values(list) == ["a", "b", "e"])
        list.expectView(["canShowMore": true, "showingMore": false])
        list.send("show-more", ["on": true])
        #expect(values(list) == ["a", "b", "c", "e"])
        list.expectView(["canShowMore": false, "showingMore": true])
        list.send("show-more", ["on": true], .unchanged)
        list.send("show-more", ["on": false])
        #expect(values(list) == ["a", "b", "e"])
    }

    @Test func `without showMore there is no more to show`() throws {
        let list = try list([("limit", 1)])
        list.answer(1, colors(["a": 5, "b": 4]))
        list.expectView(["canShowMore": false])
        list.send("show-more", ["on": true], .unchanged)
    }

    @Test func `on a facet search it lists what matches`() throws {
        let list = try list()
        let highlighted = Highlight(spans: [.init("re", isMatched: true), .init("d", isMatched: false)])
        list.answer(1, query: "re", values: [FacetCount(value: "red", count: 3, highlighted: highlighted)], of: "color")
        list.expectView([
            "query": "re",
            "items": [
                [
                    "value": "red", "label": "red", "count": 3, "selected": false,
                    "highlighted": [["re", true], ["d", false]],
                ]
            ],
        ])
        list.answer(2, query: "x", values: [FacetCount(value: "XL", count: 3)], of: "size")
        list.expectView(["query": "re"])
    }

    @Test func `an initial selection becomes filters, and needs are told`() throws {
        let list = try list([("selected", ["red", 7]), ("limit", 4), ("showMore", true), ("showMoreLimit", 30)])
        let id = FilterGroup.ID(kind: .or, name: "color")
        #expect(
            list.widget.initialFilters == [
                InitialFilter(group: id, filter: .facet("color", "red")),
                InitialFilter(group: id, filter: .facet("color", 7)),
            ]
        )
        #expect(list.widget.needs == SearchNeeds(facets: ["color"], valuesPerFacet: 31))
    }

    @Test func `nonsense is rejected`() throws {
        let list = try list()
        list.sendRejected("select", [:], "needs `value`")
        list.sendRejected("select", ["value": .null], "`value`")
        list.sendRejected("select", ["value": ["a"]], "`value`")
        list.sendRejected("select", ["values": ["a", [:]], "on": true], "`values`")
        list.sendRejected("select", ["values": ["a"]], "`on`")
        list.sendRejected("show-more", [:], "`on` is missing")
        list.sendRejected("toggle", [:], "does not understand")
    }

    @Test(
        arguments: [
            ["attribute": ""], ["attribute": "a", "operator": "xor"], ["attribute": "a", "limit": 0],
            ["attribute": "a", "sortBy": ["alpha"]], ["attribute": "a", "selected": "red"],
            ["attribute": "a", "selected": ["a", "b"], "selectionMode": "single"], [:],
        ] as [JSON]
    )
    func `parameters that make no sense are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Tester(RefinementListInteractor.self, parameters) }
    }
}
