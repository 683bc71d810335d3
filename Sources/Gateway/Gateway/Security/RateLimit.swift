// SPDX-License-Identifier: MIT

/// A rate limit for each of many keys: a number of times at once, and as many again within a minute.
///
/// Each key costs one entry until its allowance is complete again, so there are never more entries than events of a minute.
struct RateLimit<Key: Hashable & Sendable>: Sendable {
    /// The limit per minute.
    let perMinute: Int
    /// When the allowance of a key is complete again.
    private var wholeAt: [Key: ContinuousClock.Instant] = [:]
    /// The number of entries above which obsolete ones are removed.
    private var sweepCount = 1_024

    private static var period: Duration { .seconds(60) }

    init(perMinute: Int) {
        self.perMinute = max(1, perMinute)
    }

    /// The number of keys with less than their complete allowance, as of the last check.
    var count: Int { wholeAt.count }

    /// Returns the time until it is allowed; `nil` if it is allowed now.
    func wait(for key: Key, at now: ContinuousClock.Instant) -> Duration? {
        let excess = next(key, now) - now - Self.period
        return excess > .zero ? excess : nil
    }

    /// Counts one use.
    mutating func note(_ key: Key, at now: ContinuousClock.Instant) {
        wholeAt[key] = next(key, now)
        guard wholeAt.count > sweepCount else { return }
        wholeAt = wholeAt.filter { $0.value > now }
        sweepCount = max(1_024, wholeAt.count * 2)
    }

    private func next(_ key: Key, _ now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        max(wholeAt[key] ?? now, now) + Self.period / perMinute
    }
}
