// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Decides what follows when a session's stream has ended: a wait, the session made again, or nothing any more.
struct ReconnectStateMachine: Sendable {
    /// How a stream ended.
    enum End: Sendable, Hashable {
        /// The connection could not be made, broke, or was closed.
        case broken
        /// The gateway refused the stream.
        case refused(GatewayProblem)
        /// What came is beyond a limit.
        case beyondLimit(SearchBusError)
    }

    /// What is to be done now.
    enum Step: Sendable, Hashable {
        /// Open the stream again after this time.
        case wait(Duration)
        /// Make the session again, then open the stream.
        case createSession
        /// Give the session up.
        case stop(SearchBusError)
    }

    let backoff: Backoff
    private(set) var failures = 0
    private var hasCreated = false

    init(backoff: Backoff) { self.backoff = backoff }

    /// An event came: the next failure is a first one.
    mutating func noteEvent() {
        failures = 0
        hasCreated = false
    }

    /// The stream ended.
    ///
    /// - Parameters:
    ///   - end: How.
    ///   - jitter: A random number from 0 to 1.
    /// - Returns: What is to be done now.
    mutating func next(after end: End, jitter: Double) -> Step {
        failures += 1
        let delay = backoff.delay(failures: failures, jitter: jitter)
        switch end {
        case .broken:
            return .wait(delay)
        case .beyondLimit(let error):
            return .stop(error)
        case .refused(let problem) where problem.error.code == .unknownSession && !hasCreated:
            hasCreated = true
            return .createSession
        case .refused(let problem) where problem.isWorthAnotherTry || problem.error.code == .unknownSession:
            return .wait(max(delay, problem.retryAfter ?? .zero))
        case .refused(let problem):
            return .stop(problem.error)
        }
    }
}
