// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore

/// What the task that writes a stream is to do next.
enum StreamStep: Sendable, Hashable {
    /// Read the present state from the log; with a resume point only what changed since.
    case join(ResumePoint?)
    /// Write these, and a heartbeat after them if one is due.
    case write([ByteBuffer], heartbeat: Bool)
    /// Close the stream.
    case end
}

/// What one client still has to be told; a pure value, driven by a `StreamClient`.
protocol StreamStateMachine: Sendable {
    /// How many bytes wait to be taken.
    var waitingBytes: Int { get }

    /// The next step, or `nil` where there is nothing to do.
    mutating func take(at now: ContinuousClock.Instant) -> StreamStep?

    /// Some time has passed.
    mutating func tick(at now: ContinuousClock.Instant)

    /// The stream is to close, after a last message if there is one.
    mutating func end(_ last: ByteBuffer?)
}

/// The heartbeats of a stream.
///
/// Whether its client takes anything is watched where the bytes are: on its connection.
struct StreamPulse: Sendable {
    let interval: Duration
    private var beatAt: ContinuousClock.Instant
    private(set) var isDue = false

    init(interval: Duration, now: ContinuousClock.Instant) {
        self.interval = interval
        beatAt = now
    }

    /// Something is handed to the connection.
    ///
    /// - Returns: Whether a heartbeat goes with it.
    mutating func beginWriting() -> Bool {
        defer { isDue = false }
        return isDue
    }

    /// Some time has passed.
    mutating func tick(at now: ContinuousClock.Instant) {
        guard now - beatAt >= interval else { return }
        beatAt = now
        isDue = true
    }
}
