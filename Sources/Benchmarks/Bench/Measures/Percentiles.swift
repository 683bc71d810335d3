// SPDX-License-Identifier: MIT

public struct Percentiles: Sendable, Hashable {
    /// The times, in order, in nanoseconds.
    private let sorted: [Int64]

    public init(_ nanoseconds: [Int64]) {
        sorted = nanoseconds.sorted()
    }

    public var count: Int { sorted.count }

    /// The smallest time that at least this part of the times does not exceed (the nearest rank); zero where there is
    /// none.
    public func nanoseconds(at part: Double) -> Int64 {
        guard !sorted.isEmpty else { return 0 }
        let rank = Int((part * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    /// The time in milliseconds that this part of the times does not exceed; NaN if there are no times, so that
    /// without a measurement no target is met.
    public func milliseconds(at part: Double) -> Double { microseconds(at: part) / 1e3 }

    /// The time in microseconds that this part of the times does not exceed; not a number without times.
    public func microseconds(at part: Double) -> Double {
        sorted.isEmpty ? .nan : Double(nanoseconds(at: part)) / 1e3
    }
}

extension Sequence<Double> {
    /// The value in the middle, or between the two there; zero without values.
    public var median: Double {
        let sorted = sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
