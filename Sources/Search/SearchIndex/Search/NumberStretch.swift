// SPDX-License-Identifier: MIT

import SearchModel

/// A stretch of numbers between two bounds; integers of 64 bits are compared exactly.
struct NumberStretch {
    /// The lower bound and whether it is in the stretch; `nil` for a stretch without one.
    private var low: (bound: FacetValue, isIn: Bool)?
    private var high: (bound: FacetValue, isIn: Bool)?

    func isAbove(_ number: FacetValue) -> Bool {
        guard let low else { return false }
        return low.isIn ? ValueOrder.precedes(number, low.bound) : !ValueOrder.precedes(low.bound, number)
    }

    func isBelow(_ number: FacetValue) -> Bool {
        guard let high else { return false }
        return high.isIn ? ValueOrder.precedes(high.bound, number) : !ValueOrder.precedes(number, high.bound)
    }

    /// The stretches of a filter on numbers, of which a number of a record has to be in one; `nil` for another filter.
    ///
    /// The negation of a condition on a number is the opposite condition, also on a number; see `Filter.numericConditions`.
    static func stretches(of filter: Filter) -> [NumberStretch]? {
        guard let first = filter.bounds.first, let last = filter.bounds.last else { return nil }
        func below(_ bound: FacetValue, isIn: Bool) -> NumberStretch { NumberStretch(high: (bound, isIn)) }
        func above(_ bound: FacetValue, isIn: Bool) -> NumberStretch { NumberStretch(low: (bound, isIn)) }
        guard case .comparison(let comparison, _) = filter.condition else {
            return filter.isNegated
                ? [below(first, isIn: false), above(last, isIn: false)]
                : [NumberStretch(low: (first, true), high: (last, true))]
        }
        return switch filter.isNegated ? comparison.opposite : comparison {
        case .less: [below(first, isIn: false)]
        case .lessOrEqual: [below(first, isIn: true)]
        case .equal: [NumberStretch(low: (first, true), high: (first, true))]
        case .notEqual: [below(first, isIn: false), above(first, isIn: false)]
        case .greaterOrEqual: [above(first, isIn: true)]
        case .greater: [above(first, isIn: false)]
        }
    }
}
