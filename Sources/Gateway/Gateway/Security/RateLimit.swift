// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// How often something may happen for each of many keys: so many times at once, and as many again within a minute.
///
/// Each key costs one entry until its allowance is whole again, so there are never more entries than events of a minute.
struct RateLimit<Key: Hashable & Sendable>: Sendable {
    /// How often it may happen in a minute.
    let perMinute: Int
    /// When the allowance of a key is whole again.
    private var wholeAt: [Key: ContinuousClock.Instant] = [:]
    /// How many entries there are before those are removed that no longer matter.
    private var sweepCount = 1_024

    private static var period: Duration { .seconds(60) }

    init(perMinute: Int) {
        self.perMinute = max(1, perMinute)
    }

    /// How many keys have less than their whole allowance, or had at the last look.
    var count: Int { wholeAt.count }

    /// Returns how long it takes until it may happen; `nil` where it may happen now.
    func wait(for key: Key, at now: ContinuousClock.Instant) -> Duration? {
        let excess = next(key, now) - now - Self.period
        return excess > .zero ? excess : nil
    }

    /// Notes that it happens.
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
