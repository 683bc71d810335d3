// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

/// Searching among the values of a list.
@Suite struct ValueSearchTests {
    private func list(_ parameters: [(String, JSON)] = []) throws -> InteractorTester<RefinementListInteractor> {
        try tester(RefinementListInteractor.self, parameters)
    }

    private func tester<Widget: Interactor>(
        _ type: Widget.Type,
        _ parameters: [(String, JSON)]
    ) throws -> InteractorTester<Widget> {
        let own: [(String, JSON)] = [("attribute", "color"), ("searchable", true), ("valuesSearcher", "colors")]
        return try InteractorTester(
            type,
            members: ["products"],
            others: ["colors"],
            .object(JSONObject(own + parameters))
        )
    }

    private func values(_ view: JSON) -> [JSON] { view["items"]?.array?.compactMap { $0["value"] } ?? [] }

    private func marked(_ value: String, _ count: Int) -> FacetCount {
        FacetCount(
            value: .text(value),
            count: count,
            highlighted: Highlight(spans: [.init(String(value.prefix(1)), isMatched: true)])
        )
    }

    @Test func `while a text stands, what was found takes the place of the values`() throws {
        let list = try list()
        list.answer(1, .counts("color", ["red": 5, "blue": 3]))
        list.expectView(["searchable": true, "searchQuery": "", "searchPhase": "idle", "searchPlaceholder": "Search"])
        list.send("search", ["query": "g", "client": "c-1", "edit": 4])
        #expect(list.session.state.searchers["colors"]?.query == "g")
        #expect(list.session.state.searchers["products"]?.query == "")
        #expect(values(list.view) == ["red", "blue"], "nothing is found yet")
        list.expectView(["searchQuery": "g", "client": "c-1", "edit": 4])
        list.answer(1, query: "g", values: [marked("green", 1), marked("gray", 2)], of: "color", from: "colors")
        #expect(values(list.view) == ["gray", "green"])
        #expect(list.view["items"]?.array?.first?["highlighted"] == [["g", true]])
        list.expectView(["searchPhase": "ready", "query": .null])
        list.send("search", ["query": ""])
        #expect(values(list.view) == ["red", "blue"])
        list.expectView(["searchQuery": "", "client": .null])
    }

    @Test func `what is selected stays listed with its count, though it does not match`() throws {
        let list = try list([("exclusion", true), ("limit", 1)])
        list.answer(1, .counts("color", ["red": 5, "blue": 3]))
        list.filters(.or("color", .facet("color", "red"), .facet("color", "violet")))
        list.send("search", ["query": "g"])
        list.answer(1, query: "g", values: [marked("green", 9), marked("gray", 2)], of: "color", from: "colors")
        #expect(values(list.view) == ["green", "red", "violet"])
        let counts = list.view["items"]?.array?.compactMap { $0["count"]?.int }
        #expect(counts == [9, 5, 0])
        list.expectView(["selectedCount": 2])
        list.send("select", ["value": "green"])
        #expect(
            list.filters.groups == [
                .or("color", .facet("color", "red"), .facet("color", "violet"), .facet("color", "green"))
            ]
        )
    }

    @Test func `one search that fails does not fail the other, and both are waited for`() throws {
        let list = try list()
        list.answer(1, .counts("color", ["red": 5]))
        list.send("search", ["query": "g"])
        #expect(list.widget.isWaiting(list.state))
        list.search(1, .failed(), of: "colors")
        list.expectView([
            "phase": "ready", "searchPhase": "failed", "searchError": ["code": "backend-failed", "message": "gone"],
        ])
        #expect(values(list.view) == ["red"])
        list.send("search", ["query": "gr"])
        list.give(.overdue)
        list.expectView(["searchPhase": "stalled"])
    }

    @Test func `an answer to an older text is listed until the newer one is here, and none for no text`() throws {
        let list = try list()
        list.answer(1, .counts("color", ["red": 5]))
        list.request(1, query: "g", of: "colors")
        list.request(2, query: "gr", of: "colors")
        list.answer(1, query: "g", values: [marked("gold", 1)], of: "color", from: "colors")
        #expect(values(list.view) == ["gold"])
        list.request(3, query: "", of: "colors")
        list.answer(2, query: "gr", values: [marked("gray", 1)], of: "color", from: "colors")
        #expect(values(list.view) == ["red"])
        list.request(4, query: "x", isAdmitted: false, of: "colors")
        #expect(values(list.view) == ["red"])
    }

    @Test func `a menu is searched as well`() throws {
        let menu = try tester(MenuInteractor.self, [])
        menu.answer(1, .counts("color", ["red": 5, "blue": 3]))
        menu.filters(.or("color", .facet("color", "blue")))
        menu.send("search", ["query": "g"])
        menu.answer(1, query: "g", values: [marked("green", 9)], of: "color", from: "colors")
        #expect(values(menu.view) == ["blue", "green"])
        menu.expectView(["searchQuery": "g", "selected": "blue"])
    }

    @Test func `nonsense is rejected`() throws {
        let list = try list()
        list.sendRejected("search", [:], "`query` is missing")
        list.sendRejected("search", ["query": .string(String(repeating: "x", count: 3_000))], "bytes", .invalidIntent)
        let plain = try InteractorTester(RefinementListInteractor.self, ["attribute": "color"])
        plain.expectView(["searchable": false, "searchQuery": .null])
        plain.sendRejected("search", ["query": "g"], "cannot be searched")
        for parameters: JSON in [
            ["attribute": "color", "searchable": true],
            ["attribute": "color", "searchable": true, "valuesSearcher": "products"],
            ["attribute": "color", "searchable": true, "valuesSearcher": ""],
        ] {
            #expect(throws: ParameterError.self) { try InteractorTester(MenuInteractor.self, parameters) }
        }
    }
}
