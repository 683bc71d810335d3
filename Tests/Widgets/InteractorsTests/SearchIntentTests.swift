// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct SearchIntentTests {
    private let editor = SessionEdit.Editor(client: "c-1", edit: 4)

    private func session() -> SessionEdit {
        let products = SearcherState(query: "old", index: "other", page: 3, parameters: JSONObject([("a", 1)]))
        return SessionEdit(SessionState(searchers: ["products": products, "categories": SearcherState(query: "old")]))
    }

    private func carryOut(
        _ intent: SearchIntent,
        of searchers: String...,
        requests: [String: Int] = [:]
    ) throws -> SessionEdit {
        var session = session()
        try intent.change(&session, of: searchers, requests: requests)
        return session
    }

    @Test func `a text is searched from the first page, by all that are asked`() throws {
        let session = try carryOut(.setQuery("new", by: editor), of: "products", "categories", "unknown")
        #expect(session.state.searchers["products"]?.query == "new" && session.state.searchers["products"]?.page == 0)
        #expect(session.state.searchers["products"]?.index == "other")
        #expect(session.state.searchers["categories"]?.query == "new")
        #expect(session.editors == ["products": editor, "categories": editor])
        #expect(session.again.isEmpty && session.state.searchers.count == 2)
    }

    @Test func `the same text changes nothing but whose it is`() throws {
        let session = try carryOut(.setQuery("old", by: editor), of: "products")
        #expect(session.state == self.session().state && session.editors == ["products": editor])
        #expect(try carryOut(.setQuery("old"), of: "products") == self.session())
    }

    @Test func `a text without an author removes the author of the last one`() throws {
        var session = session()
        try session.setQuery("a", of: ["products"], by: editor)
        try session.setQuery("b", of: ["products"])
        #expect(session.editors.isEmpty)
    }

    @Test func `a page is searched of the list that is there`() throws {
        let session = try carryOut(.loadPage(4, of: 7), of: "products", requests: ["products": 7])
        #expect(session.state.searchers["products"]?.page == 4 && session.again == ["products"])
        #expect(try carryOut(.loadPage(4, of: 0), of: "products", requests: ["products": 7]).again == ["products"])
        let late = try carryOut(.loadPage(4, of: 6), of: "products", requests: ["products": 7])
        #expect(late == self.session(), "that list is about to be replaced")
    }

    @Test func `a page of several searchers is refused`() {
        let error = #expect(throws: SearchBusError.self) {
            try carryOut(.loadPage(1, of: 0), of: "products", "categories")
        }
        #expect(error?.code == .invalidIntent)
    }

    @Test func `another index and other parameters begin with the first page`() throws {
        let index = try carryOut(.setIndex(nil), of: "products")
        #expect(index.state.searchers["products"] == SearcherState(query: "old", parameters: JSONObject([("a", 1)])))
        let parameters = try carryOut(.setParameters(JSONObject([("b", [2])])), of: "products")
        #expect(
            parameters.state.searchers["products"]
                == SearcherState(query: "old", index: "other", parameters: JSONObject([("b", [2])]))
        )
    }

    @Test func `pages of another length begin with the first one`() throws {
        let longer = try carryOut(.setHitsPerPage(40), of: "products").state.searchers["products"]
        #expect(longer?.hitsPerPage == 40 && longer?.page == 0)
    }

    @Test func `one parameter is set beside the others, and removed`() throws {
        let both = try carryOut(.setParameter("b", 2), of: "products").state.searchers["products"]
        #expect(both?.parameters == JSONObject([("a", 1), ("b", 2)]))
        let none = try carryOut(.setParameter("a", nil), of: "products").state.searchers["products"]
        #expect(none?.parameters == JSONObject())
        let long = JSON.string(String(repeating: "x", count: SessionLimits.parameters))
        #expect(throws: (any Error).self) { try carryOut(.setParameter("b", long), of: "products") }
    }

    @Test func `to search again changes nothing and is asked for all the same`() throws {
        let session = try carryOut(.search, of: "products", "unknown")
        #expect(session.state == self.session().state && session.again == ["products"])
    }

    @Test func `what is too long or too deep is refused`() {
        let text = String(repeating: "x", count: SessionLimits.query + 1)
        let error = #expect(throws: SearchBusError.self) { try carryOut(.setQuery(text), of: "products") }
        #expect(error?.code == .tooLarge)
        let long = JSONObject([("p", .string(String(repeating: "x", count: SessionLimits.parameters)))])
        #expect(throws: (any Error).self) { try carryOut(.setParameters(long), of: "products") }
        let deep = (0..<30).reduce(JSON.array([])) { nested, _ in [nested] }
        #expect(throws: (any Error).self) { try carryOut(.setParameters(JSONObject([("p", deep)])), of: "products") }
    }

    @Test(
        arguments: [
            ("set-query", [:]), ("set-query", ["query": 7]), ("set-query", ["query": "a", "client": 7]),
            ("set-query", ["query": "a", "client": "c", "edit": "x"]),
            ("set-query", ["query": "a", "client": .string(String(repeating: "c", count: 65))]),
            ("load-page", ["page": -1]), ("load-page", ["page": 1.5]), ("load-page", ["page": 1_000_001]),
            ("load-page", ["page": 9_223_372_036_854_775_807]), ("load-page", [:]), ("set-index", ["index": ""]),
            ("set-index", ["index": "a/b"]), ("set-index", ["index": 7]), ("set-parameters", [:]),
            ("set-hits-per-page", ["hitsPerPage": 0]), ("set-hits-per-page", ["hitsPerPage": 1_001]),
            ("set-parameter", ["value": 1]), ("set-parameter", ["name": ""]),
            ("set-parameters", ["parameters": [1]]), ("jump", [:]), ("report-click", [:]),
            ("report-click", ["objectID": ""]), ("report-click", ["objectID": "a", "position": 0]),
            ("report-conversion", ["objectID": "a", "query": 7]), ("report-view", ["objectID": "a"]),
            ("report-view", ["objectIDs": []]), ("report-view", ["objectIDs": ["a", ""]]),
            ("report-view", ["objectIDs": [7]]),
            ("report-view", ["objectIDs": .array((0...20).map { .string("\($0)") })]),
        ] as [(String, JSON)]
    )
    func `an invalid intent is refused`(_ type: String, _ data: JSON) {
        #expect(throws: (any Error).self) { try SearchIntent(Intent(type: type, data: data)) }
    }

    @Test func `requests travel unchanged`() throws {
        let intents: [SearchIntent] = [
            .setQuery("q"), .setQuery("q", by: editor), .setQuery("q", by: .init(client: "c")), .loadPage(2, of: 7),
            .setIndex("other"), .setIndex(nil), .setParameters(JSONObject([("a", [1])])), .search,
            .setHitsPerPage(40), .setHitsPerPage(nil), .setParameter("a", 1), .setParameter("a", nil),
        ]
        for intent in intents { #expect(try SearchIntent(intent.intent) == intent) }
        for report in [
            Intent(type: "report-click", data: ["objectID": "a", "position": 2, "query": "q"]),
            Intent(type: "report-view", data: ["objectIDs": ["a", "b"], "query": "q"]),
        ] {
            let read = try SearchIntent(report)
            #expect(read.intent.data == report.data && read.intent.type == report.type)
        }
    }
}
