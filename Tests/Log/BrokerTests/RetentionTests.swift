// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import GRDB
import RandomTesting
import Testing
import Wire

@testable import Broker

@Suite("Retention")
final class RetentionTests: LogFixture {
    private let intents = [TopicPrefix(.intent, "c"), TopicPrefix(.results, "q")]

    private func trim(_ store: LogStore, receiptsThrough old: SequenceNumber = .zero) throws {
        for _ in 0..<1000 where try !store.trim(receiptsThrough: old) { return }
    }

    private func all(_ store: LogStore) throws -> [String] {
        try ids(store.replay(ReplayQuery([.all], after: .zero)))
    }

    @Test func `An intent stays until its component has folded it`() throws {
        let store = try open()
        _ = try append(store, [try draft("i1", "intent/c/s/"), try draft("r1", "results/q/s/")])
        _ = try append(store, [], move(0, 2, id: "t1", folded: 2, prefixes: intents))
        for number in 2...200 {
            _ = try append(store, [try draft("i\(number)", "intent/c/s/"), try draft("r\(number)", "results/q/s/")])
        }
        try trim(store)
        #expect(try all(store) == (2...200).map { "i\($0)" } + ["r200"], "only non-pending events were deleted")
        #expect(store.retention.trimmed == store.head)
        // The component comes back and receives the rest, which is deleted only then.
        let reopened = try open()
        let page = try reopened.replay(ReplayQuery(intents, after: .init(rawValue: 2), limit: 1000))
        #expect(try ids(page).count == 200)
        _ = try append(reopened, [], move(2, 400, id: "t2", folded: 200, prefixes: intents))
        try trim(reopened)
        #expect(try all(reopened) == ["i200", "r200"])
        #expect(reopened.eventCount == 2)
        #expect(try open().eventCount == 2)
    }

    @Test func `An intent that was the last of its topic when the log was trimmed is kept when the next one comes`()
        throws
    {
        let store = try open()
        _ = try store.claim(["c"], nonce: "n")
        _ = try append(store, [try draft("i1", "intent/c/s/")])
        _ = try append(store, [try draft("v1")])
        try trim(store)
        _ = try append(store, [try draft("i2", "intent/c/s/"), try draft("v2")])
        #expect(try all(store) == ["i1", "i2", "v2"])
    }

    @Test func `A component that was claimed and never moved has yet to fold the intents to its name`() throws {
        let store = try open()
        _ = try store.claim(["c"], nonce: "n")
        _ = try append(
            store,
            try (1...9).flatMap { [try draft("i\($0)", "intent/c/s/"), try draft("x\($0)", "intent/nobody/s/")] }
        )
        try trim(store)
        #expect(try all(store) == (1...9).map { "i\($0)" } + ["x9"])
    }

    @Test func `A repeat is a repeat until its receipt is old, whatever was trimmed`() throws {
        let store = try open()
        let first = try append(store, [try draft("a", "intent/w/s/")])
        for number in 1...100 { _ = try append(store, [try draft("n\(number)", "intent/w/s/")]) }
        try trim(store)
        #expect(try append(try open(), [try draft("a", "intent/w/s/")]) == first)
        #expect(store.head.rawValue == 101)
        try trim(store, receiptsThrough: .init(rawValue: 1))
        #expect(try append(store, [try draft("n1", "intent/w/s/")]).first.rawValue == 2)
        #expect(try append(store, [try draft("a", "intent/w/s/")]).first.rawValue == 102)
    }

    @Test func `The sessions that are idle longest are deleted completely, and the mark shows it`() throws {
        let store = try open()
        for number in 0..<30 {
            // The wall clock runs backwards, which must not matter.
            let time = Timestamp(microseconds: now.microseconds - Int64(number) * 1_000_000)
            _ = try append(
                store,
                [try draft("i", "intent/c/s\(number)/"), try draft("v", "view/w/s\(number)/")],
                at: time
            )
        }
        let place = SequenceNumber(rawValue: 53)
        #expect(try store.expireSessions(idleThrough: place, limit: 20) == (0..<20).map { "s\($0)" })
        #expect(try store.expireSessions(idleThrough: place, limit: 20) == (20..<26).map { "s\($0)" })
        #expect(try store.expireSessions(idleThrough: place, limit: 20) == [])
        #expect(try store.removeAll().map(\.events).reduce(0, +) == 52)
        #expect(store.retention.expired.rawValue == 52)
        #expect(store.eventCount == 8)
        // Receipts are deleted with their session: the same ID starts again.
        #expect(try append(store, [try draft("i", "intent/c/s3/")]).first.rawValue == 61)
    }

    @Test func `A client with many of the sessions loses its own first, even if others are idle longer`() throws {
        var store = try open()
        func begin(_ names: [String], _ source: String) throws {
            for name in names {
                _ = try append(store, [try draft("i", "intent/c/\(name)/", source: source)])
                // Others' events in a session do not change its owner.
                _ = try append(store, [try draft("v", "view/w/\(name)/", source: "/w")])
            }
        }
        try begin((0..<10).map { "old\($0)" }, "/gateway/a")
        try begin((0..<40).map { "new\($0)" }, "/gateway/b")
        try begin((0..<10).map { "other\($0)" }, "/gateway/c")
        // Their creator is known after a crash too.
        store = try open()
        let all = store.head
        #expect(try store.expireSessions(idleThrough: all, limit: 15) == (0..<15).map { "new\($0)" })
        // Sessions in use stay, independently of their creator.
        let place = SequenceNumber(rawValue: 2 * (10 + 18))
        #expect(try store.expireSessions(idleThrough: place, limit: 15) == (15..<18).map { "new\($0)" })
        #expect(try store.expireSessions(idleThrough: place, limit: 4) == (0..<4).map { "old\($0)" })
        // With 19 of 35 no client has many: the longest idle ones are deleted.
        #expect(try store.expireSessions(idleThrough: all, limit: 3) == (18..<21).map { "new\($0)" })
        #expect(try store.expireSessions(idleThrough: all, limit: 7) == (4..<10).map { "old\($0)" } + ["new21"])
    }

    @Test func `Sessions of an older log, whose creators are unknown, are not those of one creator`() throws {
        var store = try open()
        for number in 0..<60 { _ = try append(store, [try draft("i", "intent/c/old\(number)/")]) }
        try store.close()
        try DatabaseQueue(path: "\(folder)/log.sqlite").write { try $0.execute(sql: "UPDATE sessions SET creator = 0") }
        store = try open()
        for number in 0..<30 { _ = try append(store, [try draft("i", "intent/c/new\(number)/", source: "/g")]) }
        #expect(try store.expireSessions(idleThrough: store.head, limit: 3) == (0..<3).map { "new\($0)" })
    }

    @Test func `The last of each topic is found in pages, with what was just appended and across restarts`() throws {
        var random = SeededGenerator(seed: 7)
        var store = try open()
        var lasts: [String: String] = [:]
        for number in 0..<2000 {
            let topic =
                "\(["view", "results", "intent"].randomElement(using: &random) ?? "view")/w\(number % 7)/s\(Int.random(in: 0..<40, using: &random))/"
            _ = try append(store, [try draft("e\(number)", topic)])
            lasts[topic] = "e\(number)"
            switch Int.random(in: 0..<100, using: &random) {
            case 0: store = try open()
            case 1: try store.writeActivity()
            default: break
            }
        }
        for prefixes in [[TopicPrefix(.view)], [TopicPrefix(.view, "w1"), TopicPrefix(.intent)], [.all]] {
            for limit in [3, 50, 1000] {
                var query = LatestQuery(prefixes, limit: limit)
                var found: [String] = []
                while true {
                    let page = try store.latest(query)
                    found += try ids(page)
                    guard page.hasMore, let last = page.events.last else { break }
                    query.after = try event(last).sequence
                }
                let wanted = lasts.filter { topic, _ in prefixes.contains { $0.matches(topic) } }
                #expect(Set(found) == Set(wanted.values) && found.count == wanted.count, "limit \(limit), \(prefixes)")
            }
        }
        let sessions = (0..<20).map { "s\($0)" }
        let found = try ids(store.latest(LatestQuery([TopicPrefix(.view)], sessions: sessions, limit: 1000)))
        let wanted = lasts.filter { topic, _ in
            topic.hasPrefix("view/") && sessions.contains { topic.hasSuffix("/\($0)/") }
        }
        #expect(Set(found) == Set(wanted.values) && found.count == wanted.count)
    }
}
