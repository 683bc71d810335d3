// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import RandomTesting
import Testing
import Wire

@testable import Broker

@Suite final class SessionRemovalTests: LogFixture {
    /// Appends so many events to a session, and one to another.
    private func fill(_ store: LogStore, _ count: Int) throws {
        for start in stride(from: 0, to: count, by: 500) {
            let events = try (start..<min(start + 500, count)).map { number in
                try draft("e\(number)", "\(number % 3 == 0 ? "intent" : "view")/w\(number % 4)/large/")
            }
            _ = try append(store, events)
        }
        _ = try append(store, [try draft("other", "view/w/other/")])
    }

    private func count(_ table: String) throws -> Int {
        try DatabaseQueue(path: "\(folder)/log.sqlite").read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        }
    }

    @Test func `A large session is deleted at once, and its events in pieces between which others append`() throws {
        let store = try open()
        try fill(store, 2_000)
        #expect(try store.beginRemoval(of: ["large", "nobody"]) == ["large"])
        #expect(try ids(store.replay(ReplayQuery([.all], after: .zero))) == ["other"])
        #expect(try ids(store.latest(LatestQuery([.all]))) == ["other"])
        #expect(store.retention.mark.rawValue == 2_000)
        var (steps, removed): (Int, [RemovedSession]) = (0, [])
        while !store.removals.isEmpty {
            let before = store.eventCount
            removed += try store.removeSome()
            #expect(before - store.eventCount <= 128)
            steps += 1
            // The same ID as before: it is another event, of a session that starts again.
            _ = try append(store, [try draft("e\(steps)", "view/w1/large/")])
        }
        #expect(steps > 3)
        #expect(removed.map(\.session) == ["large"] && removed.map(\.events) == [2_000])
        #expect(removed[0].bytes > 2_000 * 50)
        #expect(store.eventCount == 1 + steps)
        let left = try ids(store.replay(ReplayQuery([.all], after: .zero)))
        #expect(left == ["other"] + (1...steps).map { "e\($0)" })
        #expect(try count("topics") == 2)
        #expect(try count("events") == 1 + steps)
    }

    @Test func `A broker killed between two pieces leaves a log without the session, and the next one continues`()
        throws
    {
        var store = try open()
        try fill(store, 1_500)
        #expect(try count("receipts") > 0)
        _ = try store.beginRemoval(of: ["large"])
        var steps = 0
        while !store.removals.isEmpty {
            _ = try store.removeSome()
            steps += 1
            // Nothing is closed or reported: as if the process had died here.
            store = try open()
            #expect(try ids(store.replay(ReplayQuery([.all], after: .zero))) == ["other"])
            #expect(try store.beginRemoval(of: ["large"]).isEmpty)
        }
        #expect(steps > 2)
        #expect(try count("events") == 1 && count("topics") == 1 && count("receipts") == 1)
        #expect(store.eventCount == 1 && store.head.rawValue == 1_501)
        #expect(try append(store, [try draft("e0", "intent/w0/large/")]).first.rawValue == 1_502)
        #expect(throws: Never.self) { try store.reading { db in try LogCheck.checkWhole(store, db) } }
    }

    @Test func `A session that is removed twice meanwhile is reported with all its events`() throws {
        let store = try open()
        try fill(store, 600)
        _ = try store.beginRemoval(of: ["large"])
        _ = try store.removeSome()
        _ = try append(store, [try draft("again", "view/w/large/")])
        #expect(try store.beginRemoval(of: ["large"]) == ["large"])
        #expect(try store.removeAll().map(\.events) == [601])
    }
}
