// SPDX-License-Identifier: MIT

import Bus
import Foundation
import RandomTesting
import Testing
import Wire

@testable import Insights

@Suite struct SessionRecordTests {
    private func search(_ generator: inout SeededGenerator) -> OpenSession.Search {
        let names = ["products", "left", "right", "algolia:é"]
        func flag() -> Bool { Bool.random(using: &generator) }
        func numbers() -> [String: Int] {
            flag() ? [:] : Dictionary(names.prefix(2).map { ($0, Int.random(in: 0..<1_000, using: &generator)) }) { $1 }
        }
        return OpenSession.Search(
            searchers: Array(names.shuffled(using: &generator).prefix(Int.random(in: 0...2, using: &generator))),
            query: ["", "lamp", "kettle für zwölf"].randomElement(using: &generator) ?? "",
            cause: flag() ? 0 : .random(in: 1...UInt64.max, using: &generator),
            since: flag() ? 0 : MadeLog.start - .random(in: 0..<EventTime.day, using: &generator),
            place: flag() ? 0 : .random(in: 1...UInt64.max, using: &generator),
            member: flag() ? 0 : Int.random(in: 0..<256, using: &generator),
            isTracked: flag(),
            first: numbers(),
            found: numbers(),
            filters: flag() ? [] : [.random(in: 0...UInt64.max, using: &generator), 1],
            shape: flag() ? 0 : .random(in: 1...UInt64.max, using: &generator),
            day: flag() ? nil : MadeLog.start / EventTime.day - .random(in: 0..<3, using: &generator),
            isJudged: flag(),
            isClicked: flag(),
            isConverted: flag(),
            views: flag() ? 0 : 5,
            isAhead: flag()
        )
    }

    private func session(_ generator: inout SeededGenerator) -> OpenSession {
        var session = OpenSession(touched: MadeLog.start + .random(in: 0..<EventTime.day, using: &generator))
        session.hour = Bool.random(using: &generator) ? -1 : session.touched / EventTime.hour
        session.day = Bool.random(using: &generator) ? -1 : session.touched / EventTime.day
        for _ in 0..<Int.random(in: 0..<4, using: &generator) {
            session.asked.append(.init(id: .random(in: 1...UInt64.max, using: &generator), at: session.touched - 1_000))
            session.current.append(search(&generator))
            session.recent.append(search(&generator))
        }
        return session
    }

    @Test func `a session survives encoding and decoding`() throws {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<300 {
            let session = session(&generator)
            let record = try #require(SessionRecord(bytes: SessionRecord(session).bytes))
            #expect(record.session == session, "seed \(testSeed)")
            #expect(record.touched == session.touched && record.isUndecided == session.isUndecided)
        }
    }

    @Test func `invalid bytes give no session, and do no harm`() {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<300 {
            let whole = SessionRecord(session(&generator)).bytes
            for length in [0, 1, whole.count / 2, whole.count - 1] {
                #expect(SessionRecord(bytes: Array(whole.prefix(length)))?.session == nil, "seed \(testSeed)")
            }
            #expect(SessionRecord(bytes: whole + [0])?.session == nil)
            var changed = whole
            changed[Int.random(in: 0..<whole.count, using: &generator)] = .random(in: 0...255, using: &generator)
            _ = SessionRecord(bytes: changed)?.session
        }
        #expect(SessionRecord(bytes: [UInt8](repeating: 0xFF, count: 40)) == nil)
    }

    @Test func `a session with a damaged record starts again`() throws {
        var log = MadeLog()
        try log.type("lamp", in: "a")
        var fold = log.folded(after: 0)
        let record = try #require(fold.takeChanges().sessions["a"] ?? nil)
        let cut = try #require(SessionRecord(bytes: Array(record.bytes.prefix(12))))
        var next = InsightsFold(InsightsRules(members: ["products": ["products"]]), sessions: ["a": cut])
        var more = MadeLog()
        try more.type("chair", in: "a")
        for event in more.events { next.fold(event, now: more.now) }
        next.pass(to: more.now + 5_000_000)
        #expect(next.takeChanges().queries.map(\.key.query) == ["chair"])
    }
}
