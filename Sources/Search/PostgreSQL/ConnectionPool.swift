// SPDX-License-Identifier: MIT

import Synchronization

/// A bounded number of connections to one database, over which statements are asked from any task.
///
/// Each connection has a thread, which waits for the server; statements beyond the number wait for one to be free. A cancelled task's
/// statement is broken off at the server. A connection that is idle for a minute is closed.
public final class ConnectionPool: Sendable {
    private let core: PoolCore

    /// - Parameters:
    ///   - configuration: Where the database is.
    ///   - size: Maximum number of connections.
    public init(_ configuration: ConnectionConfiguration, size: Int) {
        core = PoolCore(configuration, size: max(1, size))
    }

    deinit { core.close() }

    /// The rows that a statement brings: the bytes of each column, `nil` for null.
    ///
    /// - Throws: `PostgreSQLError`, or `CancellationError`.
    public func rows(of statement: Statement) async throws -> [[[UInt8]?]] {
        let job = Job(statement)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer in
                if job.begin(answer) { core.add(job) }
            }
        } onCancel: {
            job.cancel()
        }
    }
}

/// What the threads of a pool share.
private final class PoolCore: Sendable {
    private struct State {
        var jobs: [Job] = []
        var idle: [PoolWorker] = []
        var workers = 0
        var isClosed = false
    }

    let configuration: ConnectionConfiguration
    private let size: Int
    private let state = Mutex(State())

    init(_ configuration: ConnectionConfiguration, size: Int) {
        self.configuration = configuration
        self.size = size
    }

    /// Gives a job to a thread that has none, or to a new one, or lets it wait.
    func add(_ job: Job) {
        let (idle, isNew) = state.withLock { state -> (PoolWorker?, Bool) in
            state.jobs.append(job)
            if let idle = state.idle.popLast() { return (idle, false) }
            guard state.workers < size else { return (nil, false) }
            state.workers += 1
            return (nil, true)
        }
        idle?.wake.ring()
        guard isNew else { return }
        guard let wake = WakeUp() else {
            state.withLock { state in
                state.workers -= 1
                state.jobs.removeAll { $0 === job }
            }
            job.finish(.failure(PostgreSQLError(.unreachable, "the process has no descriptors left")))
            return
        }
        let worker = PoolWorker(wake: wake)
        detachThread { worker.run(self) }
    }

    /// The next job; without one the worker is idle until it is rung.
    func next(for worker: PoolWorker) -> Job? {
        state.withLock { state in
            guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
            if !state.idle.contains(where: { $0 === worker }) { state.idle.append(worker) }
            return nil
        }
    }

    /// Whether a worker may end: the pool was released, or the worker is not needed.
    func mayEnd(_ worker: PoolWorker, isBored: Bool) -> Bool {
        state.withLock { state in
            guard state.jobs.isEmpty, state.isClosed || isBored else { return false }
            state.idle.removeAll { $0 === worker }
            state.workers -= 1
            return true
        }
    }

    /// Ends all workers when they have no job.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            return state.idle
        }
        for worker in idle { worker.wake.ring() }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}

/// The thread of one connection.
private final class PoolWorker: Sendable {
    private static let boredom: Duration = .seconds(60)
    private static let patience: Duration = .milliseconds(250)
    let wake: WakeUp

    init(wake: WakeUp) { self.wake = wake }

    func run(_ pool: PoolCore) {
        var connection: Connection?
        while true {
            if let job = pool.next(for: self) {
                perform(job, &connection, pool.configuration)
                continue
            }
            if pool.isClosed, pool.mayEnd(self, isBored: false) { return }
            let isRung = wake.wait(until: .now.advanced(by: Self.boredom))
            if !isRung, pool.mayEnd(self, isBored: true) { return }
        }
    }

    private func perform(_ job: Job, _ connection: inout Connection?, _ configuration: ConnectionConfiguration) {
        guard job.take(wake) else { return }
        var wasOpen = connection != nil
        while true {
            do {
                let open = try connection ?? Connection.made(configuration, wake: wake, isStopped: { job.isOver })
                connection = open
                job.finish(.success(try open.rows(of: job.statement, isStopped: { job.isOver })))
                return
            } catch is Connection.Stopped {
                if connection?.breakOff(within: Self.patience) != true { connection = nil }
                return
            } catch let error as PostgreSQLError {
                if error.kind == .lost || Self.endsConnection(error.code) {
                    connection = nil
                    // The server may have closed it long ago; statements only read, so that they can be asked again.
                    if wasOpen {
                        wasOpen = false
                        continue
                    }
                }
                job.finish(.failure(error))
                return
            } catch {
                job.finish(.failure(error))
                return
            }
        }
    }

    /// Whether the server ends a connection with such a refusal: it is shut down, or its administrator wants it.
    private static func endsConnection(_ code: String?) -> Bool { code?.hasPrefix("57P") == true }
}
