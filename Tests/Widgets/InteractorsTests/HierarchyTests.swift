// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct HierarchyTests {
    typealias Menu = InteractorTester<HierarchicalMenuInteractor>
    typealias Crumbs = InteractorTester<BreadcrumbInteractor>

    private let group = FilterGroup.ID(kind: .hierarchical, name: "l0")

    private func menu(_ parameters: [(String, JSON)] = []) throws -> Menu {
        let all = [("attributes", ["l0", "l1", "l2"] as JSON)] + parameters
        return try Menu(HierarchicalMenuInteractor.self, .object(JSONObject(all)))
    }

    private func crumbs(_ parameters: [(String, JSON)] = []) throws -> Crumbs {
        let all = [("attributes", ["l0", "l1", "l2"] as JSON)] + parameters
        return try Crumbs(BreadcrumbInteractor.self, searcher: nil, .object(JSONObject(all)))
    }

    private func answer(_ levels: [FacetValue]...) -> SearchResponse.Hits {
        var facets: [String: [FacetCount]] = [:]
        for (level, values) in levels.enumerated() {
            facets["l\(level)"] = values.map { FacetCount(value: $0, count: level + 1) }
        }
        return SearchResponse.Hits(facets: facets)
    }

    /// The labels as an indented text of one line.
    private func outline(_ items: JSON?) -> String {
        (items?.array ?? []).map { item in
            let below = item["items"].map { "(\(outline($0)))" } ?? ""
            return "\(item["label"]?.string ?? "?")\(item["selected"] == true ? "*" : "")\(below)"
        }.joined(separator: " ")
    }

    private func path(_ tester: Menu) -> [String] {
        tester.filters.filters(in: group).compactMap { $0.facetValue?.string }
    }

    @Test func `a value leads there, and again one level up`() throws {
        let menu = try menu()
        menu.send("select", ["value": "A > B > C"])
        #expect(path(menu) == ["A", "A > B", "A > B > C"])
        #expect(menu.filters.group(group).attributes == ["l0", "l1", "l2"])
        menu.expectView(["path": ["A", "A > B", "A > B > C"]])
        menu.send("select", ["value": "A > B > C"])
        #expect(path(menu) == ["A", "A > B"])
        // The widget has not received it yet: the session's state counts.
        menu.keep(FilterState(groups: [FilterGroup(id: group, filters: [.facet("l0", "X")])]))
        menu.send("select", ["value": "A > B"])
        #expect(path(menu) == ["A", "A > B"])
        menu.send("select", ["value": "A > B > C > D"])
        #expect(path(menu) == ["A", "A > B", "A > B > C"])
        menu.send("clear")
        menu.send("clear", [:], .unchanged)
        #expect(menu.filters.isEmpty)
    }

    @Test func `only the levels of the path and the one below it are shown`() throws {
        let menu = try menu()
        menu.answer(1, answer(["B", "A"], ["A > y", "A > x", "B > z"], ["A > x > 1", "A > y > 2"]))
        #expect(outline(menu.view["items"]) == "A B")
        menu.send("select", ["value": "A"])
        #expect(outline(menu.view["items"]) == "A*(x y) B")
        menu.send("select", ["value": "A > x"])
        #expect(outline(menu.view["items"]) == "A*(x*(1) y) B")
        menu.send("select", ["value": "A > x > 1"])
        #expect(outline(menu.view["items"]) == "A*(x*(1*) y) B")
    }

    @Test func `what is chosen stays listed without records, beyond the limit, and where it vanishes`() throws {
        let menu = try menu([("limit", 1), ("showMore", true), ("showMoreLimit", 2)])
        menu.answer(1, answer(["A", "B", "C", "D"], []))
        menu.send("select", ["value": "D > gone"])
        #expect(outline(menu.view["items"]) == "A D*(gone*())")
        menu.expectView(["canShowMore": true])
        menu.send("show-more", ["on": true])
        #expect(outline(menu.view["items"]) == "A B D*(gone*())")
        menu.answer(2, SearchResponse.Hits(warnings: [.notCounted("l1")]))
        #expect(outline(menu.view["items"]) == "D*(gone*())")
        #expect(menu.view["warning"]?["code"] == "attribute-not-counted")
        menu.expectView(["canShowMore": false])
    }

    @Test func `parent levels can be reduced to the path`() throws {
        let menu = try menu([("showParentLevel", false)])
        menu.answer(1, answer(["A", "B"], ["A > x", "A > y"], ["A > x > 1", "A > x > 2"]))
        menu.send("select", ["value": "A"])
        #expect(outline(menu.view["items"]) == "A*(x y) B")
        menu.send("select", ["value": "A > x"])
        #expect(outline(menu.view["items"]) == "A*(x*(1 2) y)")
    }

    @Test func `a root shows a part of the hierarchy, and is not a selection`() throws {
        let menu = try menu([("rootPath", "A")])
        menu.answer(1, answer(["A", "B"], ["A > x", "B > y", "Ab"], ["A > x > 1"]))
        #expect(outline(menu.view["items"]) == "x")
        menu.send("select", ["value": "A > x"])
        #expect(outline(menu.view["items"]) == "x*(1)")
        menu.expectView(["path": ["A > x"]])
        menu.send("select", ["value": "A > x"])
        #expect(menu.filters.isEmpty)
        menu.filters(FilterGroup(id: group, filters: [.facet("l0", "B")]))
        #expect(outline(menu.view["items"]) == "x")
        menu.sendRejected("select", ["value": "B > y"], "not within")
        menu.sendRejected("select", ["value": "A"], "not within")
        #expect(menu.widget.needs.facets.map(\.attribute).sorted() == ["l1", "l2"])
    }

    @Test func `only texts are part of it, whatever they are`() throws {
        let menu = try menu([("separator", "/")])
        let long = String(repeating: "ل", count: 1_000)
        menu.answer(1, answer([4, true, "ملابس", "👩‍👩‍👧‍👦", "", .text(long)], ["ملابس/نساء", 7, "4/x"]))
        menu.send("select", ["value": "ملابس"])
        #expect(outline(menu.view["items"]) == "\(long) ملابس*(نساء) 👩‍👩‍👧‍👦")
        menu.send("select", ["value": .string(long)])
        menu.expectView(["path": [.string(long)]])
        menu.filters(FilterGroup(id: group, filters: [.facet("l0", 4), .facet("l1", "4/x")]))
        menu.expectView(["path": []])
        menu.sendRejected("select", ["value": ""], "not within")
    }

    @Test func `values without a visible character have words in the menu and in the breadcrumb`() throws {
        let menu = try menu()
        menu.answer(1, answer([" ", "A"], ["A > \u{200b}", "A > x", "  > y"]))
        #expect(outline(menu.view["items"]) == "(empty) A")
        menu.send("select", ["value": "A > \u{200b}"])
        #expect(outline(menu.view["items"]) == "(empty) A*(x (empty)*())")
        menu.expectView(["path": ["A", "A > \u{200b}"]])
        menu.send("select", ["value": " "])
        #expect(outline(menu.view["items"]) == "(empty)*(y) A")
        let crumbs = try crumbs()
        crumbs.send("select", ["value": "A > \u{200b}"])
        crumbs.expectView([
            "items": [["value": "A", "label": "A"], ["value": "A > \u{200b}", "label": "(empty)"]]
        ])
        crumbs.send("select", ["value": " "])
        crumbs.expectView(["items": [["value": " ", "label": "(empty)"]]])
    }

    @Test func `the breadcrumb goes back along the path`() throws {
        let crumbs = try crumbs()
        #expect(crumbs.view == ["phase": "idle", "title": "l0", "items": []])
        crumbs.send("select", ["value": "A > B > C"])
        crumbs.expectView([
            "phase": "ready",
            "items": [
                ["value": "A", "label": "A"], ["value": "A > B", "label": "B"], ["value": "A > B > C", "label": "C"],
            ],
        ])
        crumbs.send("select", ["value": "A > B"])
        crumbs.send("select", ["value": "A > B"], .unchanged)
        #expect(crumbs.filters.filters(in: group).count == 2)
        crumbs.send("select", ["value": .null])
        crumbs.send("select", ["value": .null], .unchanged)
        crumbs.expectView(["items": []])
        crumbs.sendRejected("select", [:], "`value` is missing")
        crumbs.sendRejected("clear", [:], "does not understand")
        let rooted = try self.crumbs([("rootPath", "A")])
        rooted.send("select", ["value": "A > B"])
        rooted.expectView(["items": [["value": "A > B", "label": "B"]]])
    }

    @Test(
        arguments: [
            [:], ["attributes": []], ["attributes": ["a", "a"]], ["attributes": ["a"], "separator": ""],
            ["attributes": ["a"], "rootPath": "x"],
        ] as [JSON]
    )
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Menu(HierarchicalMenuInteractor.self, parameters) }
        #expect(throws: ParameterError.self) { try Crumbs(BreadcrumbInteractor.self, parameters) }
    }
}
