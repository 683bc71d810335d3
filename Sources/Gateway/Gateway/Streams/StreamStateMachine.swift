// SPDX-License-Identifier: MIT

import NIOCore

/// The next step of the task that writes a stream.
enum StreamStep: Sendable, Hashable {
    /// Read the current state from the log; with a resume point only the changes since.
    case join(ResumePoint?)
    /// Write these, and a heartbeat after them if one is due.
    case write([ByteBuffer], heartbeat: Bool)
    /// Close the stream.
    case end
}

/// The pending messages of one client; a pure value, driven by a `StreamClient`.
protocol StreamStateMachine: Sendable {
    /// The number of pending bytes.
    var waitingBytes: Int { get }

    /// The next step, or `nil` without one.
    mutating func take(at now: ContinuousClock.Instant) -> StreamStep?

    /// Notes the time.
    mutating func tick(at now: ContinuousClock.Instant)

    /// Closes the stream, after a last message if there is one.
    mutating func end(_ last: ByteBuffer?)
}

/// The heartbeats of a stream.
///
/// Whether its client reads is checked on its connection.
struct StreamPulse: Sendable {
    let interval: Duration
    private var beatAt: ContinuousClock.Instant
    private(set) var isDue = false

    init(interval: Duration, now: ContinuousClock.Instant) {
        self.interval = interval
        beatAt = now
    }

    /// Notes data for the connection.
    ///
    /// - Returns: Whether a heartbeat goes with it.
    mutating func beginWriting() -> Bool {
        defer { isDue = false }
        return isDue
    }

    /// Notes the time.
    mutating func tick(at now: ContinuousClock.Instant) {
        guard now - beatAt >= interval else { return }
        beatAt = now
        isDue = true
    }
}
