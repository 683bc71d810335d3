// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension Filter {
    /// The filter in words: a text is its own label, a boolean has its attribute's, the rest include their attribute.
    ///
    /// Numbers have a fraction, as they are compared.
    var label: String {
        isNegated ? "not \(positiveLabel)" : positiveLabel
    }

    private var positiveLabel: String {
        switch condition {
        case .facet(.text(let value)): value.shownValue
        case .facet(.bool): attribute
        case .facet(let value): "\(attribute): \(value.double.map { "\($0)" } ?? value.label)"
        case .comparison(let comparison, let value): "\(attribute) \(comparison.rawValue) \(value)"
        case .geo(let shape): shape.label
        case .date(let period): "\(attribute): \(period.label)"
        case .range(let range):
            "\(attribute): \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
