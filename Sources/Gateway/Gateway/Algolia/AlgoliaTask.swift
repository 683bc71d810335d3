// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
import Bus
import Hummingbird
import Synchronization
import Wire

/// A write to an index, which clients wait for: it is known by its sequence number on the log.
struct AlgoliaTask: Sendable, Hashable {
    /// What became of a write.
    enum Outcome: Sendable, Hashable {
        case applied
        /// It failed for good, with what is to be known of that.
        case failed(String)
    }

    /// The component that applies writes.
    static let indexer = "indexer"
    /// The HTTP status of a task whose write failed: clients raise an error on it, and do not ask again.
    static let failedStatus = 422
    /// How many pages of events of an index are looked through.
    static let maxPages = 10

    let index: String
    let sequence: SequenceNumber

    /// Reads a task from its path.
    ///
    /// - Throws: `AlgoliaError` for an invalid identifier.
    init(index: String, id: String) throws {
        guard let sequence = SequenceNumber(id), Name.isValid(index) else {
            throw AlgoliaError("taskID: a number is expected")
        }
        (self.index, self.sequence) = (index, sequence)
    }

    /// What an event on `index/INDEX/` says of the task; `nil` for nothing.
    ///
    /// The writes to one index are applied in their order: the first event that names the task's write or a later one decides.
    func outcome(in event: Event) -> Outcome? {
        let change = IndexChange(event)
        guard let write = change.write, write >= sequence else { return nil }
        guard change.isFailure, write == sequence else { return .applied }
        return .failed(change.message ?? "The write failed.")
    }

    /// What keeps the indexer from writing to an index, as its status says.
    static func problem(of index: String, on board: ProcessBoard) -> ProcessProblem? {
        let subjects = ["index \(index)", "log"]
        return board.entries.lazy.filter { $0.key.name == indexer }
            .flatMap(\.value.status.problems)
            .first { subjects.contains($0.subject) }
    }
}

extension AlgoliaGateway {
    /// Answers `GET /1/indexes/INDEX/task/ID`: `{"status", "pendingTask"}`, with `reason` where something keeps the write from
    /// being applied.
    ///
    /// - Throws: `AlgoliaError` with 422 for a write that failed for good.
    func task(_ call: AlgoliaCall, _ index: String, _ id: String) async throws -> Response {
        let task = try AlgoliaTask(index: index, id: id)
        // Before the events: what has failed by then is among them.
        let cursor = try await log.cursor(of: AlgoliaTask.indexer)
        switch try await outcome(of: task) ?? (cursor >= task.sequence ? .applied : nil) {
        case .applied?: return .json(["status": "published", "pendingTask": false])
        case .failed(let message)?: throw AlgoliaError(message, status: AlgoliaTask.failedStatus)
        case nil:
            var answer = JSONObject([("status", "notPublished"), ("pendingTask", true)])
            if let problem = indexerProblem.withLock({ $0 })(index) { answer["reason"] = problem.json }
            return .json(.object(answer))
        }
    }

    /// What the log says of a task, as far as it reaches back; `nil` where it says nothing.
    private func outcome(of task: AlgoliaTask) async throws -> AlgoliaTask.Outcome? {
        var query = ReplayQuery([TopicPrefix(.index, task.index)], after: task.sequence, limit: 100)
        for _ in 0..<AlgoliaTask.maxPages {
            let page = try await log.replay(query)
            if let outcome = page.events.lazy.compactMap(task.outcome(in:)).first { return outcome }
            guard page.through < page.head, page.through > query.after else { break }
            query.after = page.through
        }
        return nil
    }
}
