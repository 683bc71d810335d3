// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Synchronization

/// Runs tasks on the thread of a client's sockets.
///
/// A component's turn is short and ends with an append. On this thread it begins where its events were read and its
/// append is sent where it ends, without waking another thread each time; with a dozen components on two cores those
/// wake-ups are most of what a keystroke costs. What takes long belongs elsewhere: meanwhile the sockets wait.
public final class SocketExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var thread: pthread_t?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeUp: WakeUp

    init(wakeUp: WakeUp) {
        self.wakeUp = wakeUp
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isTaken, mustRing) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed else { return (false, false) }
            state.jobs.append(job)
            return (true, !SocketExecutor.isCurrent(state.thread))
        }
        if mustRing { wakeUp.ring() }
        // Tasks that outlive the client still have to end somewhere.
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Whether the caller is on the socket thread.
    var isCurrent: Bool { state.withLock { SocketExecutor.isCurrent($0.thread) } }

    private static func isCurrent(_ thread: pthread_t?) -> Bool {
        thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }

    /// Takes the calling thread as the one that runs the jobs.
    func start() {
        state.withLock { $0.thread = pthread_self() }
    }

    /// Runs the jobs that wait; whether there were any.
    func runJobs() -> Bool {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        return !jobs.isEmpty
    }

    /// Hands what waits, and whatever comes later, to the threads that all tasks share.
    func close() {
        let jobs = state.withLock { state in
            defer {
                state.jobs = []
                state.isClosed = true
                state.thread = nil
            }
            return state.jobs
        }
        for job in jobs { globalConcurrentExecutor.enqueue(job) }
    }
}
