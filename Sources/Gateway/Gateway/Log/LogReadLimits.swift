// SPDX-License-Identifier: MIT

import Components
import HTTPTypes
import Wire

/// Schedules reads of the log, so that no caller occupies the broker alone.
///
/// A read without a free slot waits for its turn: a page whose filters change quickly has more reads in progress than it needs.
final class LogReadLimits: Sendable {
    /// The maximum number of reads of one caller in progress.
    static let maxPerPeer = 4
    /// The maximum number of reads of all callers in progress.
    static let maxTotal = 12
    /// The maximum number of waiting reads of one caller.
    static let maxWaitingPerPeer = 16
    /// The maximum number of waiting reads of all callers.
    static let maxWaiting = 96

    private let turns = Turns<StreamLimits.Peer>(
        running: (LogReadLimits.maxTotal, LogReadLimits.maxPerPeer),
        waiting: (LogReadLimits.maxWaiting, LogReadLimits.maxWaitingPerPeer)
    )

    /// Reads, once the caller and all of them together may have one more read in progress.
    ///
    /// - Throws: `Problem` with status 429 if too many wait already, and errors of the body.
    func reading<Value: Sendable>(
        for peer: StreamLimits.Peer,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await turns.run(for: peer, body)
        } catch is Turns<StreamLimits.Peer>.Refusal {
            throw Problem(
                SearchBusError(
                    .busy,
                    "Too many reads of the log wait: at most \(Self.maxWaitingPerPeer) of one caller, \(Self.maxWaiting) in all.",
                    remedy: "Read one part at a time; follow new events with `GET /api/events`."
                ),
                status: 429,
                retryAfter: 1
            )
        }
    }
}
