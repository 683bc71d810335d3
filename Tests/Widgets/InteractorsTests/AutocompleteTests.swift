// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct AutocompleteTests {
    typealias Tester = InteractorTester<AutocompleteInteractor>

    private static let sections: JSON = [
        ["searcher": "films", "title": "Films", "template": ["title": "name"]],
        ["searcher": "genres", "choose": ["filter": ["filterState": "main", "attribute": "genre"]]],
        ["searcher": "pages", "hits": 1, "choose": ["url": "address"]],
    ]

    private func box(_ parameters: [(String, JSON)] = [], sections: JSON = sections) throws -> Tester {
        let own: [(String, JSON)] = [("target", "results"), ("sections", sections)]
        return try Tester(
            AutocompleteInteractor.self,
            searcher: "sources",
            members: ["films", "genres", "pages"],
            others: ["results"],
            .object(JSONObject(own.filter { entry in !parameters.contains { $0.0 == entry.0 } } + parameters))
        )
    }

    private func query(_ box: Tester, _ searcher: String) -> String? { box.session.state.searchers[searcher]?.query }

    private func find(_ box: Tester, _ query: String) {
        let films = [
            Hit(objectID: "1", record: ["name": "Heat", "year": 1995, "deep": ["er": "x"]]),
            Hit(objectID: "2", record: ["year": 2001]),
        ]
        box.answer(
            9,
            query: query,
            of: "films",
            SearchResponse.Hits(hits: films, totalCount: 2, page: 0, hitsPerPage: 5)
        )
        box.answer(9, query: query, values: [FacetCount(value: "Drama", count: 4)], of: "genre", from: "genres")
    }

    private func section(_ box: Tester, _ index: Int) -> JSON { box.view["sections"]?.array?[index] ?? .null }

    // MARK: Typing

    @Test func `typing searches the sources, and not the target`() throws {
        let box = try box()
        box.send("set-query", ["query": "he", "client": "c-1", "edit": 2])
        #expect(["films", "genres", "pages"].map { query(box, $0) } == ["he", "he", "he"])
        #expect(query(box, "results") == "")
        box.expectView(["query": "he", "client": "c-1", "edit": 2, "recent": []])
        find(box, "he")
        #expect(section(box, 0)["title"] == "Films" && section(box, 0)["listed"] == true)
        #expect(section(box, 0)["choose"] == ["does": "query", "attribute": "name"])
        #expect(section(box, 1)["values"]?.array?.count == 1)
        #expect(section(box, 1)["choose"] == ["does": "filter", "attribute": "genre"])
        #expect(section(box, 2)["listed"] == false)
        #expect(section(box, 2)["choose"] == ["does": "url", "attribute": "address"])
    }

    @Test func `an empty text suggests nothing, unless configured`() throws {
        let box = try box()
        find(box, "")
        #expect(section(box, 0)["listed"] == false && section(box, 0)["hits"] == [])
        let eager = try self.box([("showOnEmptyQuery", true)])
        find(eager, "")
        #expect(section(eager, 0)["listed"] == true && section(eager, 0)["hits"]?.array?.count == 2)
    }

    @Test func `emptying the box empties what the target searches too`() throws {
        let box = try box()
        box.send("set-query", ["query": "he"])
        var session = box.session
        try session.setQuery("heat", of: ["results"])
        try box.widget.change(&session, for: Intent(type: "clear"))
        #expect(session.state.searchers.values.allSatisfy { $0.query.isEmpty })
        box.send("clear")
        box.send("clear", [:], .unchanged)
    }

    // MARK: Submitting and choosing

    private func expectSearch(_ box: Tester, _ query: String, _ editor: [(String, JSON)] = []) {
        box.expect("set-query", to: "sources", .object(JSONObject([("query", .string(query))] + editor)))
        box.expect("set-query", to: "results", ["query": .string(query)])
        box.expect("search", to: "results", [:])
    }

    @Test func `what is submitted is the target's, and is remembered`() throws {
        let box = try box()
        box.send("set-query", ["query": " he "])
        box.send("submit")
        expectSearch(box, " he ")
        box.expectView(["recent": ["he"]])
        box.send("submit", ["query": "lamp", "client": "c-1", "edit": 7])
        expectSearch(box, "lamp", [("client", "c-1"), ("edit", 7)])
        box.send("submit", ["query": "he"])
        expectSearch(box, "he")
        box.expectView(["recent": ["he", "lamp"]])
        box.send("submit", ["query": ""])
        expectSearch(box, "")
        box.expectView(["recent": ["he", "lamp"]])
        #expect(box.widget.save(box.state) == ["recent": ["he", "lamp"]])
    }

    @Test func `several targets search the same`() throws {
        let box = try box([("target", ["results", "more"])])
        box.send("submit", ["query": "he"])
        expectSearch(box, "he")
        box.expect("set-query", to: "more", ["query": "he"])
        box.expect("search", to: "more", [:])
    }

    @Test func `a record that is chosen is searched by the text of its attribute`() throws {
        let box = try box()
        find(box, "he")
        box.send("choose", ["section": "films", "objectID": "1"])
        expectSearch(box, "Heat")
        box.send("choose", ["section": "films", "objectID": "gone", "query": "Heat 2"])
        expectSearch(box, "Heat 2")
        box.expectView(["recent": ["Heat 2", "Heat"]])
        box.sendRejected("choose", ["section": "films", "objectID": "gone"], "shows no record `gone`")
        box.sendRejected("choose", ["section": "films", "objectID": "2"], "has no text `name`")
        box.sendRejected("choose", ["section": "films"], "`objectID` is missing")
        box.sendRejected("choose", ["section": "actors", "query": "x"], "no section `actors`")
    }

    @Test func `a nested attribute names a text as well, and a section may say none`() throws {
        let box = try box(sections: [
            ["searcher": "films", "choose": ["query": "deep.er"]], ["searcher": "genres"], ["searcher": "pages"],
        ])
        find(box, "he")
        box.send("choose", ["section": "films", "objectID": "1"])
        expectSearch(box, "x")
        box.send("choose", ["section": "genres", "value": "Drama"])
        expectSearch(box, "Drama")
        box.sendRejected("choose", ["section": "pages", "objectID": "1"], "shows no record")
    }

    @Test func `a value that is chosen filters, and the box is empty again`() throws {
        let box = try box()
        find(box, "dra")
        box.send("choose", ["section": "genres", "value": "Drama", "client": "c-1", "edit": 3])
        box.expect(
            "change-filters",
            to: "main",
            [
                "group": ["kind": "or", "name": "genre"], "remove": [],
                "add": [["type": "facet", "attribute": "genre", "value": "Drama"]],
            ]
        )
        box.expect("set-query", to: "sources", ["query": "", "client": "c-1", "edit": 3])
        box.expectView(["recent": []])
    }

    @Test func `an address is opened elsewhere; what led to it is remembered`() throws {
        let box = try box()
        box.send("set-query", ["query": "help"])
        box.send("choose", ["section": "pages", "objectID": "p"])
        box.expectView(["recent": ["help"]])
    }

    // MARK: Recent searches

    @Test func `recent searches are limited in number and in bytes`() throws {
        let box = try box([("recent", 2)])
        for text in ["a", "b", "c"] {
            box.send("submit", ["query": .string(text)])
            expectSearch(box, text)
        }
        box.expectView(["recent": ["c", "b"]])
        let many = try self.box([("recent", 50)])
        for number in 10..<30 {
            let text = String(repeating: "é", count: 1_000) + "\(number)"
            many.send("submit", ["query": .string(text)])
            expectSearch(many, text)
        }
        #expect(many.view["recent"]?.array?.count == 8)
        let none = try self.box([("recent", 0)])
        none.send("submit", ["query": "a"])
        expectSearch(none, "a")
        none.expectView(["recent": []])
        #expect(none.widget.save(none.state) == nil)
    }

    @Test func `one can be forgotten, or all`() throws {
        let box = try box()
        for text in ["a", "b"] {
            box.send("submit", ["query": .string(text)])
            expectSearch(box, text)
        }
        box.send("remove-recent", ["query": "a"])
        box.send("remove-recent", ["query": "a"], .unchanged)
        box.expectView(["recent": ["b"]])
        box.send("clear-recent")
        box.send("clear-recent", [:], .unchanged)
        box.expectView(["recent": []])
    }

    @Test func `what was kept is brought back, but nothing that could not have been`() throws {
        let box = try box([("recent", 2)])
        let state = box.widget.restored(from: [], saved: ["recent": ["a", 7, "b", " ", "c"]], view: nil)
        #expect(box.widget.view(state)["recent"] == ["a"])
        let odd = box.widget.restored(from: [], saved: ["recent": 7], view: nil)
        #expect(box.widget.view(odd)["recent"] == [])
    }

    // MARK: Invalid intents

    @Test func `nonsense is rejected`() throws {
        let box = try box()
        let long = JSON.string(String(repeating: "x", count: 3_000))
        for intent in ["set-query", "submit", "remove-recent"] { box.sendRejected(intent, ["query": 7], "not a text") }
        box.sendRejected("choose", [:], "`section` is missing")
        box.sendRejected("submit", ["query": long], "bytes")
        box.sendRejected("dance", [:], "does not understand")
        for parameters: JSON in [
            [:], ["target": []], ["target": ["a", "a"]], ["target": "films"], ["target": "a", "recent": 51],
            ["target": "a", "sections": [["searcher": "nobody"]]],
            ["target": "a", "sections": [["searcher": "films", "choose": ["open": "x"]]]],
        ] {
            #expect(throws: ParameterError.self, "\(parameters.text)") {
                try Tester(AutocompleteInteractor.self, searcher: "sources", members: ["films"], parameters)
            }
        }
    }
}
