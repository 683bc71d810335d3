// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct QuerySuggestionsTests {
    typealias Tester = InteractorTester<QuerySuggestionsInteractor>

    private static let category: JSON = ["source": "categories", "filterState": "main", "attribute": "category"]

    private func suggestions(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(QuerySuggestionsInteractor.self, .object(JSONObject([("target", "everything")] + parameters)))
    }

    private func answer(_ tester: Tester, _ request: Int, query: String = "ip") {
        let marked = Highlight(spans: [.init("ip", isMatched: true), .init("hone", isMatched: false)])
        let hits = [
            Hit(
                objectID: "1",
                record: [
                    "query": "iphone", "popularity": 9,
                    "categories": [["value": "Phones", "count": 4], "Cases", "More"],
                ],
                highlights: ["query": marked]
            ),
            Hit(objectID: "2", record: ["query": "no popularity"]),
            Hit(objectID: "3", record: ["query": "هاتف 📱", "popularity": 2, "categories": ["Phones"]]),
        ]
        tester.answer(request, query: query, SearchResponse.Hits(hits: hits, totalCount: 3, page: 0, hitsPerPage: 20))
    }

    @Test func `suggestions are listed with what is still to be typed marked`() throws {
        let suggestions = try suggestions([("category", Self.category)])
        answer(suggestions, 1)
        suggestions.expectView([
            "query": "ip",
            "items": [
                [
                    "objectID": "1", "query": "iphone", "popularity": 9,
                    "highlighted": [["ip", false], ["hone", true]],
                    "categories": [["value": "Phones", "count": 4], ["value": "Cases"]],
                ],
                [
                    "objectID": "3", "query": "هاتف 📱", "popularity": 2, "highlighted": [["هاتف 📱", true]],
                    "categories": [],
                ],
            ],
        ])
    }

    @Test func `choosing searches the text, and filters by a category`() throws {
        let suggestions = try suggestions([("category", Self.category)])
        suggestions.send("select", ["query": "iphone"])
        suggestions.expect("set-query", to: "everything", ["query": "iphone"])
        suggestions.send("select", ["query": "iphone", "category": "Phones"])
        suggestions.expect("set-query", to: "everything", ["query": "iphone"])
        suggestions.expect(
            "set-filters",
            to: "main",
            [
                "group": ["kind": "or", "name": "category"], "attribute": "category",
                "filters": [["type": "facet", "attribute": "category", "value": "Phones"]],
            ]
        )
        suggestions.send("fill", ["query": "iphone "])
        suggestions.expect("set-query", to: "products", ["query": "iphone "])
    }

    @Test func `few are listed, and none for an empty text if so wished`() throws {
        let suggestions = try suggestions([("limit", 1), ("showOnEmptyQuery", false)])
        answer(suggestions, 1)
        #expect(suggestions.view["items"]?.array?.count == 1)
        answer(suggestions, 2, query: "")
        suggestions.expectView(["items": []])
        suggestions.search(3, .failed())
        suggestions.expectView(["phase": "failed", "stale": true])
        answer(suggestions, 4)
        suggestions.request(5, isAdmitted: false)
        suggestions.expectView(["items": [], "query": ""])
    }

    @Test func `nonsense is rejected`() throws {
        let suggestions = try suggestions()
        suggestions.sendRejected("select", [:], "`query` is missing")
        suggestions.sendRejected("select", ["query": "a", "category": "b"], "no categories here")
        suggestions.sendRejected("fill", ["query": .string(String(repeating: "x", count: 3_000))], "bytes")
        suggestions.sendRejected("dance", [:], "does not understand")
        for parameters: JSON in [[:], ["target": ""], ["target": "a", "category": ["source": "x"]]] {
            #expect(throws: ParameterError.self) { try Tester(QuerySuggestionsInteractor.self, parameters) }
        }
    }
}
