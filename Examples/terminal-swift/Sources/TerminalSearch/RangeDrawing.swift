// SPDX-License-Identifier: MIT

/// Draws a range: its title, its numbers, and a bar between the bounds.
struct RangeDrawing: Sendable {
    let range: Screen.Range
    let isFocused: Bool
    let columns: Int

    var lines: [Line] {
        let title = Line(range.title, isFocused ? [.bold, .accent] : .bold)
        guard let bounds = range.bounds, let shown = range.shown else { return [title, Line("–", .dim)] }
        let low = Numbers.text(shown.lowerBound, decimals: range.precision)
        let high = Numbers.text(shown.upperBound, decimals: range.precision)
        let numbers = Line([
            Span(low, style(isUpper: false)), Span(" – ", .dim), Span(high, style(isUpper: true)),
        ])
        return [title, numbers, Line(bar(shown, in: bounds), range.item == nil ? .dim : .accent)]
    }

    private func style(isUpper: Bool) -> Style { isFocused && range.movesUpperEnd == isUpper ? .inverse : [] }

    /// Such as `──●━━━●──`.
    private func bar(_ shown: ClosedRange<Double>, in bounds: ClosedRange<Double>) -> String {
        let count = max(columns, 2)
        let width = bounds.upperBound - bounds.lowerBound
        func place(_ value: Double) -> Int {
            guard width > 0 else { return 0 }
            return Int(
                ((value - bounds.lowerBound) / width * Double(count - 1)).rounded().clamped(to: 0...Double(count - 1))
            )
        }
        let (low, high) = (place(shown.lowerBound), place(shown.upperBound))
        return String((0..<count).map { $0 == low || $0 == high ? "●" : (low...high).contains($0) ? "━" : "─" })
    }
}

extension Double {
    /// The nearest number within a range.
    func clamped(to range: ClosedRange<Double>) -> Double { min(max(self, range.lowerBound), range.upperBound) }
}
