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
    /// The next step, or `nil` where there is nothing to do.
    mutating func take(at now: ContinuousClock.Instant) -> StreamStep?

    /// What was taken is written.
    mutating func written()

    /// Some time has passed.
    ///
    /// - Returns: Whether the client is stuck and must be cut.
    mutating func tick(at now: ContinuousClock.Instant) -> Bool

    /// The stream is to close, after a last message if there is one.
    mutating func end(_ last: ByteBuffer?)
}

/// The clock work that every stream has: heartbeats, and patience with a client that takes nothing.
struct StreamPulse: Sendable {
    let interval: Duration
    let patience: Duration
    private var beatAt: ContinuousClock.Instant
    private var writingSince: ContinuousClock.Instant?
    private(set) var isDue = false

    init(interval: Duration, patience: Duration, now: ContinuousClock.Instant) {
        self.interval = interval
        self.patience = patience
        beatAt = now
    }

    /// Something is handed to the connection.
    ///
    /// - Returns: Whether a heartbeat goes with it.
    mutating func beginWriting(at now: ContinuousClock.Instant) -> Bool {
        defer { isDue = false }
        writingSince = now
        return isDue
    }

    /// The connection has taken it.
    mutating func endWriting() { writingSince = nil }

    /// Some time has passed.
    ///
    /// - Returns: Whether the client has taken nothing for too long.
    mutating func tick(at now: ContinuousClock.Instant) -> Bool {
        if let writingSince, now - writingSince >= patience { return true }
        if now - beatAt >= interval {
            beatAt = now
            isDue = true
        }
        return false
    }
}
