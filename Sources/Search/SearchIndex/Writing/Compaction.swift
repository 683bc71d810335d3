// SPDX-License-Identifier: MIT

/// Which segments are better merged: those that are small, so that there are few, and those of which much was deleted.
enum Compaction {
    /// How much smaller each segment is than all before it together, at least.
    private static let factor = 3
    /// How many segments there are, at most, beside those that wait for a merge and those that are too large for one.
    private static let maxSegments = 12
    /// What a change merges itself; more than that is merged beside changes.
    static let quickRows = 2_000
    private static let quickBytes = 2 << 20

    /// The first of the last segments that have no more bytes than a limit together: those before it are too large to be merged with
    /// all behind them.
    private static func mergeable(_ parts: [Manifest.Part], _ limit: Int) -> Int {
        var (start, bytes) = (parts.count, 0)
        while start > 0, bytes + parts[start - 1].bytes <= limit {
            start -= 1
            bytes += parts[start].bytes
        }
        return start
    }

    /// The neighbours to merge next.
    ///
    /// - Parameters:
    ///   - parts: The segments, the oldest first.
    ///   - low: The first segment that may be merged.
    ///   - limit: How many bytes the merged segments have together, at most; one that is larger may be rewritten by itself.
    /// - Returns: The places of the segments; `nil` if none need merging.
    static func next(_ parts: [Manifest.Part], from low: Int = 0, limit: Int) -> Range<Int>? {
        let low = min(low, parts.count)
        let mergeable = mergeable(parts, limit)
        var after = 0
        var start: Int?
        for number in (max(low, mergeable)..<parts.count).reversed() {
            if after > 0, parts[number].live < after * factor { start = number }
            after += parts[number].live
        }
        if let start { return start..<parts.count }
        if parts.count - mergeable > maxSegments, parts.count - 2 >= low { return parts.count - 2..<parts.count }
        return (low..<parts.count)
            .first { parts[$0].deleted > parts[$0].rows * 3 / 10 + 64 }.map { $0..<$0 + 1 }
    }

    /// The neighbours that a change merges itself, none of them before a place: few records, or more where segments pile up because
    /// they come faster than they are merged.
    static func nextQuick(_ parts: [Manifest.Part], from low: Int = 0, limit: Int) -> Range<Int>? {
        var low = low
        while let range = next(parts, from: low, limit: limit) {
            let isPiledUp = parts.count - mergeable(parts, limit) > 2 * maxSegments
            if isPiledUp || isQuick(parts[range]) { return range }
            low = range.lowerBound + 1
        }
        return nil
    }

    /// Whether segments have so few records that a change may read all of them.
    static func isQuick(_ parts: ArraySlice<Manifest.Part>) -> Bool {
        let rows = parts.reduce(0) { $0 + $1.live }
        let bytes = parts.reduce(0) { $0 + $1.bytes / max(1, $1.rows) * $1.live }
        return rows <= quickRows && bytes <= quickBytes
    }
}
