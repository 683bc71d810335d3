// SPDX-License-Identifier: MIT

enum NumberPrecision {
    /// How many decimals are looked at.
    static let searched = 0...6

    /// How many decimals the numbers need, six at most.
    static func decimals(of numbers: [Double]) -> Int {
        var scale = 1.0
        for decimals in searched {
            if numbers.allSatisfy({ isWhole($0 * scale) }) { return decimals }
            scale *= 10
        }
        return searched.upperBound
    }

    /// How many decimals a step between bounds has: as many as the bounds, but no more than it takes for twenty steps, and so many
    /// that one step from an end does not reach the other.
    static func decimals(within bounds: ClosedRange<Double>, most: Int) -> Int {
        let span = bounds.upperBound - bounds.lowerBound
        guard span > 0 else { return min(decimals(of: [bounds.lowerBound]), most) }
        let fine = (0...most).first { span >= 20 * step($0) } ?? most
        let least = (0...most).first { span >= 2 * step($0) } ?? most
        return max(least, min(fine, decimals(of: [bounds.lowerBound, bounds.upperBound])))
    }

    /// The step of so many decimals.
    static func step(_ decimals: Int) -> Double { 1 / scale(decimals) }

    /// How many steps of so many decimals make 1.
    static func scale(_ decimals: Int) -> Double { (0..<decimals).reduce(1) { scale, _ in scale * 10 } }

    /// Whether a number has no decimals, but for what binary fractions leave.
    static func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) < 1e-6 }
}
