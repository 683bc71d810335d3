// SPDX-License-Identifier: MIT

import Bus
import Runtime
import Wire

extension EventLog {
    /// Appends a turn of components, and tries again for as long as the log cannot store it.
    ///
    /// A full disk stops acknowledgements, not components: the same append is repeated until there is room. The problem is
    /// reported meanwhile.
    ///
    /// - Parameters:
    ///   - events: What came out of the turn.
    ///   - id: What the append is known by.
    ///   - moves: The cursors; none for events alone.
    ///   - problems: Where it is reported that the log cannot store anything.
    ///   - replyDelay: For how long the reply may stay unread while nothing else happens.
    ///   - backoff: The delays between tries.
    /// - Throws: Errors that are not transient and `broker-unavailable`, as `append` does; `CancellationError` at once when the
    ///   task is cancelled.
    package func appendRetrying(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove],
        problems: ProblemBoard,
        replyDelay: Duration = .zero,
        backoff: Backoff = Backoff(first: .milliseconds(100), limit: .milliseconds(500))
    ) async throws {
        let subject = "log"
        var failures = 0
        defer { if failures > 0 { problems.resolve(subject: subject) } }
        while true {
            do {
                guard !moves.isEmpty else {
                    _ = try await append(events)
                    return
                }
                _ = try await append(events, id: id, moving: moves, replyDelay: replyDelay)
                return
            } catch let error as SearchBusError where error.code.isTransient && error.code != .brokerUnavailable {
                // A process that has lost its broker ends, and the next one connects again.
                failures += 1
                problems.report(error, subject: subject)
                try await Task.sleep(for: backoff.delay(failures: failures))
            }
        }
    }
}
