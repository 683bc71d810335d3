// SPDX-License-Identifier: MIT

import Synchronization

/// A statement that a task waits for, until it is answered or cancelled.
final class Job: Sendable {
    typealias Answer = CheckedContinuation<[[[UInt8]?]], any Error>

    private struct State {
        var answer: Answer?
        var isOver = false
        /// The thread that is at work on it.
        var wake: WakeUp?
    }

    let statement: Statement
    private let state = Mutex(State())

    init(_ statement: Statement) { self.statement = statement }

    /// A task waits; it is resumed at once if the job has ended already.
    func begin(_ answer: Answer) -> Bool {
        let isOver = state.withLock { state in
            if !state.isOver { state.answer = answer }
            return state.isOver
        }
        if isOver { answer.resume(throwing: CancellationError()) }
        return !isOver
    }

    /// A thread takes the job.
    func take(_ wake: WakeUp) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.wake = wake
            return true
        }
    }

    /// Whether no task waits for it.
    var isOver: Bool { state.withLock { $0.isOver } }

    func finish(_ result: Result<[[[UInt8]?]], any Error>) {
        end().answer?.resume(with: result)
    }

    /// Cancels the statement: the thread at work on it is woken, so that it cancels it at the server.
    func cancel() {
        let (answer, wake) = end()
        answer?.resume(throwing: CancellationError())
        wake?.ring()
    }

    private func end() -> (answer: Answer?, wake: WakeUp?) {
        state.withLock { state in
            defer { state = State(answer: nil, isOver: true, wake: nil) }
            return (state.answer, state.wake)
        }
    }
}
