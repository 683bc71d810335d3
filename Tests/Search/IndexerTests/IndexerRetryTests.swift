// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import BusTesting
import Components
import Foundation
import Runtime
import SearchIndex
import Synchronization
import Testing
import Wire

@testable import Indexer

/// An indexer whose indexes cannot be written to for a while.
@Suite("An indexer that must wait", .timeLimit(.minutes(5)))
final class IndexerRetryTests {
    private let folder = "/tmp/searchbus-indexer-\(UUID().uuidString)"
    private let meter = ComponentMeter()

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var directory: IndexDirectory { IndexDirectory(path: folder) }

    private func write(_ operation: AlgoliaWrite, to index: String, _ log: any EventLog) async throws -> SequenceNumber
    {
        let draft = EventDraft(
            topic: try Topic(.write, index),
            id: Identifier.make(),
            source: "/test",
            type: operation.concernsOneIndex ? "searchbus.write.batch" : "searchbus.write.transfer",
            data: JSON.object(JSONObject([("operations", .array([operation.json]))])).bytes
        )
        return try await log.append([draft]).last
    }

    private func put(_ objectID: String, to index: String, _ log: any EventLog) async throws -> SequenceNumber {
        try await write(.put(JSONObject([("objectID", .string(objectID))])), to: index, log)
    }

    /// Starts an indexer that tries again at once; `fault` may throw before each try.
    private func start(
        _ log: any EventLog,
        meter: ComponentMeter? = nil,
        fault: @escaping @Sendable (String) throws -> Void
    ) throws -> Task<Void, any Error> {
        let work = try IndexerWork(
            log: log,
            directory: directory,
            backoff: Backoff(first: .milliseconds(1), limit: .milliseconds(2)),
            meter: meter ?? self.meter,
            predecessor: nil
        )
        let apply = work.apply
        work.apply = { writes, index, reached in
            try fault(index)
            return try apply(writes, index, reached)
        }
        return Task { try await work.run() }
    }

    private func wait(for place: SequenceNumber, _ log: any EventLog) async throws {
        while try await log.cursor(of: IndexerWork.component) < place { await Task.yield() }
    }

    private func holds(_ names: [String], _ index: String) throws -> [Bool] {
        try IndexReader(directory: directory, name: index).records(names).map { $0 != nil }
    }

    private func failures(_ log: any EventLog) async throws -> [String?] {
        try await log.replay(ReplayQuery([TopicPrefix(.index)], after: .zero)).events
            .filter { $0.typeSuffix == "failed" }
            .map { try $0.data()["write"]?.string }
    }

    @Test(arguments: [ErrorCode.busy, .storageFull, .storageFailed])
    func `No write is dropped while its index cannot be written to, and none is applied before an earlier one`(
        _ code: ErrorCode
    ) async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        try IndexWriter(directory: directory, name: "i").replaceAll([Record(["objectID": "old"])])
        let tries = Mutex(0)
        // More often than the 40 times after which writes used to be dropped.
        let task = try start(log) { _ in
            guard
                tries.withLock({
                    $0 += 1; return $0
                }) > 200
            else { throw SearchBusError(code, "Not now.") }
        }
        _ = try await put("lost", to: "i", log)
        _ = try await write(.clear, to: "i", log)
        let last = try await put("kept", to: "i", log)
        try await wait(for: last, log)
        #expect(try holds(["old", "lost", "kept"], "i") == [false, false, true])
        #expect(try await failures(log).isEmpty)
        #expect(tries.withLock { $0 } > 200 && meter.problems.all.isEmpty)
        task.cancel()
        _ = await task.result
    }

    @Test
    func `While an index waits, this is reported, others are written to, and a restart loses and repeats nothing`()
        async throws
    {
        let broker = try TestBroker()
        let log = try broker.client()
        for index in ["a", "b"] { try IndexWriter(directory: directory, name: index).replaceAll([]) }
        let isHeld = Mutex(true)
        let fault: @Sendable (String) throws -> Void = { index in
            if index == "a", isHeld.withLock({ $0 }) { throw SearchBusError(.busy, "Index `a` is being changed.") }
        }
        let increment = AlgoliaWrite.update(
            objectID: "n",
            attributes: JSONObject([("count", ["_operation": "Increment", "value": 1])]),
            creates: true
        )
        let first = try start(log, fault: fault)
        let held = try await put("1", to: "a", log)
        for _ in 0..<3 { _ = try await write(increment, to: "b", log) }
        let last = try await write(increment, to: "b", log)
        func count() throws -> Int? {
            let record = try IndexReader(directory: directory, name: "b").records(["n"]).first ?? nil
            return try record.flatMap { try JSON(parsing: $0)["count"]?.int }
        }
        while try count() != 4 { await Task.yield() }
        while meter.problems.all.isEmpty { await Task.yield() }
        let problem = try #require(meter.problems.all.first)
        #expect(problem.subject == "index a" && problem.error.code == .busy)
        #expect(try await log.cursor(of: IndexerWork.component) < held)
        // The change of the other index names its last write, so that its task is done.
        while try await log.latest(LatestQuery([TopicPrefix(.index, "b")])).events.last.map(IndexChange.init)?.write
            != last
        {
            await Task.yield()
        }
        first.cancel()
        _ = await first.result
        // Another process, which tries the index too before it is free.
        let meter = ComponentMeter()
        let second = try start(log, meter: meter, fault: fault)
        while meter.problems.all.isEmpty { await Task.yield() }
        isHeld.withLock { $0 = false }
        try await wait(for: last, log)
        #expect(try count() == 4 && holds(["1"], "a") == [true])
        #expect(meter.problems.all.isEmpty)
        second.cancel()
        _ = await second.result
    }

    @Test func `A write that fails for good is reported once, and the others are applied`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let task = try start(log) { _ in }
        _ = try await put("1", to: "i", log)
        let wrong = try await write(.put(JSONObject([("name", "nobody")])), to: "i", log)
        let none = try await write(.copy(destination: "x", scope: []), to: "missing", log)
        let last = try await put("2", to: "i", log)
        try await wait(for: last, log)
        #expect(try holds(["1", "2"], "i") == [true, true])
        #expect(try await failures(log) == [wrong.description, none.description])
        task.cancel()
        _ = await task.result
    }
}
