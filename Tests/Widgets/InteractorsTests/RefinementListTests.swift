// SPDX-License-Identifier: MIT

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
            .object(
                JSONObject((parameters.contains { $0.0 == "attribute" } ? [] : [("attribute", "color")]) + parameters)
            )
        )
    }

    private func colors(_ counts: KeyValuePairs<FacetValue, Int>) -> SearchResponse.Hits {
        SearchResponse.Hits(facets: ["color": counts.map { FacetCount(value: $0.key, count: $0.value) }])
    }

    private func values(_ list: Tester) -> [JSON] {
        list.view["items"]?.array?.compactMap { $0["value"] } ?? []
    }

    /// The filters that the session has, all in one group.
    private func selected(_ list: Tester) -> [Filter] { list.filters.groups.flatMap(\.filters) }

    @Test func `the view is what the contract says`() throws {
        let list = try list(title: "Colour")
        list.answer(1, colors(["red": 2, "blue": 3]))
        list.filters(.or("color", .facet("color", "red")))
        #expect(
            list.view == [
                "phase": "ready", "attribute": "color", "title": "Colour", "operator": "or",
                "items": [
                    ["value": "blue", "label": "blue", "count": 3, "selected": false],
                    ["value": "red", "label": "red", "count": 2, "selected": true],
                ],
                "selectedCount": 1, "canShowMore": false, "showingMore": false, "searchable": false,
            ]
        )
    }

    @Test func `a value is toggled in the session's current state`() throws {
        let list = try list()
        list.send("select", ["value": "red"])
        list.expectView(["selectedCount": 1])
        // The widget has not received it yet: the session's state counts.
        list.keep(FilterState(groups: [.or("color", .facet("color", "red"), .facet("color", "blue"))]))
        list.send("select", ["value": "blue"])
        #expect(selected(list) == [.facet("color", "red")])
        list.send("select", ["value": "red"])
        #expect(list.filters.isEmpty)
    }

    @Test func `values are switched on and off in one step`() throws {
        let list = try list()
        list.send("select", ["values": ["red", 7], "on": true])
        #expect(selected(list) == [.facet("color", "red"), .facet("color", 7)])
        list.send("select", ["values": ["red"], "on": true], .unchanged)
        list.send("select", ["values": ["red", "blue"], "on": false])
        #expect(selected(list) == [.facet("color", 7)])
        list.send("select", ["values": ["red"], "on": false], .unchanged)
    }

    @Test func `clearing empties the widget's own values only`() throws {
        let list = try list([("operator", "and"), ("group", "shared")])
        let others: [Filter] = [
            .facet("size", "XL"), .comparison("color", .less, 3), .facet("color", "green", isNegated: true),
        ]
        let group = FilterGroup.ID(kind: .and, name: "shared")
        list.filters(
            FilterGroup(id: group, filters: [.facet("color", "red")] + others),
            .or("color", .facet("color", "red"))
        )
        list.send("clear")
        #expect(list.filters.groups == [FilterGroup(id: group, filters: others), .or("color", .facet("color", "red"))])
        list.send("clear", [:], .unchanged)
    }

    @Test func `in single mode one value replaces another, as the session has them`() throws {
        let list = try list([("selectionMode", "single")])
        list.send("select", ["value": "red"])
        #expect(selected(list) == [.facet("color", "red")])
        list.send("select", ["value": "blue"])
        #expect(selected(list) == [.facet("color", "blue")])
        list.send("select", ["values": ["green"], "on": true])
        #expect(selected(list) == [.facet("color", "green")])
        list.send("select", ["values": ["green"], "on": true], .unchanged)
        list.send("select", ["value": "green"])
        #expect(list.filters.isEmpty)
        list.sendRejected("select", ["values": ["red", "blue"], "on": true], "only one value")
    }

    @Test func `a batch with the same toggle twice changes nothing`() throws {
        let list = try list([("selectionMode", "single")])
        var session = list.session
        for _ in 0..<2 { try list.widget.change(&session, for: Intent(type: "select", data: ["value": "red"])) }
        #expect(session.state.filters["main"]?.isEmpty == true)
    }

    @Test func `two lists on one attribute leave each other alone`() throws {
        let (or, and) = (try list(), try list([("operator", "and")]))
        or.send("select", ["value": "red"])
        and.keep(or.filters)
        and.send("select", ["value": "blue"])
        #expect(and.filters.groups == [.or("color", .facet("color", "red")), .and("color", .facet("color", "blue"))])
        and.expectView(["selectedCount": 1])
    }

    @Test func `a list of tags selects tags`() throws {
        let list = try list([("attribute", "_tags")])
        list.send("select", ["value": "new"])
        #expect(list.filters.groups == [.or("_tags", .tag("new"))])
        list.expectView(["selectedCount": 1])
        list.send("select", ["value": "new"])
        #expect(list.filters.isEmpty)
    }

    @Test func `a filter state that would grow beyond its limits is left as it is`() throws {
        let list = try list()
        let long = JSON.string(String(repeating: "x", count: SessionLimits.filterText + 1))
        list.sendRejected("select", ["value": long], "longer than", .tooLarge)
        let many = (0...SessionLimits.filters).map { JSON($0) }
        list.sendRejected("select", ["values": .array(many), "on": true], "at most 1000 are allowed")
        let large = (0..<40).map { JSON.string("\($0)" + String(repeating: "x", count: 2_000)) }
        list.sendRejected("select", ["values": .array(large), "on": true], "bytes", .tooLarge)
    }

    @Test func `what is selected stays listed at count 0`() throws {
        let list = try list()
        list.filters(.or("color", .facet("color", "green"), .facet("color", 4), .facet("color", true)))
        list.answer(1, colors(["red": 2]))
        #expect(values(list) == ["red", 4, "green", true])
        #expect(list.view["items"]?.array?.last?["count"] == 0)
    }

    @Test func `what is selected at count 0 is hidden where it is not wanted, and counts as selected`() throws {
        let list = try list([("showEmpty", false)])
        list.filters(.or("color", .facet("color", "green"), .facet("color", "red")))
        list.answer(1, colors(["red": 2, "blue": 1]))
        #expect(values(list) == ["red", "blue"])
        list.expectView(["selectedCount": 2])
    }

    @Test func `filters of other attributes, groups and signs are ignored`() throws {
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

    @Test func `every page brings the counts`() throws {
        let list = try list()
        list.answer(1, colors(["red": 2]))
        var page = colors(["blue": 1])
        page.page = 1
        list.answer(2, page)
        #expect(values(list) == ["blue"])
    }

    @Test func `without a search only selected values are listed`() throws {
        let list = try list()
        list.filters(.or("color", .facet("color", "blue")))
        list.answer(1, colors(["red": 2]))
        list.request(2, isAdmitted: false)
        list.expectView(["phase": "idle"])
        #expect(values(list) == ["blue"])
    }

    @Test func `a warning about its attribute's values is shown until an answer has none`() throws {
        let list = try list()
        let warning = SearchWarning(.attributeNotCounted, attribute: "color", "No facet.", remedy: "Make it one.")
        list.answer(1, SearchResponse.Hits(warnings: [warning]))
        list.expectView([
            "phase": "ready",
            "warning": ["code": "attribute-not-counted", "message": "No facet.", "remedy": "Make it one."],
        ])
        list.answer(2, colors(["red": 1]))
        #expect(list.view["warning"] == nil)
        let others: [SearchWarning] = [
            .init(.attributeNotCounted, attribute: "size", "s", remedy: ""),
            .init(.attributeNotNumeric, attribute: "color", "its bounds", remedy: ""),
            .init(.parameterIgnored, attribute: "color", "a parameter", remedy: ""),
        ]
        list.answer(3, SearchResponse.Hits(warnings: others))
        #expect(list.view["warning"] == nil)
        list.answer(4, SearchResponse.Hits(warnings: others + [.init(.facetCut, attribute: "color", "c", remedy: "")]))
        list.expectView(["warning": ["code": "facet-cut", "message": "c", "remedy": ""]])
        list.request(5, isAdmitted: false)
        #expect(list.view["warning"] == nil)
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

    @Test func `an initial selection becomes filters, and the required attributes are reported`() throws {
        let list = try list([("selected", ["red", 7]), ("limit", 4), ("showMore", true), ("showMoreLimit", 30)])
        let id = FilterGroup.ID(kind: .or, name: "color")
        #expect(
            list.widget.initialFilters == [
                InitialFilter(group: id, filter: .facet("color", "red")),
                InitialFilter(group: id, filter: .facet("color", 7)),
            ]
        )
        #expect(list.widget.needs == SearchNeeds(facets: [FacetNeed("color", limit: 31, order: .countDescending)]))
        let named = try self.list([("sortBy", ["isRefined", "name:desc"]), ("limit", 4)])
        #expect(named.widget.needs == SearchNeeds(facets: [FacetNeed("color", limit: 5, order: .nameDescending)]))
        #expect(list.widget.permalinkKeys.map(\.name) == ["color"])
    }

    @Test func `the order is by count where none is asked for`() throws {
        let list = try list()
        list.answer(1, colors(["b": 1, "A": 1, "c": 2]))
        list.filters(.or("color", .facet("color", "A")))
        #expect(values(list) == ["c", "A", "b"])
    }

    @Test func `nonsense is rejected`() throws {
        let list = try list()
        list.sendRejected("select", [:], "needs `value`")
        list.sendRejected("select", ["value": .null], "`value`")
        list.sendRejected("select", ["value": ["a"]], "`value`")
        list.sendRejected("select", ["values": ["a", [:]], "on": true], "`values.1`")
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
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Tester(RefinementListInteractor.self, parameters) }
    }
}
