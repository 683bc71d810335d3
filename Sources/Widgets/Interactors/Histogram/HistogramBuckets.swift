// SPDX-License-Identifier: MIT

/// How a span of numbers is cut into equal parts, each of whole steps of a precision.
///
/// So a part begins where no number of that precision is in two parts: years are cut between years.
struct HistogramBuckets: Sendable, Hashable {
    let count: Int
    private let scale: Double
    private let first: Double
    private let steps: Double
    private let bounds: ClosedRange<Double>

    /// Divides the span of the bounds into at most this many parts.
    init(_ bounds: ClosedRange<Double>, most: Int, decimals: Int) {
        self.bounds = bounds
        scale = NumberPrecision.scale(decimals)
        first = Self.step(bounds.lowerBound, scale)
        let all = Self.step(bounds.upperBound, scale) - first + 1
        guard all.isFinite, all >= 1 else {
            // Numbers too large to be distinguished make one part.
            (count, steps) = (1, .infinity)
            return
        }
        steps = max(1, (all / Double(most)).rounded(.up))
        count = max(1, Int((all / steps).rounded(.up)))
    }

    /// The ends of a part; the last number of that precision in it is its upper end.
    func ends(of part: Int) -> (from: Double, to: Double) {
        guard steps.isFinite else { return (bounds.lowerBound, bounds.upperBound) }
        let start = first + Double(part) * steps
        let from = part == 0 ? bounds.lowerBound : start / scale
        let to = part == count - 1 ? bounds.upperBound : (start + steps - 1) / scale
        return (from, max(from, to))
    }

    /// The part that a number is in; `nil` for one outside of the span.
    func part(of number: Double) -> Int? {
        guard bounds.contains(number) else { return nil }
        guard steps.isFinite else { return 0 }
        return min(max(0, Int(((Self.step(number, scale) - first) / steps).rounded(.down))), count - 1)
    }

    private static func step(_ number: Double, _ scale: Double) -> Double {
        let scaled = number * scale
        return NumberPrecision.isWhole(scaled) ? scaled.rounded() : scaled.rounded(.down)
    }
}
