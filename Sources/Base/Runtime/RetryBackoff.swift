// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The delays between retries: each at most twice as long as the one before, up to a limit, with jitter.
public struct RetryBackoff: Sendable {
    /// The longest delay after a first failure.
    public let first: Duration
    /// The longest delay of all.
    public let longest: Duration
    private let random: @Sendable () -> Double

    /// Makes a backoff.
    ///
    /// - Parameters:
    ///   - first: The longest wait after a first failure.
    ///   - longest: The longest wait of all.
    ///   - random: A number from 0 to 1, another one each time.
    public init(
        first: Duration = .seconds(1),
        longest: Duration = .seconds(30),
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.first = first
        self.longest = longest
        self.random = random
    }

    /// How long to wait after so many failures: between half of the longest wait and the whole.
    ///
    /// - Parameters:
    ///   - attempt: How often it has failed.
    ///   - rest: How long the engine wants to be left in peace; it is so, and a little longer.
    /// - Returns: How long to wait.
    public func wait(after attempt: Int, atLeast rest: Duration? = nil) -> Duration {
        let doublings = min(max(attempt - 1, 0), 16)
        let limit = min(first * (1 << doublings), longest)
        let part = min(max(random(), 0), 1) / 2
        return max(limit * (0.5 + part), rest.map { $0 + first * part } ?? .zero)
    }
}
