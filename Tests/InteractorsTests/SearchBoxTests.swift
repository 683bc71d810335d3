// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct SearchBoxTests {
    @Test func `a change of the text is searched at once`() throws {
        let box = try InteractorTester(SearchBoxInteractor.self)
        box.send("set-query", ["query": "sam", "client": "c-1", "edit": 12])
        box.expect("set-query", to: "products", ["query": "sam"])
        #expect(
            box.view
                == ["phase": "idle", "query": "sam", "placeholder": "Search", "client": "c-1", "edit": 12]
        )
    }

    @Test func `the same text is not searched twice, but the view says whose edit it is`() throws {
        let box = try InteractorTester(SearchBoxInteractor.self)
        box.send("set-query", ["query": "sam", "client": "c-1", "edit": 1])
        box.expect("set-query", to: "products", ["query": "sam"])
        box.send("set-query", ["query": "sam", "client": "c-2", "edit": 5], .unchanged)
        box.expectView(["client": "c-2", "edit": 5])
    }

    @Test func `a text without an author takes the author of the last one away`() throws {
        let box = try InteractorTester(SearchBoxInteractor.self)
        box.send("set-query", ["query": "sam", "client": "c-1", "edit": 1])
        box.expect("set-query", to: "products", ["query": "sam"])
        box.send("submit", ["query": "sam"])
        box.expect("search", to: "products", [:])
        box.expectView(["client": "c-1", "edit": 1])
        box.send("clear")
        box.expect("set-query", to: "products", ["query": ""])
        box.expectView(["query": "", "client": .null, "edit": .null])
    }

    @Test func `on submission only, typing is not searched`() throws {
        let box = try InteractorTester(SearchBoxInteractor.self, ["mode": "search-on-submit"])
        box.send("set-query", ["query": "q1"])
        box.expectView(["query": "q1"])
        box.send("submit")
        box.expect("set-query", to: "products", ["query": "q1"])
        box.expect("search", to: "products", [:])
        box.send("submit", ["query": "q3"])
        box.expect("set-query", to: "products", ["query": "q3"])
        box.expect("search", to: "products", [:])
    }

    @Test func `clearing an empty box changes nothing`() throws {
        let box = try InteractorTester(SearchBoxInteractor.self)
        box.send("clear", [:], .unchanged)
    }

    @Test func `nonsense is rejected`() throws {
        let box = try InteractorTester(SearchBoxInteractor.self)
        box.sendRejected("set-query", [:], "`query` is missing")
        box.sendRejected("set-query", ["query": 7], "not a string")
        box.sendRejected("set-query", ["query": "a", "client": ["x"]], "`client`")
        box.sendRejected("set-query", ["query": "a", "client": "c", "edit": 1.5], "`edit`")
        box.sendRejected("set-query", ["query": .string(String(repeating: "x", count: 3_000))], "longer")
        box.sendRejected("submit", ["query": []], "not a string")
        box.sendRejected("dance", [:], "does not understand `dance`")
    }

    @Test func `the view follows the search`() throws {
        let box = try InteractorTester(SearchBoxInteractor.self, ["placeholder": "Find"])
        box.search(1, .started)
        box.expectView(["phase": "loading", "placeholder": "Find"])
        box.search(1, .stalled)
        box.expectView(["phase": "stalled"])
        box.answer(1, .page(0, of: 1))
        box.expectView(["phase": "ready"])
    }
}
