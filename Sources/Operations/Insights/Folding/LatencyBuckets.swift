// SPDX-License-Identifier: MIT

/// The spans that the times of answers are counted in: each goes from where the one before ends.
public enum LatencyBuckets {
    /// The end of each span, in milliseconds; the last one, beyond them all, has none.
    public static let ends = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000]

    static func bucket(of time: Int64) -> Int {
        ends.firstIndex { time <= Int64($0) * 1_000 } ?? ends.count
    }

    /// The time that so many of a hundred answers did not exceed, in milliseconds: the end of the span in which it lies, `nil` beyond
    /// the last one or where nothing was counted.
    public static func percentile(_ percent: Int, of counts: [Int]) -> Int? {
        let total = counts.reduce(0, +)
        guard total > 0 else { return nil }
        let wanted = max(1, (total * percent + 99) / 100)
        var seen = 0
        for (bucket, count) in counts.enumerated() {
            seen += count
            if seen >= wanted { return ends.indices.contains(bucket) ? ends[bucket] : nil }
        }
        return nil
    }
}
