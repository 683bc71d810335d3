// SPDX-License-Identifier: MIT

/// How long to wait before something that failed is tried again: twice as long each time, up to a limit, and never in step with others.
public struct Backoff: Sendable, Hashable {
    /// The longest wait after the first failure.
    public var first: Duration
    /// The longest wait after any.
    public var limit: Duration
    /// The range of the random numbers, within 0 and 1, of which each wait takes one.
    public var jitter: ClosedRange<Double>

    public init(
        first: Duration = .milliseconds(250),
        limit: Duration = .seconds(5),
        jitter: ClosedRange<Double> = 0...1
    ) {
        (self.first, self.limit, self.jitter) = (first, limit, jitter)
    }

    /// How long to wait after a number of failures in a row.
    ///
    /// - Parameters:
    ///   - failures: How many there were, at least one.
    ///   - jitter: A random number from 0 to 1; by default, one of the range.
    ///   - rest: How long the other side wants no request; the wait is that and a little more.
    /// - Returns: Between a half of the longest wait and the longest.
    public func delay(failures: Int, jitter: Double? = nil, atLeast rest: Duration? = nil) -> Duration {
        let part = min(max(jitter ?? .random(in: self.jitter), 0), 1) / 2
        var longest = first
        for _ in 1..<min(max(failures, 1), 64) {
            guard longest < limit else { break }
            longest = longest * 2
        }
        return max(min(longest, limit) * (0.5 + part), rest.map { $0 + first * part } ?? .zero)
    }
}
