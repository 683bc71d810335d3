// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import RandomTesting
import Testing
import Wire

@testable import Broker

@Suite("Damaged events")
final class EventChecksumTests: LogFixture {
    private func damage(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        let queue = try DatabaseQueue(path: "\(folder)/log.sqlite")
        try queue.write { db in try db.execute(sql: sql, arguments: arguments) }
        try queue.close()
    }

    /// A log of a few events, closed.
    private func fill() throws {
        let store = try open()
        for number in 0..<5 {
            _ = try append(store, [try draft("a\(number)", "intent/w/s/"), try draft("b\(number)", "intent/w/t/")])
        }
        try store.close()
    }

    private func expectDamage(at place: Int) throws {
        let store = try open()
        let reads: [() throws -> LogStore.Page] = [
            { try store.replay(ReplayQuery([.all], after: .zero)) },
            { try store.replay(ReplayQuery([TopicPrefix(.view)], after: .zero)) },
            { try store.replay(ReplayQuery([.all], session: "s", after: .zero)) },
        ]
        for read in reads {
            let error = #expect(throws: SearchBusError.self) { try read() }
            #expect(error?.code == .logCorrupt && error?.message.contains("sequence number \(place)") == true)
        }
        try store.close()
    }

    @Test func `A time that no clock gives is shown as the nearest one`() throws {
        try fill()
        for (stored, shown) in [(Int64.max, "9999-12-31T23:59:59.999000Z"), (.min, "1970-01-01T00:00:00.000000Z")] {
            try damage("UPDATE sessions SET time = ?", [stored])
            try damage("UPDATE events SET time = ?", [stored])
            let log = try SessionLog(dataDirectory: folder)
            #expect(try log.topics(of: "s").map(\.lastActivity.description) == [shown])
            #expect(try log.sessions(limit: 2).sessions.allSatisfy { $0.lastActivity.description == shown })
        }
    }

    @Test func `A body of which any byte is another is noticed by every read`() throws {
        var random = SeededGenerator(seed: testSeed)
        try fill()
        let queue = try DatabaseQueue(path: "\(folder)/log.sqlite")
        let body = try #require(
            try queue.read { try Data.fetchOne($0, sql: "SELECT body FROM events WHERE sequence = 3") }
        )
        try queue.close()
        for _ in 0..<20 {
            var changed = body
            let place = Int.random(in: 0..<body.count, using: &random)
            changed[place] ^= UInt8.random(in: 1...255, using: &random)
            try damage("UPDATE events SET body = ? WHERE sequence = 3", [changed])
            try expectDamage(at: 3)
        }
        try damage("UPDATE events SET body = ? WHERE sequence = 3", [body])
        #expect(try open().replay(ReplayQuery([.all], after: .zero)).events.count == 10)
    }

    @Test func `An event of another topic or place is noticed`() throws {
        try fill()
        try damage("UPDATE events SET topic = 99 WHERE sequence = 3")
        let store = try open()
        #expect(throws: SearchBusError.self) { try store.replay(ReplayQuery([.all], after: .zero)) }
        try store.close()
        try damage("UPDATE events SET topic = (SELECT topic FROM events WHERE sequence = 1) WHERE sequence = 3")
        try damage(
            "UPDATE events SET sequence = 20 WHERE sequence = 5; UPDATE events SET sequence = 5 WHERE sequence = 7"
        )
        try damage("UPDATE events SET sequence = 7 WHERE sequence = 20")
        try expectDamage(at: 5)
    }

    @Test func `The last event of a topic is checked`() throws {
        try fill()
        try damage("UPDATE events SET body = x'7b7d' WHERE sequence = 9")
        let store = try open()
        let error = #expect(throws: SearchBusError.self) { try store.latest(LatestQuery([.all])) }
        #expect(error?.code == .logCorrupt)
    }
}
