// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Which segments are better merged: those that are small, so that there are few, and those of which much was deleted.
enum Compaction {
    /// How much smaller each segment is than all before it together, at least.
    private static let factor = 3
    /// The most segments, but for those that wait for a merge.
    private static let most = 12
    /// What a change merges itself; more than that is merged beside changes.
    private static let quickRows = 2_000
    private static let quickBytes = 2 << 20

    /// The neighbours to merge next, none of them before a place; `nil` where all is well.
    static func next(_ parts: [Manifest.Part], from low: Int = 0) -> Range<Int>? {
        var after = 0
        var start: Int?
        for number in (min(low, parts.count)..<parts.count).reversed() {
            if after > 0, parts[number].live < after * factor { start = number }
            after += parts[number].live
        }
        if let start { return start..<parts.count }
        if parts.count > most, parts.count - 2 >= low { return parts.count - 2..<parts.count }
        return (min(low, parts.count)..<parts.count)
            .first { parts[$0].deleted > parts[$0].rows * 3 / 10 + 64 }.map { $0..<$0 + 1 }
    }

    /// The neighbours that a change merges itself, none of them before a place: few records, or more where segments pile up because
    /// they come faster than they are merged.
    static func nextQuick(_ parts: [Manifest.Part], from low: Int = 0) -> Range<Int>? {
        var low = low
        while let range = next(parts, from: low) {
            let rows = parts[range].reduce(0) { $0 + $1.live }
            let bytes = parts[range].reduce(0) { $0 + $1.bytes / max(1, $1.rows) * $1.live }
            if parts.count > 2 * most || rows <= quickRows && bytes <= quickBytes { return range }
            low = range.lowerBound + 1
        }
        return nil
    }
}
