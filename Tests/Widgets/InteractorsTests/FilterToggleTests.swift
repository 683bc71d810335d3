// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct FilterToggleTests {
    typealias Tester = InteractorTester<FilterToggleInteractor>

    private func toggle(_ parameters: JSON) throws -> Tester { try Tester(FilterToggleInteractor.self, parameters) }

    @Test func `a switch with one value adds and removes its filter`() throws {
        let toggle = try toggle(["attribute": "free_shipping"])
        let free = Filter.facet("free_shipping", true)
        toggle.expectView(["title": "free_shipping", "on": false, "count": .null])
        toggle.send("set", ["on": true])
        toggle.send("set", ["on": true], .unchanged)
        #expect(toggle.filters.groups == [.and("free_shipping", free)])
        toggle.expectView(["on": true])
        // The widget has not received it yet: the session's state counts.
        toggle.keep(FilterState())
        toggle.send("toggle")
        #expect(toggle.filters.contains(free))
        toggle.send("toggle")
        #expect(toggle.filters.isEmpty)
    }

    @Test func `a switch with two values has one or the other from the start`() throws {
        let toggle = try toggle(["attribute": "role", "on": "admin", "off": "user", "operator": "or", "group": "g"])
        let group = FilterGroup.ID(kind: .or, name: "g")
        #expect(toggle.widget.initialFilters == [InitialFilter(group: group, filter: .facet("role", "user"))])
        toggle.send("toggle")
        #expect(toggle.filters.filters(in: group) == [.facet("role", "admin")])
        toggle.send("set", ["on": false])
        #expect(toggle.filters.filters(in: group) == [.facet("role", "user")])
        toggle.expectView(["on": false])
        let on = try self.toggle(["attribute": "role", "on": "admin", "off": "user", "selected": true])
        #expect(on.widget.initialFilters.map(\.filter) == [.facet("role", "admin")])
    }

    @Test func `other filters of the group are left alone`() throws {
        let toggle = try toggle(["attribute": "color", "on": "red", "off": "blue"])
        toggle.keep(FilterState(groups: [.and("color", .facet("color", "green"), .facet("color", "blue"))]))
        toggle.send("toggle")
        #expect(toggle.filters.groups == [.and("color", .facet("color", "green"), .facet("color", "red"))])
    }

    @Test func `numbers are compared, tags and negations are filters as they are`() throws {
        let number = try toggle(["attribute": "price", "on": 50, "off": 100, "comparison": "<="])
        number.send("toggle")
        #expect(number.filters.groups == [.and("price", .comparison("price", .lessOrEqual, 50))])
        let tag = try toggle(["on": ["type": "tag", "value": "new"]])
        tag.send("toggle")
        #expect(tag.filters.groups == [.and("_tags", .tag("new"))])
        let negated: JSON = ["type": "facet", "attribute": "color", "value": "red", "negated": true]
        let not = try toggle(["on": negated, "off": ["type": "tag", "value": "all"]])
        not.send("toggle")
        #expect(not.filters.groups == [.and("color", .facet("color", "red", isNegated: true))])
        not.answer(1, .counts("color", ["red": 4]))
        not.expectView(["count": .null, "offCount": .null])
        #expect(not.widget.needs == SearchNeeds(facets: [FacetNeed("_tags", limit: 1_000)]))
    }

    @Test func `counts are shown if they are known`() throws {
        let toggle = try toggle(["attribute": "sale", "off": false])
        toggle.answer(1, .counts("sale", [true: 3, false: 9, "true": 1]))
        toggle.expectView(["count": 3, "offCount": 9])
        toggle.answer(2, .counts("sale", [false: 9]))
        toggle.expectView(["count": 0])
        toggle.answer(3, SearchResponse.Hits(facets: ["sale": []], warnings: [.notCounted("sale")]))
        toggle.expectView(["count": .null, "offCount": .null])
        #expect(toggle.view["warning"]?["message"] == "It is not a facet.")
        toggle.answer(4, SearchResponse.Hits())
        toggle.expectView(["count": .null])
        #expect(toggle.view["warning"] == nil)
    }

    @Test func `a value beyond those that are listed has no known count`() throws {
        let toggle = try toggle(["attribute": "sku", "on": "rare"])
        let many = (0..<1_000).map { FacetCount(value: .integer($0), count: 1) }
        toggle.answer(1, SearchResponse.Hits(facets: ["sku": many]))
        toggle.expectView(["count": .null])
        toggle.answer(2, SearchResponse.Hits(facets: ["sku": Array(many.dropLast())]))
        toggle.expectView(["count": 0])
    }

    @Test(arguments: FacetValue.odd)
    func `any value can be switched`(_ value: FacetValue) throws {
        let toggle = try toggle(["attribute": "color", "on": value.json])
        toggle.send("toggle")
        #expect(toggle.filters.groups == [.and("color", .facet("color", value))])
        toggle.answer(1, .counts("color", [value: 2]))
        toggle.expectView(["on": true, "count": 2])
    }

    @Test(
        arguments: [
            [:], ["attribute": "a", "on": ["type": "tag", "value": "x"]], ["attribute": "a", "off": true],
            ["attribute": "a", "on": "x", "comparison": "<"], ["attribute": "a", "comparison": "<"],
            ["on": ["type": "tag"]], ["on": ["type": "tag", "value": "x"], "off": false],
            ["on": ["type": "tag", "value": "x"], "off": ["type": "tag", "value": "x"]],
            ["on": ["type": "numeric", "attribute": "a", "date": "never"]],
        ] as [JSON]
    )
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try toggle(parameters) }
    }

    @Test func `nonsense is rejected`() throws {
        let toggle = try toggle(["attribute": "a"])
        toggle.sendRejected("set", [:], "`on` is missing")
        toggle.sendRejected("set", ["on": "yes"], "`on`")
        toggle.sendRejected("select", [:], "does not understand")
    }
}
