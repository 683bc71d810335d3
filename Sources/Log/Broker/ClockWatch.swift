// SPDX-License-Identifier: MIT

/// Notices that the wall clock was set, by comparing it with steady time.
///
/// A pure value; all times are in milliseconds.
struct ClockWatch {
    /// By how much the clock may be corrected without a word.
    static let tolerance: Int64 = 120_000
    /// How long the clock keeps its new time before that counts as the right one.
    static let persistence: Int64 = 3_600_000

    /// What the clock shows more than steady time when it is right.
    private var expected: Int64?
    /// Since when it has shown something else.
    private var since: Int64?

    /// Notes what the clock shows.
    ///
    /// - Parameters:
    ///   - wall: The time since 1970.
    ///   - steady: The steady time.
    /// - Returns: How far the clock is ahead of the right time, or behind it; zero where it is right.
    mutating func note(wall: Int64, steady: Int64) -> Int64 {
        let offset = wall - steady
        let change = offset - (expected ?? offset)
        guard abs(change) > Self.tolerance else {
            (expected, since) = (offset, nil)
            return 0
        }
        let start = since ?? steady
        guard steady - start < Self.persistence else {
            (expected, since) = (offset, nil)
            return 0
        }
        since = start
        return change
    }
}
