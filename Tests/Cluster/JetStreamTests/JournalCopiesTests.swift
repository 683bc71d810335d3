// SPDX-License-Identifier: MIT

import Broker
import Bus
import BusTesting
import Foundation
import JetStream
import JetStreamTesting
import Replication
import ReplicationTesting
import Testing
import Wire

@Suite("Snapshots of a log in JetStream", .timeLimit(.minutes(5)), .serialized)
final class JournalCopiesTests {
    private let folder = "/tmp/searchbus-test-\(Identifier.make(length: 10))"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func append(_ ids: ClosedRange<Int>, to broker: TestBroker) async throws {
        let client = try broker.client()
        for number in ids { _ = try await client.append([try intent("a\(number)")]) }
    }

    private func everything(_ broker: TestBroker, through head: UInt64) async throws -> [String] {
        let client = try broker.client()
        _ = try await client.replay(ReplayQuery([.all], after: SequenceNumber(rawValue: head), limit: 1))
        return try await client.replay(ReplayQuery([.all], after: .zero, limit: 1000)).events.map(\.id)
    }

    /// Makes a snapshot of a running broker's log, and uploads it.
    private func keepCopy(of broker: TestBroker, _ files: FileStream) throws -> [StoredCopy] {
        let (log, target) = ("\(broker.folder)/data/log.sqlite", "\(folder)/\(Identifier.make())")
        let copy = try LogCopy(of: log, to: target, pace: CopyPace { _ in })
        try copy.approach()
        let facts = try copy.finish(holding: try HeldDatabase(path: log))
        let place = try #require(try ReplicaLog(path: target)?.place)
        return try LogCopies(files: files).put(target, at: place, of: facts.epoch, machine: "a")
    }

    @Test func `A node that is new or lags too far starts from a snapshot; two snapshots are kept`() async throws {
        let servers = try JetStreamServers()
        let files = try servers.files()
        let upkeep = try servers.upkeep()
        let first = try TestBroker { try servers.journal() }
        let away = try TestBroker { try servers.journal() }
        try await append(1...5, to: first)
        #expect(try await everything(away, through: 5).count == 5)
        away.stop()
        var copies: [StoredCopy] = []
        for start in [6, 11, 16] {
            try await append(start...start + 4, to: first)
            copies = try keepCopy(of: first, files)
        }
        #expect(copies.count == 2 && copies[0].place < copies[1].place)
        #expect(try files.list(.log).map(\.key.id) == copies.map(\.id))
        try upkeep.trim(below: copies[0].place)
        #expect(try upkeep.size().size.first == copies[0].place)
        let new = try TestBroker { try servers.journal() }
        try away.start()
        try await append(21...22, to: away)
        let expected = (1...22).map { "a\($0)" }
        for broker in [first, away, new] { #expect(try await everything(broker, through: 22) == expected) }
    }

    @Test func `A node that cannot continue because its next entries were deleted ends with an error`() async throws {
        let servers = try JetStreamServers()
        let files = try servers.files()
        let upkeep = try servers.upkeep()
        let broker = try TestBroker { try servers.journal() }
        let other = try TestBroker { try servers.journal() }
        try await append(1...3, to: broker)
        _ = try await everything(other, through: 3)
        // As a node sees it that was partitioned while the others continued, and whose broker never ended.
        other.stop()
        try await append(4...9, to: broker)
        let copies = try keepCopy(of: broker, files)
        try upkeep.trim(below: copies[0].place)
        let journal = try servers.journal()
        try journal.start(after: JournalPlace(rawValue: 3), known: nil)
        var failure: SearchBusError?
        while failure == nil {
            for case .failed(let error) in journal.take() { failure = error }
            await Task.yield()
        }
        journal.close()
        #expect(failure?.code == .trimmed && failure?.message.contains("up to 3") == true)
        try other.start()
        #expect(try await everything(other, through: 9).count == 9)
    }

    @Test func `A copy that is broken off leaves nothing behind`() throws {
        struct Stop: Error {}
        let servers = try JetStreamServers()
        let files = try servers.files()
        let path = "\(folder)/copy"
        try Data("a copy".utf8).write(to: URL(filePath: path))
        #expect(throws: Stop.self) {
            _ = try LogCopies(files: files).put(path, at: .zero, of: "e", machine: "a") { _ in throw Stop() }
        }
        #expect(try files.brokenOff { _ in true } == [] && files.list(.log) == [])
    }

    @Test func `The copies that go furthest are kept, whichever was put there last`() throws {
        let servers = try JetStreamServers()
        let copies = LogCopies(files: try servers.files())
        let path = FileManager.default.temporaryDirectory.path + "/searchbus-copy-\(Identifier.make())"
        try Data("a copy".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        for place: UInt64 in [5, 9, 3] {
            _ = try copies.put(path, at: JournalPlace(rawValue: place), of: "e", machine: "a")
        }
        #expect(try copies.all(of: "e").map(\.place.rawValue) == [5, 9])
        #expect(try copies.all(of: "e").map(\.machine) == ["a", "a"])
    }

    @Test func `A journal is founded with a log once`() throws {
        let servers = try JetStreamServers()
        _ = try servers.journal(app: "other")
        let upkeep = try servers.upkeep(app: "moved")
        try upkeep.found("epoch-of-the-log")
        // A client without a response in time repeats the request.
        try upkeep.found("epoch-of-the-log")
        #expect(try upkeep.size().epoch == "epoch-of-the-log")
        let journal = try servers.journal(app: "moved")
        #expect(journal.epoch == "epoch-of-the-log")
        #expect(try journal.reach() == JournalReach(isFounded: true))
        let error = #expect(throws: SearchBusError.self) { try upkeep.found("another") }
        #expect(error?.code == .journalUnreadable && error?.message.contains("SEARCHBUS_moved") == true)
        // No broker starts with an empty log where there was one.
        let missing = #expect(throws: SearchBusError.self) { try TestBroker { try servers.journal(app: "moved") } }
        #expect(missing?.code == .trimmed)
    }
}
