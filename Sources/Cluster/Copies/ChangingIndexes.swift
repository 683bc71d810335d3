// SPDX-License-Identifier: MIT

/// The indexes that are still changing: each waits until it does not, for a limited time.
///
/// Pure: the times are given.
struct ChangingIndexes {
    /// After how long an index is put among the files of the cluster though it changes still.
    static let longest: Duration = .seconds(30)

    private struct Seen {
        let version: String
        /// Since when it was another one each time; `nil` where it was the same twice, or has just been put there.
        var since: ContinuousClock.Instant?
    }

    private var seen: [String: Seen] = [:]

    /// Whether an index that is in this version now may be put there.
    func isDue(_ name: String, _ version: String, now: ContinuousClock.Instant) -> Bool {
        guard let last = seen[name] else { return false }
        return last.version == version || last.since.map { now - $0 > Self.longest } ?? false
    }

    /// Notes in which version an index was found, or with `nil` that there is none.
    mutating func note(_ name: String, _ version: String?, now: ContinuousClock.Instant) {
        guard let version else {
            seen[name] = nil
            return
        }
        let last = seen[name]
        seen[name] = Seen(version: version, since: last?.version == version ? nil : last?.since ?? now)
    }

    /// Notes that an index was put there.
    mutating func notePut(_ name: String) { seen[name]?.since = nil }
}
