// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// How long to wait before something that failed is tried again: longer each time, up to a limit, and never in step with others.
public struct Backoff: Sendable, Hashable {
    /// The longest wait after the first failure.
    public var first: Duration
    /// The longest wait after any.
    public var limit: Duration

    public init(first: Duration = .milliseconds(250), limit: Duration = .seconds(5)) {
        self.first = first
        self.limit = limit
    }

    /// How long to wait after a number of failures in a row.
    ///
    /// - Parameters:
    ///   - failures: How many there were, at least one.
    ///   - jitter: A random number from 0 to 1.
    /// - Returns: Between a half of the longest wait and the longest.
    public func delay(failures: Int, jitter: Double) -> Duration {
        var longest = first
        for _ in 1..<max(failures, 1) {
            guard longest < limit else { break }
            longest = longest * 2
        }
        return min(longest, limit) * (0.5 + 0.5 * min(max(jitter, 0), 1))
    }
}
