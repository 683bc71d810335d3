// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Insights

@Suite struct InsightsFoldTests {
    @Test func `the text after typing ends is a search, the texts before are not`() throws {
        var log = MadeLog()
        for text in ["l", "la", "lam", "lamp"] {
            try log.type(text, in: "a")
            log.wait(seconds: 0.2)
        }
        let counts = log.counts()
        #expect(counts.keys.sorted() == ["lamp"])
        #expect(counts["lamp"]?.searches == 1)
        #expect(counts["lamp"]?.answered == 1)
        #expect(counts["lamp"]?.averageResults == 3)
    }

    @Test func `a text that is followed by a pause is a search too`() throws {
        var log = MadeLog()
        try log.type("lamp", in: "a")
        log.wait(seconds: 2)
        try log.type("chair", in: "a")
        #expect(log.counts().mapValues(\.searches) == ["lamp": 1, "chair": 1])
    }

    @Test func `texts that differ in case and spaces are one`() throws {
        var log = MadeLog()
        try log.type("Desk  Lamp ", in: "a")
        try log.type("desk lamp", in: "b")
        #expect(log.counts().mapValues(\.searches) == ["desk lamp": 2])
    }

    @Test func `an empty text is a search only if the user refines it`() throws {
        var log = MadeLog()
        try log.type("", in: "a")
        log.wait(seconds: 10)
        #expect(log.counts().isEmpty)
        try log.type("", in: "a", brands: ["Acme"])
        #expect(log.counts()[""]?.searches == 1)
    }

    @Test func `a refinement counts the text at once, and itself once`() throws {
        var log = MadeLog()
        try log.type("lamp", in: "a")
        log.wait(seconds: 0.3)
        try log.type("lamp", in: "a", brands: ["Acme"])
        log.wait(seconds: 0.3)
        try log.type("lamp", in: "a", page: 1, brands: ["Acme"])
        log.wait(seconds: 0.3)
        try log.type("chair", in: "a", brands: ["Acme"])
        var fold = log.folded()
        let changes = fold.takeChanges()
        let searches = changes.queries.mapValues(\.searches).map { "\($0.key.query) \($0.value)" }
        #expect(searches.sorted() == ["chair 1", "lamp 1"])
        #expect(changes.refinements.map { "\($0.key.attribute) \($0.key.value) \($0.value)" } == ["brand Acme 1"])
    }

    @Test func `a click before the request of its text on the log does not make a second search`() throws {
        var log = MadeLog()
        try log.type("chair", in: "a")
        try log.click(1, in: "a", query: "lamp")
        try log.type("lamp", in: "a")
        log.wait(seconds: 10)
        try log.type("desk", in: "a")
        #expect(log.counts().mapValues(\.searches) == ["lamp": 1, "desk": 1])
        #expect(log.counts()["lamp"]?.clicked == 1 && log.counts()["lamp"]?.answered == 1)
        // Long after the click it is another search for the same.
        try log.click(1, in: "b", query: "lamp")
        log.wait(seconds: 3)
        try log.type("lamp", in: "b")
        #expect(log.counts()["lamp"]?.searches == 3)
    }

    @Test func `a search without results is counted, with or without filters`() throws {
        var log = MadeLog()
        try log.type("zzz", in: "a", found: 0)
        try log.type("lamp", in: "b", found: 0, brands: ["Acme"])
        let counts = log.counts()
        #expect(counts["zzz"]?.empty == 1)
        #expect(counts["zzz"]?.emptyRefined == 0)
        #expect(counts["lamp"]?.emptyRefined == 1)
    }

    @Test func `an answer that comes after the text has stood is counted when it comes`() throws {
        var log = MadeLog()
        try log.type("lamp", in: "a", found: nil)
        log.wait(seconds: 3)
        try log.add(
            .results,
            "products",
            "a",
            type: "searchbus.results.hits",
            ["query": "lamp", "nbHits": 0, "hits": [], "request": 1]
        )
        let counts = log.counts()
        #expect(counts["lamp"]?.searches == 1)
        #expect(counts["lamp"]?.empty == 1)
    }

    @Test func `an answer to an earlier text is not taken for this one's`() throws {
        var log = MadeLog()
        try log.type("lam", in: "a", found: nil)
        try log.type("lamp", in: "a", found: nil)
        try log.add(
            .results,
            "products",
            "a",
            type: "searchbus.results.hits",
            ["query": "lam", "nbHits": 9, "hits": [], "request": 1]
        )
        #expect(log.counts()["lamp"]?.answered == 0)
    }

    @Test func `clicks and conversions belong to the search that they came from, however long ago it was`() throws {
        var log = MadeLog()
        try log.type("lamp", in: "a")
        try log.click(3, in: "a")
        try log.click(5, in: "a")
        log.wait(seconds: 1)
        try log.type("chair", in: "a")
        log.wait(seconds: 30)
        try log.click(1, in: "a", query: "LAMP")
        try log.convert(in: "a")
        try log.type("lamp", in: "b")
        let counts = log.counts()
        #expect(counts["lamp"]?.searches == 2)
        #expect(counts["lamp"]?.clicked == 1)
        #expect(counts["lamp"]?.clicks == 3)
        #expect(counts["lamp"]?.averageClickPosition == 3)
        #expect(counts["lamp"]?.clickThroughRate == 0.5)
        #expect(counts["chair"]?.conversions == 1)
        #expect(counts["chair"]?.clicked == 0)
    }

    /// Appends a search without a session, with its number of results.
    private func tell(_ query: String, in session: String, _ log: inout MadeLog, found: Int = 2) throws {
        let ask: JSON = [
            "kind": "hits", "index": "shop", "searcher": "products",
            "parameters": ["query": .string(query), "clickAnalytics": true],
        ]
        let data: JSON = ["requests": [ask], "found": [JSON(found)]]
        try log.add(.request, "insights", session, type: "searchbus.request.searches", data)
    }

    @Test func `searches without a session are counted with their results, and a late click with its own search`()
        throws
    {
        var log = MadeLog()
        try tell("lamp", in: "search-told-1", &log)
        try tell("zzz", in: "search-told-1", &log, found: 0)
        for number in 0..<20 {
            try tell("l\(number)", in: "search-told-1", &log)
            log.wait(seconds: 0.1)
        }
        let click: JSON = [
            "kind": "click", "index": "shop", "searcher": "products", "objectIDs": ["1"], "positions": [4],
            "query": "lamp",
            "question": 1, "member": 0, "counted": true,
        ]
        for _ in 0..<2 { try see(click, in: "search-told-1", &log) }
        let counts = log.counts()
        #expect(counts.count == 22 && counts.values.allSatisfy { $0.searches == 1 && $0.tracked == 1 })
        #expect(
            counts["lamp"]?.clicks == 2 && counts["lamp"]?.clicked == 1 && counts["lamp"]?.averageClickPosition == 4
        )
        #expect(counts["zzz"]?.empty == 1 && counts["lamp"]?.averageResults == 2)
    }

    @Test func `what a user of Algolia's interface types is one search, whichever engine answers`() throws {
        var log = MadeLog()
        for text in ["l", "la", "lamp"] {
            try tell(text, in: "algolia-ann", &log)
            log.wait(seconds: 0.2)
        }
        #expect(log.counts().mapValues(\.searches) == ["lamp": 1])
    }

    @Test func `an excluded request is not counted, and one without a session cannot have clicks`()
        throws
    {
        for (isTold, wanted) in [(true, [String: Int]()), (false, ["lamp": 0])] {
            var log = MadeLog()
            let member: JSON = [
                "number": 1, "search": true, "query": "lamp", "index": "i", "page": 0, "filters": ["groups": []],
            ]
            var data = JSONObject([("searcher", "products"), ("number", 1), ("members", ["products": member])])
            if isTold { data["analytics"] = false }
            try log.add(.request, "products", "search-x-1", type: "searchbus.request.changed", .object(data))
            #expect(log.counts().mapValues(\.tracked) == wanted)
        }
    }

    private func see(_ event: JSON, in session: String, _ log: inout MadeLog) throws {
        try log.add(.request, "insights", session, type: "searchbus.request.events", ["events": [event]])
    }

    @Test func `what a session has seen is counted for its text, which it does not make a search`() throws {
        var log = MadeLog()
        try log.type("lamp", in: "a")
        log.wait(seconds: 3)
        try log.view(["p1", "p2"], in: "a", query: "lamp")
        try log.view(["p3"], in: "a", query: "desk")
        var fold = log.folded()
        let changes = fold.takeChanges()
        #expect(changes.queries.map { "\($0.key.query) \($0.value.searches) \($0.value.views)" } == ["lamp 1 2"])
        #expect(changes.hours.values.map(\.views).reduce(0, +) == 3)
    }

    @Test func `what was seen is counted for its search, and makes none of a text`() throws {
        var log = MadeLog()
        let ask: JSON = [
            "kind": "hits", "index": "shop", "parameters": ["query": "lamp", "clickAnalytics": true],
        ]
        try log.add(.request, "algolia", "a", type: "searchbus.request.algolia", ["requests": [ask]])
        let seen: JSON = [
            "kind": "view", "index": "shop", "objectIDs": ["1", "2", "3"], "query": "lamp", "question": 1, "member": 0,
        ]
        try see(seen, in: "a", &log)
        #expect(log.events.count == 2)
        log.wait(seconds: 3)
        try see(seen, in: "a", &log)
        try see(["kind": "view", "index": "shop", "objectIDs": ["9"]], in: "b", &log)
        try see(["kind": "view", "index": "shop", "objectIDs": ["9"], "query": "desk", "question": 99], in: "b", &log)
        var fold = log.folded()
        let changes = fold.takeChanges()
        #expect(changes.queries.map { "\($0.key.query) \($0.value.searches) \($0.value.views)" } == ["lamp 1 6"])
        #expect(changes.hours.values.map(\.views).reduce(0, +) == 8)
        #expect(changes.hours.values.map(\.clicks).reduce(0, +) == 0)
    }

    @Test func `filters in searches are counted by attribute and value`() throws {
        var log = MadeLog()
        try see(["kind": "view", "index": "shop", "filters": ["brand:Acme", "sale:10%25", "new"]], in: "a", &log)
        try see(["kind": "view", "index": "shop", "filters": ["brand:Acme", 5]], in: "b", &log)
        var fold = log.folded()
        let seen = fold.takeChanges().filterViews.map {
            "\($0.key.searcher) \($0.key.attribute)=\($0.key.value) \($0.value)"
        }
        #expect(seen.sorted() == ["algolia:shop brand=Acme 2", "algolia:shop new= 1", "algolia:shop sale=10% 1"])
    }

    @Test func `the time of an answer is from the intent to the first results`() throws {
        var log = MadeLog()
        try log.type("lamp", in: "a")
        var fold = log.folded()
        let latencies = fold.takeChanges().latencies
        #expect(latencies.count == 1)
        #expect(latencies.first?.key.bucket == LatencyBuckets.ends.firstIndex(of: 5))
    }

    @Test func `intents that one turn carries out have each their own time to the answer that they have in common`()
        throws
    {
        var log = MadeLog()
        func latencies(_ log: MadeLog) -> [Int: Int] {
            var fold = log.folded()
            let counts = fold.takeChanges().latencies.map { (LatencyBuckets.ends[$0.key.bucket], $0.value) }
            return Dictionary(uniqueKeysWithValues: counts)
        }
        // The first one changes nothing, and waits for nothing.
        try log.ask("idle", in: "a")
        try log.turn([("idle", "unchanged")], in: "a")
        log.wait(seconds: 40)
        for (intent, pause) in [("first", 0.185), ("second", 0.003), ("third", 0.002)] {
            try log.ask(intent, in: "a")
            log.wait(seconds: pause)
        }
        try log.turn([("first", "applied"), ("second", "applied"), ("third", "unchanged")], in: "a")
        #expect(latencies(log).isEmpty, "there is no answer yet")
        log.wait(seconds: 0.005)
        try log.answer("second", in: "a")
        #expect(latencies(log) == [10: 1, 200: 1])
        // Of the next turn, at another time; a further response has no request.
        try log.ask("fourth", in: "a")
        log.wait(seconds: 0.04)
        try log.turn([("fourth", "applied")], in: "a")
        for intent in ["second", "fourth", "fourth"] { try log.answer(intent, in: "a") }
        #expect(latencies(log) == [10: 1, 50: 1, 200: 1])
    }

    @Test func `a session counts once in an hour and once on a day`() throws {
        var log = MadeLog()
        for _ in 0..<3 {
            try log.type("lamp", in: "a")
            log.wait(seconds: 2_400)
        }
        try log.type("lamp", in: "b")
        var fold = log.folded()
        let changes = fold.takeChanges()
        #expect(changes.hours.values.map(\.sessions).reduce(0, +) == 3)
        #expect(changes.sessionsOfDays.values.reduce(0, +) == 2)
    }

    @Test func `one text that several searchers are asked for is one search`() throws {
        var log = MadeLog()
        var fold = InsightsFold(InsightsRules(members: ["left": ["left"], "right": ["right"]]))
        for (unit, found) in [("left", 0), ("right", 4)] {
            let member: JSON = [
                "number": 1, "search": true, "query": "lamp", "index": "i", "page": 0, "filters": ["groups": []],
            ]
            try log.add(
                .request,
                unit,
                "a",
                type: "searchbus.request.changed",
                ["searcher": .string(unit), "number": 1, "members": .object(JSONObject([(unit, member)]))],
                cause: "one"
            )
            let answer: JSON = ["nbHits": JSON(found), "request": 1]
            try log.add(.results, unit, "a", type: "searchbus.results.hits", answer, cause: "one")
        }
        for event in log.events { fold.fold(event, now: log.now) }
        fold.pass(to: log.now + 2_000_000)
        let counts = fold.takeChanges().queries
        #expect(counts.map { "\($0.key.searcher) \($0.value.searches) \($0.value.empty)" } == ["left 1 0"])
    }

    @Test func `events that make no sense are passed over`() throws {
        var log = MadeLog()
        try log.add(.request, "products", "a", type: "searchbus.request.changed", ["number": "x"])
        try log.add(.results, "products", "a", type: "searchbus.results.hits", .array([]))
        try log.add(.request, "algolia", "a", type: "searchbus.request.algolia", .null)
        try log.add(.request, "insights", "a", type: "searchbus.request.events", ["events": [1]])
        try log.type("lamp", in: "a")
        #expect(log.counts().mapValues(\.searches) == ["lamp": 1])
    }

    @Test func `no more sessions are remembered than allowed, and none of their searches is lost`() throws {
        var rules = InsightsRules(members: ["products": ["products"]])
        rules.sessions = 10
        var fold = InsightsFold(rules)
        var log = MadeLog()
        for number in 0..<50 {
            try log.type("text \(number)", in: "s\(number)")
            log.wait(seconds: 0.1)
        }
        for event in log.events {
            fold.fold(event, now: log.now)
            fold.pass(to: log.now - 3_000_000)
        }
        fold.pass(to: log.now + 3_000_000)
        #expect(fold.sessionCount <= 10)
        #expect(fold.takeChanges().queries.values.map(\.searches).reduce(0, +) == 50)
    }
}
