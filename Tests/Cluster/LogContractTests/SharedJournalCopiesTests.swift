// SPDX-License-Identifier: MIT

import Broker
import Bus
import BusTesting
import Foundation
import RandomTesting
import Replication
import ReplicationTesting
import Testing
import Wire

/// Nodes that start from a snapshot of the log, because the journal does not reach back far enough for them.
@Suite("Snapshots of a shared log", .timeLimit(.minutes(5)))
struct SharedJournalCopiesTests {
    private let folder = "/tmp/searchbus-test-\(Identifier.make(length: 10))"

    /// Makes a snapshot of a running node's log.
    private func copy(_ broker: TestBroker, into journal: SharedJournal) throws -> StoredCopy {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (log, target) = ("\(broker.folder)/data/log.sqlite", "\(folder)/\(Identifier.make())")
        let copy = try LogCopy(of: log, to: target, pace: CopyPace(piece: 1 << 16) { _ in })
        try copy.approach()
        _ = try copy.finish(holding: try HeldDatabase(path: log))
        return try journal.keepCopy(target)
    }

    private func everything(_ broker: TestBroker, through head: SequenceNumber) async throws -> [EventContent] {
        let client = try broker.client()
        _ = try await client.replay(ReplayQuery([.all], after: head, limit: 1))
        return try await client.replay(ReplayQuery([.all], after: .zero, limit: 1000)).events.map(EventContent.init)
    }

    private func aside(_ broker: TestBroker) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(broker.folder)/data").filter {
            $0.hasPrefix("before-") || $0.hasPrefix("restore") || $0.hasPrefix("arriving")
        }
    }

    @Test func `A machine that comes new begins with a copy, also where fetching it was broken off`() async throws {
        let journal = SharedJournal()
        let first = try TestBroker(sharing: journal)
        for number in 0..<10 { _ = try await first.client().append([try intent("a\(number)")]) }
        let place = try copy(first, into: journal).place
        _ = try await first.client().append([try intent("b")])
        journal.trim(below: place)
        journal.breakNextFetchOff()
        let folder = "/tmp/searchbus-test-\(Identifier.make(length: 10))"
        let error = #expect(throws: SearchBusError.self) { try TestBroker(sharing: journal, in: folder) }
        #expect(error?.code == .journalUnavailable)
        let second = try TestBroker(sharing: journal, in: folder)
        let receipt = try await second.client().append([try intent("c")])
        #expect(receipt.first.rawValue == 12)
        #expect(try await everything(second, through: receipt.last) == everything(first, through: receipt.last))
        #expect(try aside(second) == [], "nothing was there before")
    }

    @Test func `Without a snapshot, a node that joins too late is refused`() async throws {
        let journal = SharedJournal()
        let first = try TestBroker(sharing: journal)
        for number in 0..<3 { _ = try await first.client().append([try intent("a\(number)")]) }
        journal.trim(below: JournalPlace(rawValue: 3))
        let error = #expect(throws: SearchBusError.self) { try TestBroker(sharing: journal) }
        #expect(error?.code == .trimmed && error?.message.contains("begins at entry 3") == true)
        #expect(error?.message.contains("no snapshot") == true)
        // A node that has the deleted entries needs no snapshot.
        first.stop()
        try first.start()
        #expect(try await first.client().append([try intent("b")]).first.rawValue == 4)
    }

    @Test func `A node that lags behind the deleted entries ends, and restarts from a snapshot`() async throws {
        let journal = SharedJournal()
        let brokers = try (0..<2).map { _ in try TestBroker(sharing: journal) }
        _ = try await brokers[0].client().append([try intent("a")])
        _ = try await everything(brokers[1], through: SequenceNumber(rawValue: 1))
        brokers[1].journal?.setHeld(true)
        for number in 0..<9 { _ = try await brokers[0].client().append([try intent("b\(number)")]) }
        journal.trim(below: try copy(brokers[0], into: journal).place)
        brokers[1].journal?.setHeld(false)
        #expect(await brokers[1].failure()?.code == .trimmed)
        brokers[1].stop()
        try brokers[1].start()
        let head = try await brokers[1].client().append([try intent("c")]).last
        #expect(try await everything(brokers[1], through: head) == everything(brokers[0], through: head))
        #expect(try aside(brokers[1]) == ["before-restore-replica"], "the last that was there is kept")
    }

    @Test func `A damaged snapshot, and one of another log, are refused and do not change the log`() async throws {
        let journal = SharedJournal()
        let broker = try TestBroker(sharing: journal)
        for number in 0..<5 { _ = try await broker.client().append([try intent("a\(number)")]) }
        broker.stop()
        let other = try TestBroker(sharing: SharedJournal())
        _ = try await other.client().append([try intent("x")])
        other.stop()
        try journal.keepCopy("\(other.folder)/data/log.sqlite")
        journal.trim(below: JournalPlace(rawValue: 1))
        let error = #expect(throws: SearchBusError.self) { try TestBroker(sharing: journal) }
        #expect(error?.code == .logCorrupt)
        try broker.start()
        #expect(try await everything(broker, through: SequenceNumber(rawValue: 5)).count == 5)
        #expect(try aside(broker) == [])
    }

    @Test func `A machine's copy of a shared log is not gone on with alone`() async throws {
        let broker = try TestBroker(sharing: SharedJournal())
        _ = try await broker.client().append([try intent("a")])
        broker.stop()
        let error = #expect(throws: SearchBusError.self) { try TestBroker(in: broker.folder) }
        #expect(error?.code == .dataDirectoryUnusable && error?.remedy.contains("cluster leave") == true)
    }

    /// Appends, snapshots, deleted entries, new nodes, and nodes that were down for too long.
    @Test func `Random histories: a node that starts from a snapshot has the same log as the others`() async throws {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<4 {
            let seed = UInt64.random(in: .min ... .max, using: &generator)
            try await runHistory(seed: seed)
        }
    }

    private func runHistory(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let salt = Int.random(in: 0..<1000, using: &generator)
        let journal = SharedJournal(.init(copies: { ($0 + salt).isMultiple(of: 4) ? 2 : 1 }))
        var brokers = [try TestBroker(sharing: journal), try TestBroker(sharing: journal)]
        var clients = try brokers.map { try $0.client() }
        var sent: [EventDraft] = []
        var head = SequenceNumber.zero
        for step in 0..<40 {
            let machine = Int.random(in: clients.indices, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...4:
                let draft = try intent("i\(step)", session: generator.pick(["s", "t"]), ["n": JSON(step)])
                head = max(head, try await clients[machine].append([draft]).last)
                sent.append(draft)
            case 5 where !sent.isEmpty:
                // A repetition is recognized even if the first append was carried out before the snapshot.
                let old = generator.pick(sent)
                #expect(try await clients[machine].append([old]).last <= head, "seed \(seed), step \(step)")
            case 6, 7:
                let place = try copy(brokers[machine], into: journal).place
                if Bool.random(using: &generator) { journal.trim(below: place) }
            case 8 where brokers.count < 5:
                brokers.append(try TestBroker(sharing: journal))
                clients.append(try brokers[brokers.count - 1].client())
            default:
                // It is down while the others continue, possibly for longer than the journal reaches back.
                brokers[machine].stop()
                let other = clients[(machine + 1) % clients.count]
                sent.append(try intent("away\(step)"))
                head = max(head, try await other.append([sent[sent.count - 1]]).last)
                journal.trim(below: try copy(brokers[(machine + 1) % brokers.count], into: journal).place)
                try brokers[machine].start()
            }
        }
        let expected = try await everything(brokers[0], through: head)
        #expect(expected.map(\.id).sorted() == sent.map(\.id).sorted(), "seed \(seed)")
        for broker in brokers { #expect(try await everything(broker, through: head) == expected, "seed \(seed)") }
    }
}
