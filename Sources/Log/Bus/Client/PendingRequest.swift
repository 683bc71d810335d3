// SPDX-License-Identifier: MIT

import Synchronization

/// A request and its waiting caller, which gets exactly one result.
final class PendingRequest: Sendable {
    let frames: [[UInt8]]
    /// The timeout of the answer; `nil` for none.
    let timeout: Duration?
    /// For how long the reply may stay unread while nothing else happens.
    let replyDelay: Duration
    private let state = Mutex<State>(.new)

    private enum State {
        case new
        case waiting(CheckedContinuation<Reply, any Error>)
        case finished(Result<Reply, any Error>)
        case answered
    }

    init(frames: [[UInt8]], timeout: Duration?, replyDelay: Duration = .zero) {
        self.frames = frames
        self.timeout = timeout
        self.replyDelay = replyDelay
    }

    /// Takes the waiter in; resumes it at once if the request was finished before.
    func start(_ continuation: CheckedContinuation<Reply, any Error>) {
        let result = state.withLock { state -> Result<Reply, any Error>? in
            if case .finished(let result) = state {
                state = .answered
                return result
            }
            state = .waiting(continuation)
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    /// Resumes the waiting caller, unless it was resumed already.
    func finish(_ result: Result<Reply, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Reply, any Error>? in
            switch state {
            case .new:
                state = .finished(result)
                return nil
            case .waiting(let continuation):
                state = .answered
                return continuation
            case .finished, .answered:
                return nil
            }
        }
        continuation?.resume(with: result)
    }

    var isFinished: Bool {
        state.withLock { state in
            switch state {
            case .finished, .answered: true
            case .new, .waiting: false
            }
        }
    }
}
