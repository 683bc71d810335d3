// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct SearchBoxTests {
    typealias Tester = InteractorTester<SearchBoxInteractor>

    private func query(_ box: Tester) -> String? { box.session.state.searchers["products"]?.query }

    // MARK: As one types

    @Test func `a change of the text is the session's query at once`() throws {
        let box = try Tester(SearchBoxInteractor.self)
        box.send("set-query", ["query": "sam", "client": "c-1", "edit": 12])
        #expect(query(box) == "sam")
        #expect(
            box.view == [
                "phase": "idle", "query": "sam", "placeholder": "Search", "autofocus": false,
                "mode": "search-as-you-type",
                "client": "c-1", "edit": 12,
            ]
        )
    }

    @Test func `the same text is not searched twice, but the view says whose edit it is`() throws {
        let box = try Tester(SearchBoxInteractor.self)
        box.send("set-query", ["query": "sam", "client": "c-1", "edit": 1])
        box.send("set-query", ["query": "sam", "client": "c-2", "edit": 5], .unchanged)
        box.expectView(["query": "sam", "client": "c-2", "edit": 5])
        #expect(box.session.again.isEmpty)
    }

    @Test func `a text without an author takes the author of the last one away`() throws {
        let box = try Tester(SearchBoxInteractor.self)
        box.send("set-query", ["query": "sam", "client": "c-1", "edit": 1])
        box.send("submit", ["query": "sam"])
        box.expectView(["client": "c-1", "edit": 1])
        box.send("clear")
        box.expectView(["query": "", "client": .null, "edit": .null])
        box.send("clear", [:], .unchanged)
    }

    @Test func `submitting searches again, though nothing changed`() throws {
        let box = try Tester(SearchBoxInteractor.self)
        var session = box.session
        try box.widget.change(&session, for: Intent(type: "submit"))
        #expect(session.again == ["products"] && session.state == box.session.state)
        try box.widget.change(&session, for: Intent(type: "submit", data: ["query": "tv"]))
        #expect(session.state.searchers["products"]?.query == "tv")
    }

    @Test func `the box of several searchers asks them all, and shows the first one's text`() throws {
        let box = try Tester(SearchBoxInteractor.self, searcher: "everything", members: ["products", "categories"])
        box.send("set-query", ["query": "tv"])
        #expect(box.session.state.searchers.values.map(\.query) == ["tv", "tv"])
        box.request(7, query: "other", of: "categories")
        box.expectView(["query": "tv"])
        box.request(8, query: "radio", of: "products")
        box.expectView(["query": "radio"])
    }

    @Test func `one member that fails does not fail the box`() throws {
        let box = try Tester(SearchBoxInteractor.self, searcher: "everything", members: ["products", "categories"])
        for member in ["products", "categories"] { box.request(1, of: member) }
        box.search(1, .failed(), of: "categories")
        box.answer(1, of: "products", .page(0, of: 1))
        box.expectView(["phase": "ready", "error": .null])
        box.search(2, .failed(), of: "products")
        box.expectView(["phase": "failed", "error": ["code": "backend-failed", "message": "gone"], "stale": true])
    }

    @Test func `the box follows a query that others set, and not an older one`() throws {
        let box = try Tester(SearchBoxInteractor.self)
        box.request(4, query: "lamp")
        box.expectView(["query": "lamp", "client": .null])
        box.request(3, query: "la")
        box.expectView(["query": "lamp"])
    }

    // MARK: On submission

    private func submitting() throws -> Tester { try Tester(SearchBoxInteractor.self, ["mode": "search-on-submit"]) }

    @Test func `on submission only, typing is not searched`() throws {
        let box = try submitting()
        box.send("set-query", ["query": "q1", "client": "c-1", "edit": 3])
        box.expectView(["query": "q1", "client": "c-1", "edit": 3])
        #expect(query(box) == "")
        box.send("submit")
        box.expect("set-query", to: "products", ["query": "q1", "client": "c-1", "edit": 3])
        box.expect("search", to: "products", [:])
        box.send("submit", ["query": "q3"])
        box.expect("set-query", to: "products", ["query": "q3", "client": "c-1", "edit": 3])
        box.expect("search", to: "products", [:])
        box.expectView(["query": "q3"])
    }

    @Test func `what is being typed stays until another query is set`() throws {
        let box = try submitting()
        box.request(1, query: "lamp")
        box.send("set-query", ["query": "la"])
        box.request(2, query: "lamp")
        box.expectView(["query": "la"])
        box.request(3, query: "radio")
        box.expectView(["query": "radio"])
    }

    @Test func `clearing asks for no text, once`() throws {
        let box = try submitting()
        box.send("clear", [:], .unchanged)
        box.send("set-query", ["query": "q1"])
        box.send("clear")
        box.expect("set-query", to: "products", ["query": ""])
        box.expectView(["query": ""])
        box.send("clear", [:], .unchanged)
    }

    @Test(arguments: ["search-as-you-type", "search-on-submit"])
    func `an invalid intent is rejected`(_ mode: String) throws {
        let box = try Tester(SearchBoxInteractor.self, ["mode": .string(mode)])
        box.sendRejected("set-query", [:], "`query` is missing")
        box.sendRejected("set-query", ["query": 7], "not a text")
        box.sendRejected("set-query", ["query": "a", "client": ["x"]], "`client`")
        box.sendRejected("set-query", ["query": "a", "client": "c", "edit": 1.5], "`edit`")
        let long = JSON.string(String(repeating: "x", count: 3_000))
        box.sendRejected("set-query", ["query": long], "bytes", .tooLarge)
        box.sendRejected("submit", ["query": []], "not a text")
        box.sendRejected("submit", ["query": long], "bytes", .tooLarge)
        box.sendRejected("dance", [:], "does not understand `dance`")
    }

    @Test func `the app file says whether one may speak, and in which language`() throws {
        for (given, told) in [(true, [:]), (false, nil), (["language": "pt-BR"], ["language": "pt-BR"]), ([:], [:])]
            as [(JSON, JSON?)]
        {
            let box = try Tester(SearchBoxInteractor.self, ["voice": given, "autofocus": true])
            #expect(box.view["voice"] == told)
            box.expectView(["autofocus": true])
        }
        for tag in ["", "-", "en_GB", "en\"", "é", "1a"] {
            #expect(throws: ParameterError.self, "\(tag)") {
                try Tester(SearchBoxInteractor.self, ["voice": ["language": .string(tag)]])
            }
        }
    }

    @Test func `the view follows the search`() throws {
        let box = try Tester(SearchBoxInteractor.self, ["placeholder": "Find"])
        box.search(1, .started)
        box.expectView(["phase": "loading", "placeholder": "Find"])
        box.search(1, .stalled)
        box.expectView(["phase": "stalled"])
        box.answer(1, .page(0, of: 1))
        box.expectView(["phase": "ready"])
        box.request(2)
        box.give(.overdue)
        box.expectView(["phase": "stalled"])
    }
}
