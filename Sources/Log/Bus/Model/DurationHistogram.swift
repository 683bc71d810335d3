// SPDX-License-Identifier: MIT

import Wire

/// Counts durations by size, in Prometheus's format, and is small enough for a status each second.
public struct DurationHistogram: Sendable, Hashable {
    /// The upper bounds in seconds.
    public static let bounds: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    public private(set) var counts = [Int](repeating: 0, count: bounds.count)
    public private(set) var count = 0
    /// The durations together, in seconds.
    public private(set) var sum = 0.0

    public init() {}

    /// Counts a duration.
    public mutating func observe(_ duration: Duration) { observe(seconds: duration / .seconds(1)) }

    /// Counts a duration in seconds.
    public mutating func observe(seconds: Double) {
        count &+= 1
        sum += seconds
        if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) { counts[index] &+= 1 }
    }

    /// How many durations were no longer than each bound.
    public var cumulative: [Int] {
        var total = 0
        return counts.map { count in
            total += count
            return total
        }
    }
}

extension DurationHistogram: JSONConvertible {
    /// Reads a histogram.
    ///
    /// - Throws: `JSONError` for one of other bounds, or with numbers that cannot be.
    public init(json: JSON) throws {
        count = try json.requiredInt("count")
        sum = json["sum"]?.double ?? 0
        let read = (json["counts"]?.array ?? []).compactMap(\.int)
        var rest = count
        for part in read where rest >= 0 { rest = part < 0 || part > rest ? -1 : rest - part }
        guard read.count <= Self.bounds.count, sum >= 0, sum.isFinite, rest >= 0 else {
            throw JSONError("a histogram cannot be like this")
        }
        counts.replaceSubrange(..<read.count, with: read)
    }

    /// The histogram without the zeros at its end.
    public var json: JSON {
        let used = counts.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 0
        return [
            "count": JSON(count), "sum": .number((sum * 1e6).rounded() / 1e6),
            "counts": .array(counts.prefix(used).map { JSON($0) }),
        ]
    }
}
