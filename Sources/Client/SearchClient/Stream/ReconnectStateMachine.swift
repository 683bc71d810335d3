// SPDX-License-Identifier: MIT

import Wire

/// Decides what follows the end of a session's stream: a delay, the session's recreation, or no further attempt.
struct ReconnectStateMachine: Sendable {
    /// The cause of a stream's end.
    enum End: Sendable, Hashable {
        /// The connection could not be made, broke, or was closed.
        case broken
        /// The gateway refused the stream.
        case refused(GatewayProblem)
        /// An event or the views exceeded a limit.
        case beyondLimit(SearchBusError)
    }

    /// The next step.
    enum Step: Sendable, Hashable {
        /// Open the stream again after this time.
        case wait(Duration)
        /// Create the session again, then open the stream.
        case createSession
        /// End the session.
        case stop(SearchBusError)
    }

    let backoff: Backoff
    private(set) var failures = 0
    private var hasCreated = false

    init(backoff: Backoff) { self.backoff = backoff }

    /// Notes an event: the next failure counts as the first.
    mutating func noteEvent() {
        failures = 0
        hasCreated = false
    }

    /// Notes the end of the stream.
    ///
    /// - Parameters:
    ///   - end: The cause.
    ///   - jitter: A random number from 0 to 1.
    /// - Returns: The next step.
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
