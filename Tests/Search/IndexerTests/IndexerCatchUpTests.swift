// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import BusTesting
import Components
import Foundation
import SearchIndex
import Testing
import Wire

@testable import Indexer

/// An indexer that takes over from another node's.
@Suite("An indexer on another node", .timeLimit(.minutes(5)))
final class IndexerCatchUpTests {
    private let folder = "/tmp/searchbus-indexer-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func directory(_ machine: String) -> IndexDirectory { IndexDirectory(path: "\(folder)/\(machine)") }

    private func write(_ objectID: String, to log: any EventLog, index: String = "i") async throws -> SequenceNumber {
        try await write(.put(JSONObject([("objectID", .string(objectID))])), to: log, index: index)
    }

    private func write(_ operation: AlgoliaWrite, to log: any EventLog, index: String) async throws -> SequenceNumber {
        let data: JSON = ["operations": .array([operation.json])]
        let draft = EventDraft(
            topic: try Topic(.write, index),
            id: Identifier.make(),
            source: "/test",
            type: operation.concernsOneIndex ? "searchbus.write.batch" : "searchbus.write.transfer",
            data: data.bytes
        )
        return try await log.append([draft]).last
    }

    /// Starts the indexer of a node.
    private func start(
        _ machine: String,
        _ log: any EventLog,
        patience: Duration = .zero
    ) throws -> Task<Void, any Error> {
        let work = try IndexerWork(
            log: log,
            directory: directory(machine),
            isShared: true,
            patience: patience,
            meter: ComponentMeter(),
            predecessor: nil
        )
        return Task { try await work.run() }
    }

    /// Runs the indexer of a node until its cursor has reached a sequence number.
    private func work(_ machine: String, until place: SequenceNumber, _ log: any EventLog) async throws {
        let task = try start(machine, log)
        while try await log.cursor(of: IndexerWork.component) < place { await Task.yield() }
        task.cancel()
        _ = await task.result
    }

    /// The reports of writes that were not applied.
    private func failures(_ log: any EventLog) async throws -> [String] {
        try await log.replay(ReplayQuery([TopicPrefix(.index)], after: .zero)).events
            .filter { $0.typeSuffix == "failed" }
            .compactMap { try $0.data()["message"]?.string }
    }

    private let newer = NewerVersion(origin: "a, today", since: "now")

    private func holds(_ machine: String, _ names: [String], index: String = "i") throws -> [Bool] {
        try IndexReader(directory: directory(machine), name: index).records(names).map { $0 != nil }
    }

    @Test func `What its index lacks of the writes before it is applied first`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        try await work("a", until: try await write("1", to: log), log)
        // The other node has this version, and no later one.
        try FileManager.default.copyItem(atPath: directory("a").path, toPath: directory("b").path)
        _ = try await write("2", to: log)
        try await work("a", until: try await write("3", to: log), log)
        #expect(try holds("b", ["1", "2", "3"]) == [true, false, false])
        try await work("b", until: try await write("4", to: log), log)
        #expect(try holds("b", ["1", "2", "3", "4"]) == [true, true, true, true])
        // A version without a write lacks all of them.
        try IndexWriter(directory: directory("c"), name: "i").replaceAll([Record(["objectID": "0"])])
        try await work("c", until: try await write("5", to: log), log)
        #expect(try holds("c", ["0", "1", "2", "3", "4", "5"]) == [true, true, true, true, true, true])
    }

    @Test("An index that never reached this node is created from the writes to it, unless it was deleted since")
    func lacking() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        _ = try await write("1", to: log)
        _ = try await write("1", to: log, index: "gone")
        let place = try await write("2", to: log)
        try await work("a", until: place, log)
        // The other node received the deletion of one of them.
        try IndexWriter(directory: directory("b"), name: "gone").replaceAll([Record(["objectID": "0"])])
        try directory("b").delete("gone")
        try await work("b", until: try await write("x", to: log, index: "other"), log)
        #expect(try holds("b", ["1", "2"]) == [true, true])
        #expect(!directory("b").exists("gone"))
    }

    @Test func `Copies are made in the order of the log, whichever index comes first by name`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        _ = try await write("old", to: log, index: "p")
        try await work("a", until: try await write("1", to: log, index: "tmp"), log)
        try FileManager.default.copyItem(atPath: directory("a").path, toPath: directory("b").path)
        _ = try await write("2", to: log, index: "tmp")
        _ = try await write(.move(destination: "p"), to: log, index: "tmp")
        try await work("a", until: try await write("3", to: log, index: "p"), log)
        try await work("b", until: try await write("x", to: log, index: "other"), log)
        #expect(try holds("b", ["old", "1", "2", "3"], index: "p") == [false, true, true, true])
        #expect(!directory("b").exists("tmp"))
    }

    @Test func `A copy of an index that is newer here is reported, and gets no later writes`()
        async throws
    {
        let broker = try TestBroker()
        let log = try broker.client()
        try await work("a", until: try await write("1", to: log), log)
        try FileManager.default.copyItem(atPath: directory("a").path, toPath: directory("b").path)
        try FileManager.default.copyItem(atPath: "\(directory("a").path)/i", toPath: "\(directory("b").path)/z")
        _ = try await write(.copy(destination: "copy", scope: []), to: log, index: "i")
        try await work("a", until: try await write("2", to: log), log)
        try FileManager.default.removeItem(atPath: "\(directory("b").path)/i")
        try FileManager.default.copyItem(atPath: "\(directory("a").path)/i", toPath: "\(directory("b").path)/i")
        try await work("b", until: try await write("x", to: log, index: "other"), log)
        #expect(!directory("b").exists("copy"))
        let told = try await failures(log)
        #expect(told.count == 1 && told.first?.contains("Index `i` has changed or was deleted") == true)
    }

    @Test func `An indexer waits for an index that others have, and continues from its version`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        try await work("a", until: try await write("1", to: log), log)
        try await work("a", until: try await write("2", to: log), log)
        let place = try await write("3", to: log)
        try directory("b").note(newer: newer, of: "i")
        let task = try start("b", log, patience: .seconds(50))
        // It arrives in one step, as the process for snapshots does it.
        try directory("b").noteLook()
        try FileManager.default.copyItem(atPath: "\(directory("a").path)/i", toPath: "\(folder)/arriving")
        try FileManager.default.moveItem(atPath: "\(folder)/arriving", toPath: "\(directory("b").path)/i")
        try directory("b").note(newer: nil, of: "i")
        while try await log.cursor(of: IndexerWork.component) < place {
            try directory("b").noteLook()
            await Task.yield()
        }
        task.cancel()
        _ = await task.result
        #expect(try holds("b", ["1", "2", "3"]) == [true, true, true])
    }

    @Test func `An index that others have and that does not arrive is not created again`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        try await work("a", until: try await write("1", to: log), log)
        try directory("b").note(newer: newer, of: "i")
        let first = await (try start("b", log)).result
        let error = #expect(throws: SearchBusError.self) { try first.get() }
        #expect(error?.code == .busy && error?.message.contains("`i`") == true)
        #expect(!directory("b").exists("i"))
        // The same holds if its first write arrives while the indexer works.
        try directory("b").note(newer: nil, of: "i")
        try directory("b").note(newer: newer, of: "j")
        let place = try await write("2", to: log, index: "j")
        let second = await (try start("b", log)).result
        let other = #expect(throws: SearchBusError.self) { try second.get() }
        #expect(other?.message.contains("`j`") == true && !directory("b").exists("j"))
        #expect(try await log.cursor(of: IndexerWork.component) < place)
    }

    @Test func `What was put into an index before it was imported is not put into it again`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let place = try await write("1", to: log)
        try await work("a", until: place, log)
        let page = try await log.replay(ReplayQuery(IndexerWork.inputs, after: .zero))
        let stamp = IndexStamp(epoch: page.epoch, sequence: place.rawValue)
        try IndexWriter(directory: directory("b"), name: "i").replaceAll(stamp: stamp, [Record(["objectID": "0"])])
        try await work("b", until: try await write("2", to: log), log)
        #expect(try holds("b", ["0", "1", "2"]) == [true, false, true])
    }

    @Test func `Writes that were applied while an import ran are applied to what it made, before the next`()
        async throws
    {
        let broker = try TestBroker()
        let log = try broker.client()
        let task = try start("b", log)
        func wait(for place: SequenceNumber) async throws {
            while try await log.cursor(of: IndexerWork.component) < place { await Task.yield() }
        }
        let place = try await write("1", to: log)
        try await wait(for: place)
        let page = try await log.replay(ReplayQuery(IndexerWork.inputs, after: .zero))
        // Another node imports from here on; meanwhile two writes are applied to the previous version.
        let stamp = IndexStamp(epoch: page.epoch, sequence: place.rawValue)
        _ = try await write("2", to: log)
        try await wait(for: try await write("3", to: log))
        #expect(try holds("b", ["1", "2", "3"]) == [true, true, true])
        try IndexWriter(directory: directory("a"), name: "i").replaceAll(stamp: stamp, [Record(["objectID": "0"])])
        try IndexWriter(directory: directory("b"), name: "i")
            .restore(from: "\(directory("a").path)/i", isReplacing: true, keepsStamp: false)
        #expect(try holds("b", ["0", "1", "2", "3"]) == [true, false, false, false])
        try await wait(for: try await write("4", to: log))
        #expect(try holds("b", ["0", "1", "2", "3", "4"]) == [true, false, true, true, true])
        task.cancel()
        _ = await task.result
    }

    @Test(
        "Writes that cleared, deleted or replaced an index before its import are not repeated",
        arguments: [AlgoliaWrite.deleteIndex, .clear, .move(destination: "elsewhere")]
    )
    func imported(_ last: AlgoliaWrite) async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        _ = try await write("1", to: log)
        try await work("a", until: try await write(last, to: log, index: "i"), log)
        try IndexWriter(directory: directory("b"), name: "i").replaceAll([Record(["objectID": "0"])])
        try await work("b", until: try await write("2", to: log), log)
        #expect(try holds("b", ["0", "1", "2"]) == [true, false, true])
        try IndexWriter(directory: directory("c"), name: "elsewhere").replaceAll([Record(["objectID": "0"])])
        try await work("c", until: try await write("x", to: log, index: "other"), log)
        #expect(try holds("c", ["0"], index: "elsewhere") == [true])
    }
}
