// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How a session deals with failures, and where its time and random numbers come from.
public struct SessionSettings: Sendable {
    /// How long to wait before a stream is opened again, or an intent is sent again.
    public var backoff = Backoff()
    /// How often an intent is sent before it is given up.
    public var attempts = 12
    /// How long after its outcome a change of one's own is echoed by a view at the latest; then others' views count again.
    public var echoPatience = Duration.milliseconds(1_500)
    /// How many bytes one event of the stream may have.
    public var eventLimit = 16 << 20
    /// How many bytes of views are held.
    public var viewLimit = 64 << 20
    /// Waits; ends early with an error when the task is cancelled.
    public var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A random number from 0 to 1.
    public var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

    public init() {}
}

/// The waits between tries.
public typealias Backoff = Wire.Backoff
