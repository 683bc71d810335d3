// SPDX-License-Identifier: MIT

import Wire

/// The handling of failures in a session, and its sources of time and random numbers.
public struct SessionSettings: Sendable {
    /// The delays before a stream is opened again, or an intent is sent again.
    public var backoff = Backoff()
    /// The maximum number of attempts to send an intent; without it, an intent is sent again until the session is closed.
    public var attempts: Int?
    /// The maximum time from the outcome of a local change to the view that echoes it; then others' views count again.
    public var echoPatience = Duration.milliseconds(1_500)
    /// The maximum size of one event of the stream in bytes.
    public var eventLimit = 16 << 20
    /// The maximum size of the stored views in bytes.
    public var viewLimit = 64 << 20
    /// Waits; throws early when the task is cancelled.
    public var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A random number from 0 to 1.
    public var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

    public init() {}
}

/// The waits between tries.
public typealias Backoff = Wire.Backoff
