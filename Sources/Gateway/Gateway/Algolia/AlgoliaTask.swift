// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Hummingbird
import SearchModel
import Synchronization
import Wire

/// A write to an index, which clients wait for: its identifier is its sequence number.
struct AlgoliaTask: Sendable, Hashable {
    /// The result of a write.
    enum Outcome: Sendable, Hashable {
        case applied
        /// It failed permanently, with a description.
        case failed(String)
    }

    /// The component that applies writes.
    static let indexer = WorkerKind.indexer.component
    /// The HTTP status of a task whose write failed: clients raise an error on it, and do not ask again.
    static let failedStatus = 422
    /// The maximum number of pages of events of an index that are read.
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

    /// The result of the task from an event on `index/INDEX/`; `nil` if it has none.
    ///
    /// The writes to one index are applied in their order: the first event that names the task's write or a later one decides.
    func outcome(in event: Event) -> Outcome? {
        let change = IndexChange(event)
        guard let write = change.write, write >= sequence else { return nil }
        guard change.isFailure, write == sequence else { return .applied }
        return .failed(change.message ?? "The write failed.")
    }

    /// The reason why the indexer cannot write to an index, from its status.
    static func problem(of index: String, on board: ProcessBoard) -> ProcessProblem? {
        let subjects = ["index \(index)", "log"]
        return board.entries.lazy.filter { $0.key.name == indexer }
            .flatMap(\.value.status.problems)
            .first { subjects.contains($0.subject) }
    }
}

extension AlgoliaGateway {
    /// Answers `GET /1/indexes/INDEX/task/ID`: `{"status", "pendingTask"}`, with `reason` if a problem prevents the write from
    /// being applied.
    ///
    /// - Throws: `AlgoliaError` with 422 for a write that failed permanently.
    func task(_ call: AlgoliaCall) async throws -> Response {
        let task = try AlgoliaTask(index: call.index, id: call.names.task)
        // Before the events: earlier failures are among them.
        let cursor = try await log.cursor(of: AlgoliaTask.indexer)
        switch try await outcome(of: task) ?? (cursor >= task.sequence ? .applied : nil) {
        case .applied?: return .json(["status": "published", "pendingTask": false])
        case .failed(let message)?: throw AlgoliaError(message, status: AlgoliaTask.failedStatus)
        case nil:
            var answer = JSONObject([("status", "notPublished"), ("pendingTask", true)])
            if let problem = indexerProblem.withLock({ $0 })(call.index) { answer["reason"] = problem.json }
            return .json(.object(answer))
        }
    }

    /// The result of a task on the log, as far as it reaches back; `nil` without one.
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
