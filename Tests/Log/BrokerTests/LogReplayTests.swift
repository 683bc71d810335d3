// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import RandomTesting
import Testing
import Wire

@testable import Broker

@Suite final class LogReplayTests: LogFixture {
    private func plan(_ sql: String, _ arguments: StatementArguments, _ store: LogStore) throws -> [String] {
        try store.reading { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments).map { $0["detail"] }
        }
    }

    @Test func `A topic's sequence numbers are read by their index, and nothing is sorted`() throws {
        let store = try open()
        for number in 0..<100 { _ = try append(store, [try draft("e\(number)", "view/w/s\(number % 3)/")]) }
        let numbers = try plan(EventTable.numbersOfTopic(isBackward: false), [1, 0, 100, 10], store)
        #expect(numbers.count == 1 && numbers[0].contains("COVERING INDEX events_topic (topic=?"), "\(numbers)")
        let bodies = try plan(EventTable.byNumber, [1], store)
        #expect(bodies.count == 1 && bodies[0].contains("INTEGER PRIMARY KEY"), "\(bodies)")
        let topics = try plan(TopicTable.ofSessions(count: 1), ["s1"], store)
        #expect(topics.count == 1 && topics[0].contains("INDEX topics_session"), "\(topics)")
    }

    @Test func `What is read of a session is in proportion to what is returned, however large the session is`() throws {
        let store = try open()
        let text = #"{"text":"\#(String(repeating: "x", count: 20_000))"}"#
        for part in 0..<40 {
            let events = try (0..<50).map { try draft("e\(part)-\($0)", "view/w\($0 % 20)/s/", data: text) }
            _ = try append(store, events)
        }
        try store.reading { db in
            for (after, limit) in [(0, 1), (0, 10), (0, 1_000), (1_000, 10), (1_990, 1_000), (2_000, 1_000)] {
                let query = ReplayQuery([.all], session: "s", after: .init(rawValue: UInt64(after)), limit: limit)
                var replay = LogReplay(query, upTo: store.head)
                let page = try replay.read(db)
                #expect(replay.bytes == page.size, "no body is read that is not returned")
                #expect(replay.rows <= 4 * page.events.count + 2 * 20 + 40, "\(replay.rows) for \(page.events.count)")
            }
        }
    }

    @Test func `A walk over the log ends after so many bytes, matching or not, and continues from there`() throws {
        let store = try open()
        let text = #"{"text":"\#(String(repeating: "x", count: 500_000))"}"#
        for number in 0..<40 { _ = try append(store, [try draft("e\(number)", "view/w/s/", data: text)]) }
        _ = try append(store, [try draft("wanted", "intent/w/s/")])
        try store.reading { db in
            var (after, found, pages) = (SequenceNumber.zero, [String](), 0)
            while after < store.head {
                var replay = LogReplay(ReplayQuery([TopicPrefix(.intent)], after: after), upTo: store.head)
                let page = try replay.read(db)
                #expect(replay.bytes < 5 << 20 && page.through > after)
                (after, found, pages) = (page.through, found + (try ids(page)), pages + 1)
            }
            #expect(found == ["wanted"] && pages > 3)
        }
    }

    @Test func `Random pages of random topics are what the log has, each event once and in order`() throws {
        let seed = testSeed
        var random = SeededGenerator(seed: seed)
        let store = try open()
        var all: [(id: String, topic: String)] = []
        for number in 0..<1_500 {
            // Some topics have most of the events.
            let topic =
                "\(["view", "intent"].randomElement(using: &random) ?? "view")/w\(Int.random(in: 0..<Int.random(in: 1...30, using: &random), using: &random))/s\(Int.random(in: 0..<3, using: &random))/"
            _ = try append(store, [try draft("e\(number)", topic)])
            all.append(("e\(number)", topic))
        }
        for _ in 0..<120 {
            let session = "s\(Int.random(in: 0..<4, using: &random))"
            let prefixes =
                [[.all], [TopicPrefix(.view)], [TopicPrefix(.view, "w1"), TopicPrefix(.intent)]].randomElement(
                    using: &random
                )
                ?? [.all]
            let end = Int.random(in: 0...1_500, using: &random)
            var after = Int.random(in: 0...1_600, using: &random)
            let start = after
            var found: [String] = []
            while after < end {
                let query = ReplayQuery(
                    prefixes,
                    session: session,
                    after: .init(rawValue: UInt64(after)),
                    limit: Int.random(in: 1...200, using: &random)
                )
                let page = try store.reading { db in
                    var replay = LogReplay(query, upTo: .init(rawValue: UInt64(end)))
                    return try replay.read(db)
                }
                found += try ids(page)
                #expect(page.through.rawValue > UInt64(after))
                after = Int(page.through.rawValue)
            }
            let wanted = all[min(start, end)..<end].filter { event in
                event.topic.hasSuffix("/\(session)/") && prefixes.contains { $0.matches(event.topic) }
            }
            #expect(found == wanted.map(\.id), "seed \(seed)")
        }
    }

    @Test func `Random pages in both directions with a filter are what the log has, each event once`() throws {
        let seed = testSeed
        var random = SeededGenerator(seed: seed)
        let store = try open()
        var all: [(id: String, topic: String, isWanted: Bool)] = []
        for number in 0..<1_200 {
            let topic =
                "\(["view", "intent"][Int.random(in: 0...1, using: &random)])/w\(Int.random(in: 0..<6, using: &random))/s\(Int.random(in: 0..<3, using: &random))/"
            let isWanted = Int.random(in: 0..<7, using: &random) == 0
            _ = try append(store, [try draft("e\(number)", topic, data: isWanted ? #"{"a":"Wanted"}"# : "{}")])
            all.append(("e\(number)", topic, isWanted))
        }
        for _ in 0..<150 {
            let (isFiltered, isBackward) = (Bool.random(using: &random), Bool.random(using: &random))
            let session = Bool.random(using: &random) ? "s\(Int.random(in: 0..<4, using: &random))" : nil
            let low = Int.random(in: 0...1_200, using: &random)
            let high = Int.random(in: 0...1_300, using: &random)
            var query = ReplayQuery([TopicPrefix(.view)], session: session, after: .init(rawValue: UInt64(low)))
            query.before = .init(rawValue: UInt64(high))
            query.isBackward = isBackward
            if isFiltered { query.filter = try EventFilter(parsing: "wanted", now: .now()) }
            var found: [String] = []
            for _ in 0..<1_300 {
                query.limit = Int.random(in: 1...300, using: &random)
                let page = try store.replay(query)
                found += try ids(page)
                if isBackward {
                    guard page.through.rawValue > UInt64(low) + 1 else { break }
                    query.before = page.through
                } else {
                    guard page.through.rawValue + 1 < UInt64(min(high, 1_201)) else { break }
                    query.after = page.through
                }
            }
            let end = min(max(high, 1) - 1, 1_200)
            let wanted = all[min(low, end)..<end].filter { event in
                event.topic.hasPrefix("view/") && (session.map { event.topic.hasSuffix("/\($0)/") } ?? true)
                    && (event.isWanted || !isFiltered)
            }.map(\.id)
            #expect(found == (isBackward ? wanted.reversed() : wanted), "seed \(seed)")
        }
    }

    @Test func `A page with a filter ends after so many bytes, and continues from there`() throws {
        let store = try open()
        let text = #"{"text":"\#(String(repeating: "x", count: 500_000))"}"#
        _ = try append(store, [try draft("wanted", "intent/w/s/")])
        for number in 0..<50 { _ = try append(store, [try draft("e\(number)", "view/w/s/", data: text)]) }
        var query = ReplayQuery([.all], after: .zero)
        (query.isBackward, query.filter) = (true, try EventFilter(parsing: "kind:intent", now: .now()))
        let first = try store.replay(query)
        #expect(first.events.isEmpty && first.through.rawValue > 1)
        var (pages, found) = (1, [String]())
        query.before = first.through
        while let before = query.before, before.rawValue > 1, pages < 60 {
            let page = try store.replay(query)
            (found, pages, query.before) = (found + (try ids(page)), pages + 1, page.through)
        }
        #expect(found == ["wanted"] && pages > 1)
    }

    @Test func `A page with a filter ends after some time, and looks at one event at least`() throws {
        let store = try open()
        for number in 0..<20 { _ = try append(store, [try draft("e\(number)")]) }
        var query = ReplayQuery([.all], after: .zero)
        query.filter = try EventFilter(parsing: "id:e19", now: now)
        var (moment, pages) = (ContinuousClock.now, 0)
        while query.after.rawValue < 20, pages < 30 {
            let page = try store.reading { db in
                var replay = LogReplay(query, upTo: store.head) {
                    moment += .milliseconds(150)
                    return moment
                }
                return try replay.read(db)
            }
            #expect(page.through > query.after)
            (query.after, pages) = (page.through, pages + 1)
            if query.after.rawValue == 20 { #expect(try ids(page) == ["e19"]) }
        }
        #expect(pages == 10)
    }

    @Test func `The time since a cause is found, also where other events lie between`() throws {
        let store = try open()
        func event(_ id: String, _ cause: String?, _ milliseconds: Int) throws -> ReceivedEvent {
            let time = Timestamp(microseconds: now.microseconds + Int64(milliseconds) * 1_000)
            let link = cause.map { #","causationid":"\#($0)""# } ?? ""
            return try ReceivedEvent(
                topic: try Topic(parsing: "view/w/s/"),
                attributes: Array(
                    #"{"id":"\#(id)","source":"/t","type":"searchbus.view.t","time":"\#(time)"\#(link)}"#.utf8
                ),
                data: Array("{}".utf8)
            )
        }
        _ = try append(store, [try event("root", nil, 0)])
        for number in 0..<300 { _ = try append(store, [try event("other\(number)", nil, number)]) }
        _ = try append(
            store,
            [try event("quick", "root", 4), try event("slow", "root", 6), try event("lost", "nowhere", 9)]
        )
        for (filter, wanted) in [
            (">5ms", ["slow"]), ("<5ms id:*o*", []), ("<5ms >3ms", ["quick"]), ("<1ms id:lost", ["lost"]),
        ] {
            for isBackward in [false, true] {
                var query = ReplayQuery([.all], after: .zero)
                (query.isBackward, query.filter) = (isBackward, try EventFilter(parsing: filter, now: now))
                // With a fixed clock, a page does not end early on a slow machine.
                let (moment, complete) = (ContinuousClock.now, query)
                let page = try store.reading { db in
                    var replay = LogReplay(complete, upTo: store.head) { moment }
                    return try replay.read(db)
                }
                #expect(try ids(page) == wanted, "\(filter)")
            }
        }
    }

    @Test func `Every reader of a damaged event reports it`() throws {
        let store = try open()
        _ = try append(store, [try draft("a"), try draft("b", "view/other/s/")])
        try store.queue.inDatabase { db in try db.execute(sql: "UPDATE events SET body = x'00' WHERE sequence = 2") }
        for query in [
            ReplayQuery([.all], session: "s", after: .zero), ReplayQuery([TopicPrefix(.view, "w")], after: .zero),
        ] {
            let error = #expect(throws: SearchBusError.self) { try store.replay(query) }
            #expect(error?.code == .logCorrupt)
        }
    }

    @Test func `Each client has its turn, one page at a time, and none fills the queue for others`() {
        var queue = ReplayQueue<String>()
        func next() -> String? { queue.next()?.job }
        var wasAdded = (0..<5).map { queue.add("a\($0)", of: 1) }
        wasAdded.append(queue.add("b0", of: 2))
        #expect(next() == "a0")
        #expect(next() == "b0")
        let none = next()
        #expect(none == nil, "both are being served")
        queue.finish(1)
        wasAdded.append(queue.add("b1", of: 2))
        #expect(wasAdded.allSatisfy { $0 })
        #expect(next() == "a1")
        queue.finish(1)
        queue.finish(2)
        #expect(next() == "a2")
        #expect(next() == "b1")
        var full = ReplayQueue<Int>()
        let added = (0..<2_000).filter { full.add($0, of: 7) }.count
        #expect(added == ReplayQueue<Int>.limit.client)
        let other = full.add(0, of: 8)
        #expect(other)
        for client in 10..<2_000 { _ = full.add(0, of: client) }
        #expect(full.count == ReplayQueue<Int>.limit.total)
        var (turns, last) = (0, full.count)
        while let (client, _) = full.next() {
            full.finish(client)
            turns += 1
            #expect(full.count == last - 1)
            last = full.count
        }
        #expect(turns == ReplayQueue<Int>.limit.total)
    }

    @Test func `Where the queue is full, the client with the most jobs makes room`() {
        var queue = ReplayQueue<Int>()
        for client in 1...3 {
            for number in 0..<ReplayQueue<Int>.limit.client { _ = queue.add(number, of: client) }
        }
        #expect(queue.count == ReplayQueue<Int>.limit.total)
        let wasComplete = queue.add(7, of: 9)
        #expect(!wasComplete && queue.count == ReplayQueue<Int>.limit.total)
        var jobs: [Int] = []
        for _ in 0..<4 {
            guard let (client, job) = queue.next() else { break }
            if client == 9 { jobs.append(job) }
        }
        #expect(jobs == [7])
    }

    @Test func `A reader of its own sees what was committed, and not what comes while it reads`() async throws {
        let store = try open()
        for number in 0..<500 { _ = try append(store, [try draft("e\(number)")]) }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let pool = try ReplayPool(path: store.path) { continuation.yield() }
        for client in 0..<20 {
            let job = ReplayPool.Job(
                client: BrokerClient(peer: client % 3, isLocal: true, correlation: [UInt8(client)]),
                query: ReplayQuery([.all], session: "s", after: .init(rawValue: UInt64(client)), limit: 10),
                head: store.head
            )
            #expect(pool.add(job))
            _ = try append(store, [try draft("later\(client)")])
        }
        var answers: [UInt8: [String]] = [:]
        for await _ in stream {
            for answer in pool.take() {
                let page = try answer.page.get()
                #expect(page.through <= answer.job.head)
                answers[answer.job.client.correlation[0]] = try ids(page)
            }
            if answers.count == 20 { break }
        }
        for client in 0..<20 { #expect(answers[UInt8(client)] == (client..<client + 10).map { "e\($0)" }) }
    }
}
