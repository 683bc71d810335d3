// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension Filter {
    /// The conditions of which some number of a record has to meet one, or `nil` for a filter on a value or a place.
    ///
    /// The negation of a condition on a number is the opposite condition, also on a number: a record without the
    /// attribute meets neither. A negated value is another thing: records without the attribute do not have it either.
    /// A time in words has no condition before it is resolved.
    public var numericConditions: [Condition]? {
        switch condition {
        case .facet, .geo: nil
        case .date: []
        case .comparison(let comparison, let bound):
            [.comparison(isNegated ? comparison.opposite : comparison, bound)]
        case .range(let range):
            isNegated
                ? [.comparison(.less, range.lowerBound), .comparison(.greater, range.upperBound)] : [.range(range)]
        }
    }
}

extension Filter.Operator {
    /// The comparison that holds where this one does not.
    public var opposite: Filter.Operator {
        switch self {
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .equal: .notEqual
        case .notEqual: .equal
        case .greaterOrEqual: .less
        case .greater: .lessOrEqual
        }
    }
}
