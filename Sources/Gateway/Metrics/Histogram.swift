// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Counts durations by size, as Prometheus wants them.
struct Histogram: Sendable {
    /// The upper bounds in seconds.
    static let bounds: [Double] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private(set) var counts = [Int](repeating: 0, count: bounds.count)
    private(set) var count = 0
    private(set) var sum = 0.0

    /// Counts a duration.
    mutating func observe(_ duration: Duration) {
        let seconds = duration.inSeconds
        count += 1
        sum += seconds
        if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) { counts[index] += 1 }
    }

    /// How many durations were no longer than each bound.
    var cumulative: [Int] {
        var total = 0
        return counts.map { count in
            total += count
            return total
        }
    }
}

extension Duration {
    /// The duration as a number of seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
