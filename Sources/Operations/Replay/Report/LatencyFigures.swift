// SPDX-License-Identifier: MIT

import Wire

/// How long the searches of one side took, in milliseconds.
public struct LatencyFigures: Sendable, Hashable {
    /// Half of the searches took no longer.
    public let p50: Double
    /// Of a hundred searches, ninety-nine took no longer.
    public let p99: Double

    /// Takes times in any order; `nil` for none.
    public init?(_ times: [Double]) {
        guard !times.isEmpty else { return nil }
        let sorted = times.sorted()
        func percentile(_ percent: Int) -> Double {
            // The smallest time that so many of a hundred do not exceed.
            sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
        }
        (p50, p99) = (percentile(50), percentile(99))
    }

    /// `{"p50", "p99"}`, to a thousandth.
    public var json: JSON {
        func rounded(_ value: Double) -> JSON { .number((value * 1_000).rounded() / 1_000) }
        return ["p50": rounded(p50), "p99": rounded(p99)]
    }
}
