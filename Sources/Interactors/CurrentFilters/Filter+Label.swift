// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

extension Filter {
    /// The filter in words: a text stands for itself, everything else is told with its attribute.
    var label: String {
        isNegated ? "not \(positiveLabel)" : positiveLabel
    }

    private var positiveLabel: String {
        switch condition {
        case .facet(.text(let value)): value
        case .facet(.bool(true)): attribute
        case .facet(let value): "\(attribute): \(value.label)"
        case .comparison(let comparison, let value): "\(attribute) \(comparison.rawValue) \(JSON.number(value).label)"
        case .geo(let shape): shape.label
        case .date(let period): "\(attribute): \(period.label)"
        case .range(let range):
            "\(attribute): \(JSON.number(range.lowerBound).label) to \(JSON.number(range.upperBound).label)"
        }
    }
}
