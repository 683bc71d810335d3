// SPDX-License-Identifier: MIT

/// Whether a thread still gets on, by a number that it raises.
///
/// Pure: the times are given. NATS's library in C may wait forever, holding a lock of all its calls, for a server that was
/// partitioned while a connection to it was opened.
public struct ProgressCheck: Sendable {
    /// How long the number may stay as it is: longer than all that the thread does at once takes.
    static let patience: Duration = .seconds(20)
    /// A caller that polls less often was suspended itself, and has seen nothing meanwhile.
    static let pause: Duration = .seconds(5)

    private var number: UInt64?
    private var since: SuspendingClock.Instant
    private var askedAt: SuspendingClock.Instant

    public init(at now: SuspendingClock.Instant) { (since, askedAt) = (now, now) }

    /// Notes the number.
    ///
    /// - Parameters:
    ///   - number: `nil` where the thread waits for nothing.
    ///   - now: The time.
    /// - Returns: Whether it has been the same for too long.
    public mutating func isStuck(at number: UInt64?, now: SuspendingClock.Instant) -> Bool {
        if number == nil || number != self.number || now - askedAt > Self.pause { since = now }
        (self.number, askedAt) = (number, now)
        return now - since > Self.patience
    }
}
