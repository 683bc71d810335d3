// SPDX-License-Identifier: MIT

import Bus
import Dispatch
import GRDB
import Synchronization
import Wire

/// Reads pages of the log beside the broker's thread, which appends meanwhile.
///
/// It has two connections, which SQLite's write-ahead log lets read while another one writes, and as many threads. May be
/// used from any thread.
final class ReplayPool: Sendable {
    /// A page that a client wants.
    struct Job: Sendable {
        let client: BrokerLoop.Client
        let query: ReplayQuery
        /// The last sequence number when it was asked for.
        let head: SequenceNumber
    }

    /// What came of it.
    struct Answer: Sendable {
        let job: Job
        let page: Result<LogStore.Page, SearchBusError>
    }

    private struct State {
        var queue = ReplayQueue<Job>()
        var answers: [Answer] = []
        /// The connections that read nothing at the moment.
        var idle: [DatabaseQueue]
    }

    private static let connectionCount = 2
    private static let cacheKiB = 1_000
    /// How many pages may wait to be sent before no further one is read.
    private static let maxAnswers = 8

    private let state: Mutex<State>
    private let threads = DispatchQueue(label: "replay", attributes: .concurrent)
    private let onAnswer: @Sendable () -> Void

    /// Opens the connections to the log; `onAnswer` is called on another thread whenever there is an answer.
    init(path: String, onAnswer: @escaping @Sendable () -> Void) throws {
        let connections = try (0..<Self.connectionCount).map { _ in
            try HeldDatabase.open(path, cacheKiB: Self.cacheKiB)
        }
        state = Mutex(State(idle: connections))
        self.onAnswer = onAnswer
    }

    /// Reads a page when it is the client's turn; answers whether no job was dropped, neither this one nor another one for it.
    func add(_ job: Job) -> Bool {
        let isComplete = state.withLock { $0.queue.add(job, of: job.client.peer) }
        begin()
        return isComplete
    }

    /// Lets an idle connection read, where something waits.
    private func begin() {
        let connection = state.withLock { $0.queue.count > 0 ? $0.idle.popLast() : nil }
        if let connection { threads.async { self.work(connection) } }
    }

    func take() -> [Answer] {
        let answers = state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
        if !answers.isEmpty { for _ in 0..<Self.connectionCount { begin() } }
        return answers
    }

    /// Reads what waits until nothing does.
    private func work(_ connection: DatabaseQueue) {
        while let (client, job) = next(connection) {
            let answer = Answer(job: job, page: Self.read(job, connection))
            state.withLock { state in
                state.answers.append(answer)
                state.queue.finish(client)
            }
            onAnswer()
        }
    }

    private func next(_ connection: DatabaseQueue) -> (client: Int, job: Job)? {
        state.withLock { state in
            let next = state.answers.count < Self.maxAnswers ? state.queue.next() : nil
            if next == nil { state.idle.append(connection) }
            return next
        }
    }

    private static func read(_ job: Job, _ connection: DatabaseQueue) -> Result<LogStore.Page, SearchBusError> {
        do {
            var page: LogStore.Page?
            try connection.inDatabase { db in
                // One moment for all of it: what is deleted meanwhile is there, or is not.
                try db.inTransaction(.deferred) {
                    var replay = LogReplay(job.query, upTo: job.head)
                    page = try replay.read(db)
                    return .commit
                }
            }
            return .success(page ?? LogStore.Page())
        } catch let error as DatabaseError {
            return .failure(SearchBusError(storage: error))
        } catch {
            return .failure(
                error as? SearchBusError ?? SearchBusError(.storageFailed, "The log cannot be read: \(error)")
            )
        }
    }
}
