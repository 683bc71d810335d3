// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Testing
import Wire

@testable import Broker

@Suite("An entry of a shared log")
final class EntryTransactionTests: LogFixture {
    private let full = SearchBusError(.storageFull, "The disk is full.")

    private func openReplica(_ name: String) throws -> LogStore {
        try LogStore(path: "\(folder)/\(name).sqlite", durability: .process, journal: "epoch-of-the-log")
    }

    /// Events of 30 sessions, then an entry of each kind of command that has another effect when repeated.
    private func entries() throws -> [[LogCommand]] {
        let events = try (0..<30).map { try draft("first", "view/w/s\($0)/") }
        return [
            [.append(command(events))],
            [
                .append(command([try draft("again", "view/w/s29/")])), .remove(sessions: ["s29"]),
                .append(command([try draft("again", "view/w/s29/")])), .claim(["c", "d"], nonce: "x"),
                .claim(["c"], nonce: "y"), .expire(.since(Timestamp(microseconds: now.microseconds + 1_000_000))),
            ],
        ]
    }

    private func carryOut(_ commands: [LogCommand], _ store: LogStore, failing: Bool = false) throws -> [[UInt64]] {
        try store.carryOut(LogEntry(commands, time: now, hasPlace: true)) { _, outcomes in
            #expect(outcomes.count == commands.count)
            if failing { throw full }
        }.outcomes.map(\.numbers)
    }

    @Test func `What is carried out again after a failure has the effect of the first time`() throws {
        let (calm, harmed) = (try openReplica("calm"), try openReplica("harmed"))
        var expected: [[UInt64]] = []
        for entry in try entries() {
            expected = try carryOut(entry, calm)
            // At the end, when everything but the note was done.
            for _ in 0..<2 { #expect(throws: SearchBusError.self) { try self.carryOut(entry, harmed, failing: true) } }
            #expect(try carryOut(entry, harmed) == expected)
        }
        #expect(expected.map(\.count) == [2, 1, 2, 4, 2, 20])
        #expect(expected[4].first == 2, "the second claim of a component")
        for store in [calm, harmed] { #expect(store.head.rawValue == 32) }
        // The sessions that are deleted next are the same, too.
        let last: [LogCommand] = [.expire(.since(Timestamp(microseconds: now.microseconds + 1_000_000)))]
        #expect(try carryOut(last, calm) == carryOut(last, harmed))
    }
}
