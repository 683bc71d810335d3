// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Synchronization
import Wire

/// Counts the reads of the log's past that are in progress, so that no caller makes the broker read for it alone.
final class LogReadLimits: Sendable {
    /// How many reads one caller may have in progress.
    static let maxPerPeer = 4
    /// How many reads all callers may have in progress.
    static let maxTotal = 12

    private let counts = Mutex<[StreamLimits.Peer: Int]>([:])

    /// Reads, where the caller and all of them together may have one more read in progress.
    ///
    /// - Throws: `Problem` with status 429 where they may not, and what the body throws.
    func reading<Value: Sendable>(
        for peer: StreamLimits.Peer,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let isBegun = counts.withLock { counts in
            guard counts[peer, default: 0] < Self.maxPerPeer, counts.values.reduce(0, +) < Self.maxTotal else {
                return false
            }
            counts[peer, default: 0] += 1
            return true
        }
        guard isBegun else {
            var problem = Problem(
                SearchBusError(
                    .busy,
                    "Too many reads of the log are in progress: at most \(Self.maxPerPeer) of one caller, \(Self.maxTotal) in all.",
                    remedy: "Read one part at a time; follow new events with `GET /api/events`."
                ),
                status: 429
            )
            problem.headers[.retryAfter] = "1"
            throw problem
        }
        defer {
            counts.withLock { counts in
                let others = counts[peer, default: 1] - 1
                counts[peer] = others > 0 ? others : nil
            }
        }
        return try await body()
    }
}
