// SPDX-License-Identifier: MIT

import Broker
import Bus
import BusTesting
import Foundation
import Testing
import Wire

@testable import Replication

@Suite("The snapshots that a broker starts from")
final class ReplicaStartCopiesTests: LogFixture {
    private static let epoch = "epoch-of-the-log"

    /// A journal that can be read from its beginning, with snapshots in files.
    private final class StoredJournal: MessageOrder, CopyStore {
        let epoch = ReplicaStartCopiesTests.epoch
        let descriptor: Int32 = -1
        let standing = JournalStanding()
        private let stored: [(copy: StoredCopy, path: String)]
        private(set) var givenUp: [String] = []

        init(_ stored: [(copy: StoredCopy, path: String)]) { self.stored = stored }

        var copies: (any CopyStore)? { self }

        func all(of epoch: String) -> [StoredCopy] { stored.map { $0.copy } }

        func fetch(_ copy: StoredCopy, to path: String) throws {
            let source = try #require(stored.first { $0.copy == copy })
            try FileManager.default.copyItem(atPath: source.path, toPath: path)
        }

        func noteGivenUp(_ epoch: String, on machine: String) { givenUp.append(machine) }

        func start(after place: JournalPlace, known: KnownMessage?) {}

        func handIn(_ messages: [JournalMessage]) {}

        func announce(_ bytes: [UInt8]) {}

        func take() -> [JournalNews] { [] }

        func close() {}
    }

    /// A log of the journal with an event, at position zero.
    private func makeLog(_ path: String, isOutvoted: Bool = false) throws {
        let store = try LogStore(path: path, durability: .process, journal: Self.epoch)
        _ = try store.carryOut(LogEntry([.append(command([try draft("e")]))], time: now, hasPlace: true))
        if isOutvoted { try store.noteOutvoted() }
        try store.close()
    }

    private func stored(_ id: String, isOutvoted: Bool = false) throws -> (copy: StoredCopy, path: String) {
        let path = "\(folder)/\(id).sqlite"
        try makeLog(path, isOutvoted: isOutvoted)
        return (StoredCopy(id: id, place: .zero, size: 1, origin: "b, today", machine: "b"), path)
    }

    private func makeData() throws -> String {
        let data = "\(folder)/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        return data
    }

    @Test func `A copy of use is of the log that is wanted, and of none that most have otherwise`() throws {
        let path = "\(folder)/log.sqlite"
        try makeLog(path)
        #expect(try ReplicaLog(path: path)?.copyPlace(of: Self.epoch) == .zero)
        #expect(try ReplicaLog(path: path)?.copyPlace(of: "another") == nil)
        let outvoted = try stored("outvoted", isOutvoted: true).path
        #expect(try ReplicaLog(path: outvoted)?.place == .zero)
        #expect(try ReplicaLog(path: outvoted)?.copyPlace(of: Self.epoch) == nil)
    }

    @Test func `A copy that was made of a log that most have otherwise is passed over once it is here`() throws {
        let journal = StoredJournal([try stored("sound"), try stored("outvoted", isOutvoted: true)])
        let data = try makeData()
        try ReplicaStart.prepare(data, for: journal, on: "a")
        #expect(try ReplicaLog(path: "\(data)/log.sqlite")?.isOutvoted == false)
        #expect(!FileManager.default.fileExists(atPath: "\(data)/arriving"))
    }

    @Test func `Where no copy is of use, what can be made of the journal is begun with`() throws {
        let data = try makeData()
        try ReplicaStart.prepare(data, for: StoredJournal([try stored("outvoted", isOutvoted: true)]), on: "a")
        #expect(!FileManager.default.fileExists(atPath: "\(data)/log.sqlite"))
    }

    @Test func `A broker that starts without its previous log reports it, and one that continues does not`() throws {
        let data = try makeData()
        let journal = StoredJournal([])
        try ReplicaStart.prepare(data, for: journal, on: "a")
        #expect(journal.givenUp == ["a"])
        try makeLog("\(data)/log.sqlite")
        try ReplicaStart.prepare(data, for: journal, on: "a")
        #expect(journal.givenUp == ["a"])
    }
}
