// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import GRDB
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

    @Test func `a session is read as it was written`() throws {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<300 {
            let session = session(&generator)
            let record = try #require(SessionRecord(bytes: SessionRecord(session).bytes))
            #expect(record.session == session, "seed \(testSeed)")
            #expect(record.touched == session.touched && record.isUndecided == session.isUndecided)
        }
    }

    @Test func `bytes that are no record are no session, and harm nothing`() {
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

    @Test func `a session of which the record is damaged begins anew`() throws {
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

    @Test func `a file of the first format keeps its counts and its sessions`() throws {
        let path = "/tmp/searchbus-insights-\(Identifier.make(length: 10)).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let day = MadeLog.start / EventTime.day
        try Self.makeFirstFormat(path, day)
        let store = try InsightsStore(path: path)
        let (place, sessions) = try store.load()
        #expect(place == InsightsPlace(epoch: "test", sequence: SequenceNumber(rawValue: 7), gaps: 1))
        #expect(sessions.count == 1)
        var fold = InsightsFold(InsightsRules(members: ["products": ["products"]]), sessions: sessions)
        var log = MadeLog()
        try log.click(4, in: "a", query: "lamp")
        for event in log.events { fold.fold(event, now: log.now) }
        fold.pass(to: log.now + 5_000_000)
        try store.save(fold.takeChanges(), from: place, to: place)
        let found = try #require(try InsightsReader(path: path).report(days: 7, limit: 10, now: MadeLog.start))
        let lamp = try #require(found.queries.first { $0.query == "lamp" })
        #expect(lamp.counts.searches == 5 && lamp.counts.clicks == 1 && lamp.counts.clicked == 1)
        #expect(found.queries.contains { $0.query == "chair" })
    }

    /// A file as the first format had it: four searches for “lamp”, of which one can still be clicked on, and “chair”, which stands.
    private static func makeFirstFormat(_ path: String, _ day: Int64) throws {
        let queue = try DatabaseQueue(path: path)
        let chair: JSON = [
            "searchers": ["products"], "query": "chair", "cause": "event-9", "since": JSON(Int(MadeLog.start)),
            "first": ["products": 1],
        ]
        let lamp: JSON = [
            "searchers": ["products"], "query": "lamp", "cause": "", "since": JSON(Int(MadeLog.start)),
            "day": JSON(Int(day)), "judged": true,
        ]
        let state: JSON = [
            "touched": JSON(Int(MadeLog.start)), "hour": JSON(Int(MadeLog.start / EventTime.hour)),
            "day": JSON(Int(day)), "asked": [["id": "event-9", "at": JSON(Int(MadeLog.start))]],
            "current": [chair], "recent": [lamp],
        ]
        let counts = [
            "searches", "tracked", "answered", "empty", "emptyRefined", "results", "clicked", "clicks", "placed",
            "positions", "converted", "conversions",
        ]
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE place (epoch TEXT NOT NULL, sequence INTEGER NOT NULL, gaps INTEGER NOT NULL);
                    INSERT INTO place VALUES ('test', 7, 1);
                    CREATE TABLE queries (day INTEGER, searcher TEXT, query TEXT,
                        \(counts.map { "\($0) INTEGER NOT NULL" }.joined(separator: ", ")),
                        PRIMARY KEY (day, searcher, query)) WITHOUT ROWID;
                    INSERT INTO queries VALUES (\(day), 'products', 'lamp', 5, 5, 5, 0, 0, 9, 0, 0, 0, 0, 0, 0);
                    CREATE TABLE refinements (day INTEGER, searcher TEXT, attribute TEXT, value TEXT, used INTEGER NOT NULL,
                        PRIMARY KEY (day, searcher, attribute, value)) WITHOUT ROWID;
                    CREATE TABLE latencies (day INTEGER, bucket INTEGER, answers INTEGER NOT NULL,
                        PRIMARY KEY (day, bucket)) WITHOUT ROWID;
                    CREATE TABLE hours (hour INTEGER PRIMARY KEY, searches INTEGER NOT NULL, empty INTEGER NOT NULL,
                        clicks INTEGER NOT NULL, conversions INTEGER NOT NULL, sessions INTEGER NOT NULL);
                    CREATE TABLE days (day INTEGER PRIMARY KEY, sessions INTEGER NOT NULL);
                    CREATE TABLE open (session TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID;
                    PRAGMA application_id = \(InsightsSchema.applicationID);
                    PRAGMA user_version = 1;
                    """
            )
            try db.execute(sql: "INSERT INTO open VALUES ('a', ?)", arguments: [Data(state.bytes)])
            try db.execute(sql: "INSERT INTO open VALUES ('broken', ?)", arguments: [Data("no".utf8)])
        }
    }
}
