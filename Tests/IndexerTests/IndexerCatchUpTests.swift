// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import Bus
import BusTesting
import Components
import Foundation
import SearchIndex
import Testing
import Wire

@testable import Indexer

/// An indexer that takes over from the one of another machine.
@Suite("An indexer on another machine", .timeLimit(.minutes(1)))
final class IndexerCatchUpTests {
    private let folder = "/tmp/searchbus-indexer-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func directory(_ machine: String) -> IndexDirectory { IndexDirectory(path: "\(folder)/\(machine)") }

    private func write(_ objectID: String, to log: any EventLog) async throws -> SequenceNumber {
        let operation = AlgoliaWrite.put(JSONObject([("objectID", .string(objectID))]))
        let data: JSON = ["operations": [operation.json]]
        let draft = EventDraft(
            topic: try Topic(.write, "i"),
            id: Identifier.make(),
            source: "/test",
            type: "searchbus.write.batch",
            data: data.bytes
        )
        return try await log.append([draft]).last
    }

    /// Lets the indexer of a machine work until its cursor is at a place.
    private func work(_ machine: String, until place: SequenceNumber, _ log: any EventLog) async throws {
        let work = try IndexerWork(
            log: log,
            directory: directory(machine),
            isShared: true,
            meter: ComponentMeter(),
            journalPath: nil
        )
        let task = Task { try await work.run() }
        while try await log.cursor(of: IndexerWork.component) < place { await Task.yield() }
        task.cancel()
        _ = await task.result
    }

    private func holds(_ machine: String, _ names: [String]) throws -> [Bool] {
        try IndexReader(directory: directory(machine), name: "i").records(names).map { $0 != nil }
    }

    @Test func `What its index lacks of the writes before it is applied first`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        try await work("a", until: try await write("1", to: log), log)
        // The other machine has got this version, and no later one.
        try FileManager.default.copyItem(atPath: directory("a").path, toPath: directory("b").path)
        _ = try await write("2", to: log)
        try await work("a", until: try await write("3", to: log), log)
        #expect(try holds("b", ["1", "2", "3"]) == [true, false, false])
        try await work("b", until: try await write("4", to: log), log)
        #expect(try holds("b", ["1", "2", "3", "4"]) == [true, true, true, true])
        // A version that comes from no write lacks all of them.
        try IndexWriter(directory: directory("c"), name: "i").replaceAll([Record(["objectID": "0"])])
        try await work("c", until: try await write("5", to: log), log)
        #expect(try holds("c", ["0", "1", "2", "3", "4", "5"]) == [true, true, true, true, true, true])
    }
}
