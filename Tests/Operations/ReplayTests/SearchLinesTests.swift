// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import RandomTesting
import Replay
import SearchModel
import Testing
import Wire

@Suite struct SearchLinesTests {
    private static func event(
        _ query: String,
        number: Int = 3,
        asked: Int = 3,
        topic: String = "request/box/s1/"
    ) -> String {
        let member = MemberRequest(number: asked, query: query, index: "products").json
        let data: JSON = ["searcher": "box", "number": JSON(number), "members": ["products": member]]
        let line: JSON = ["topic": .string(topic), "event": ["id": "1", "data": data]]
        return line.text
    }

    private static func read(_ text: String, limits: SearchCollection.Limits = .init()) -> SearchLines {
        var lines = SearchLines(searcher: "products", limits: limits)
        lines.read(Array(text.utf8))
        lines.finish()
        return lines
    }

    @Test func `events and texts are read, each search once`() {
        let again = Self.event("lamp", number: 9, asked: 9)
        let lines = Self.read([Self.event("lamp"), "lamp", "  kettle", "", again].joined(separator: "\n"))
        let found = lines.collection
        #expect(found.searches.map(\.search.query) == ["lamp", "  kettle"])
        #expect(found.searches.map(\.count) == [3, 1] && found.asked == 4)
        #expect(lines.invalidCount == 0)
    }

    @Test func `members that did not change are not searched again, nor those that no rule admits`() {
        #expect(Self.read(Self.event("lamp", number: 4, asked: 3)).collection.searches.isEmpty)
        let member = MemberRequest(number: 3, isAdmitted: false, query: "a", index: "products").json
        let data: JSON = ["searcher": "box", "number": 3, "members": ["products": member]]
        let line: JSON = ["topic": "request/box/s1/", "event": ["data": data]]
        #expect(Self.read(line.text).collection.searches.isEmpty)
    }

    @Test func `other events are passed over`() {
        let lines = Self.read(Self.event("a", topic: "view/box/s1/"))
        #expect(lines.collection.searches.isEmpty && lines.invalidCount == 0)
    }

    private static func questions(_ questions: [AlgoliaQuestion]) -> String {
        let data: JSON = ["requests": .array(questions.map(\.json))]
        let line: JSON = ["topic": "request/algolia/s1/", "event": ["id": "1", "data": data]]
        return line.text
    }

    @Test func `requests of Algolia's interface are searches, for every client; other lines are counted`() {
        let lamp = JSONObject([("query", "lamp"), ("page", 1)])
        var mine = lamp
        (mine["userToken"], mine["clickAnalytics"]) = ("me", true)
        var first = AlgoliaQuestion(.hits, index: "products", parameters: lamp)
        first.strategy = .stopIfEnoughMatches
        let asked = [
            first, AlgoliaQuestion(.hits, index: "products", parameters: mine),
            AlgoliaQuestion(.hits, index: "other", parameters: lamp),
            AlgoliaQuestion(
                .hits,
                index: "products",
                parameters: lamp,
                restrictions: [JSONObject([("filters", "a:b")])]
            ),
            AlgoliaQuestion(.settings, index: "products"), AlgoliaQuestion(.browse, index: "products"),
        ]
        let lines = Self.read(Self.questions(asked))
        #expect(lines.collection.searches.map(\.count) == [2, 1, 1] && lines.collection.otherQuestions == 2)
        #expect(lines.collection.searches.map(\.search.query) == ["lamp", "lamp", "lamp"])
        let told = lines.collection.searches[0].search.json
        #expect(told == ["algolia": "products", "query": "lamp", "parameters": ["query": "lamp", "page": 1]])
    }

    @Test func `a request of more questions than one may have is invalid`() {
        let question = AlgoliaQuestion(.hits, index: "a")
        let many = [AlgoliaQuestion](repeating: question, count: AlgoliaQuestion.limit + 1)
        let lines = Self.read(Self.questions(many))
        #expect(lines.collection.searches.isEmpty && lines.invalidCount == 1)
    }

    @Test func `invalid lines are named with their number and skipped`() {
        let invalid = [#"{"topic":"#, #"{"topic":"request/box/s1/"}"# + "\r", #"{"topic":"nothing","event":{}}"#]
        let lines = Self.read((["lamp"] + invalid + ["kettle\r", ""]).joined(separator: "\n"))
        #expect(lines.collection.searches.map(\.search.query) == ["lamp", "kettle"])
        #expect(lines.invalid.map(\.line) == [2, 3, 4] && lines.invalidCount == 3)
        #expect(lines.invalid.allSatisfy { !$0.message.isEmpty })
    }

    @Test func `invalid text, and lines without an end, are skipped`() {
        var lines = SearchLines(searcher: "products")
        lines.read([0xff, 0xfe, UInt8(ascii: "\n")])
        for _ in 0..<40 { lines.read([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)) }
        lines.read(Array("\nlamp".utf8))
        lines.finish()
        #expect(lines.collection.searches.map(\.search.query) == ["lamp"])
        #expect(lines.invalid.map(\.line) == [1, 2])
    }

    @Test func `only the first invalid lines are named, and all are counted`() {
        let lines = Self.read(String(repeating: "{\n", count: 1_000))
        #expect(lines.invalid.count == SearchLines.mostNamed && lines.invalidCount == 1_000)
    }

    @Test func `what there is no room for is left out and counted`() {
        let limits = SearchCollection.Limits(searches: 2)
        let found = Self.read("a\nb\nc\na\nc\nd\n", limits: limits).collection
        #expect(found.searches.map(\.search.query) == ["a", "b"] && found.asked == 3 && found.leftOut == 3)
        let none = Self.read("a\n", limits: .init(bytes: 100)).collection
        #expect(none.searches.isEmpty && none.leftOut == 1)
    }

    @Test func `lines are the same however their bytes come`() {
        var chance = SeededGenerator(seed: testSeed)
        let words = ["lamp", "", "é", "{", Self.event("x"), Self.event("lamp"), "a b"]
        for round in 0..<300 {
            let text = (0..<8).map { _ in chance.pick(words) }.joined(separator: "\n")
            let whole = Self.read(text)
            var parts = SearchLines(searcher: "products")
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...9, using: &chance)
                parts.read(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            parts.finish()
            #expect(parts.collection.searches == whole.collection.searches, "seed \(testSeed), round \(round)")
            #expect(parts.invalid == whole.invalid, "seed \(testSeed), round \(round)")
        }
    }

    @Test func `who asked, and when, makes no other search; a chosen index does`() {
        var request = MemberRequest(number: 7, since: 3, query: "a", index: "products", isOnce: true)
        (request.client, request.edit) = ("c", 2)
        let plain = LoggedSearch(searcher: "products", query: "a")
        #expect(LoggedSearch(searcher: "products", request) == plain)
        #expect(plain.json == ["searcher": "products", "query": "a"])
        request.isIndexChosen = true
        #expect(LoggedSearch(searcher: "products", request) != plain)
    }
}
