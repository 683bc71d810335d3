// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import BusTesting
import Testing
import Wire

@testable import Gateway

/// The log's events about a write that a client waits for.
@Suite struct AlgoliaTaskTests {
    private func event(_ word: String, write: Int?) throws -> Event {
        var data = JSONObject([("index", "i"), ("message", "Wrong.")])
        if let write { data["write"] = .string(SequenceNumber(rawValue: UInt64(write)).description) }
        return try Event.made(.index, "i", session: nil, type: "searchbus.index.\(word)", data: .object(data), at: 100)
    }

    @Test func `A write is done when a version of its index has it or a later one, and failed where an event names it`()
        throws
    {
        let task = try AlgoliaTask(index: "i", id: "7")
        #expect(task.outcome(in: try event("changed", write: 6)) == nil)
        #expect(task.outcome(in: try event("failed", write: 6)) == nil)
        // An import reports no writes.
        #expect(task.outcome(in: try event("changed", write: nil)) == nil)
        #expect(task.outcome(in: try event("changed", write: 7)) == .applied)
        #expect(task.outcome(in: try event("changed", write: 9)) == .applied)
        #expect(task.outcome(in: try event("failed", write: 7)) == .failed("Wrong."))
        // Writes to one index are carried out in order.
        #expect(task.outcome(in: try event("failed", write: 8)) == .applied)
        #expect(throws: AlgoliaError.self) { try AlgoliaTask(index: "i", id: "x") }
    }

    @Test func `What keeps the indexer from an index is found in its status`() throws {
        let error = SearchBusError(.busy, "Index `i` is being changed.")
        var board = ProcessBoard()
        for (process, subject) in [("indexer", "index i"), ("other", "index j")] {
            let problem = ProcessProblem(subject: subject, error: error, since: "now")
            let data: JSON = ["name": .string(process), "problems": .array([problem.json])]
            let status = try Event.made(
                .status,
                process,
                session: nil,
                type: "searchbus.status.process",
                data: data,
                at: 1
            )
            board.received(status, at: .now)
        }
        #expect(AlgoliaTask.problem(of: "i", on: board)?.error.code == .busy)
        #expect(AlgoliaTask.problem(of: "j", on: board) == nil)
    }
}
