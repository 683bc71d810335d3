// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// The numbers of an attribute that is compared, by row.
struct NumberColumn: Sendable {
    let numbers: RowLists<Double>

    /// The rows with a number that meets the condition.
    func rows(meeting condition: Filter.Condition) -> RowSet {
        // The common conditions get a loop of their own, which the compiler can keep free of branches.
        switch condition {
        case .range(let range): numbers.rows { $0 >= range.lowerBound && $0 <= range.upperBound }
        case .comparison(.greaterOrEqual, let bound): numbers.rows { $0 >= bound }
        case .comparison(.greater, let bound): numbers.rows { $0 > bound }
        case .comparison(.lessOrEqual, let bound): numbers.rows { $0 <= bound }
        case .comparison(.less, let bound): numbers.rows { $0 < bound }
        default: numbers.rows { condition.holds(for: $0) }
        }
    }

    /// The lowest and highest number of the rows; `nil` where they have none.
    func bounds(in rows: RowSet) -> ClosedRange<Double>? {
        var low = Double.infinity
        var high = -Double.infinity
        numbers.forEachElement(of: rows) { number in
            if number < low { low = number }
            if number > high { high = number }
        }
        return low <= high ? low...high : nil
    }
}
