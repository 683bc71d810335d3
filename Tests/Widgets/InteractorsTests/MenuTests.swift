// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct MenuTests {
    typealias Tester = InteractorTester<MenuInteractor>

    private func menu(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(MenuInteractor.self, .object(JSONObject([("attribute", "color")] + parameters)))
    }

    private func values(_ menu: Tester) -> [JSON] { menu.view["items"]?.array?.compactMap { $0["value"] } ?? [] }

    private func selected(_ menu: Tester) -> [Filter] { menu.filters.groups.flatMap(\.filters) }

    @Test func `one value replaces another, whatever others have selected`() throws {
        let menu = try menu()
        menu.send("select", ["value": "red"])
        menu.send("select", ["value": "red"], .unchanged)
        menu.expectView(["selected": "red"])
        menu.keep(FilterState(groups: [.or("color", .facet("color", "red"), .facet("color", "blue"))]))
        menu.send("select", ["value": 4])
        #expect(menu.filters.groups == [.or("color", .facet("color", 4))])
        menu.send("select", ["value": .null])
        menu.send("clear", [:], .unchanged)
        #expect(menu.filters.isEmpty)
        menu.expectView(["selected": .null])
    }

    @Test func `the selected value comes first, then names decide`() throws {
        let menu = try menu()
        menu.answer(1, .counts("color", ["b": 1, "A": 9, "c": 3]))
        #expect(values(menu) == ["A", "b", "c"])
        menu.filters(.or("color", .facet("color", "c")))
        #expect(values(menu) == ["c", "A", "b"])
        let by = try self.menu([("sortBy", ["count:desc"])])
        by.answer(1, .counts("color", ["b": 1, "A": 9, "c": 3]))
        #expect(values(by) == ["A", "c", "b"])
    }

    @Test func `the limit never hides what is selected, and more can be shown`() throws {
        let menu = try menu([("limit", 1), ("showMore", true), ("showMoreLimit", 2), ("sortBy", ["name:asc"])])
        menu.answer(1, .counts("color", ["a": 1, "b": 1, "c": 1]))
        menu.filters(.or("color", .facet("color", "z")))
        #expect(values(menu) == ["a", "z"])
        menu.expectView(["canShowMore": true, "showingMore": false])
        menu.send("show-more", ["on": true])
        #expect(values(menu) == ["a", "b", "z"])
        menu.expectView(["showingMore": true])
        #expect(menu.widget.save(menu.state) == ["showingMore": true])
    }

    @Test func `values that vanish leave the selected one at count 0`() throws {
        let menu = try menu()
        menu.filters(.or("color", .facet("color", "red")))
        menu.answer(1, .counts("color", ["red": 2, "blue": 1]))
        menu.answer(2, SearchResponse.Hits(warnings: [.notCounted("color")]))
        #expect(menu.view["items"] == [["value": "red", "label": "red", "count": 0, "selected": true]])
        #expect(menu.view["warning"]?["code"] == "attribute-not-counted")
        menu.request(3, isAdmitted: false)
        #expect(menu.view["warning"] == nil)
    }

    @Test(arguments: FacetValue.odd)
    func `any value can be selected`(_ value: FacetValue) throws {
        let menu = try menu()
        menu.answer(1, .counts("color", [value: 1, "other": 1]))
        menu.send("select", ["value": value.json])
        #expect(selected(menu) == [.facet("color", value)])
        #expect(menu.view["items"]?.array?.first?["value"] == value.json)
        menu.expectView(["selected": value.json])
    }

    @Test func `a thousand values that others selected are listed, and are one after a selection`() throws {
        let menu = try menu()
        let many = (0..<1_000).map { Filter.facet("color", .integer($0)) }
        menu.filters(FilterGroup(id: .init(kind: .or, name: "color"), filters: many))
        #expect(values(menu).count == 1_000)
        menu.send("select", ["value": 5])
        #expect(selected(menu) == [.facet("color", 5)])
    }

    @Test func `the app file says how it is drawn, what is selected and in which group`() throws {
        let menu = try menu([("display", "select"), ("selected", "red"), ("operator", "and"), ("group", "g")])
        menu.expectView(["display": "select", "title": "color"])
        let group = FilterGroup.ID(kind: .and, name: "g")
        #expect(menu.widget.initialFilters == [InitialFilter(group: group, filter: .facet("color", "red"))])
        #expect(menu.widget.needs == SearchNeeds(facets: [FacetNeed("color", limit: 11, order: .nameAscending)]))
    }

    @Test func `nonsense is rejected`() throws {
        let menu = try menu()
        menu.sendRejected("select", [:], "`value` is missing")
        menu.sendRejected("select", ["value": ["a"]], "`value`")
        menu.sendRejected("toggle", [:], "does not understand")
    }
}
