// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// The values of an attribute that is counted and filtered, by row.
struct FacetColumn: Sendable {
    /// The distinct values in order of `ValueOrder`; a value's place is its ordinal.
    let values: [FacetValue]
    /// The ordinals of each row's values, each once.
    let ordinals: RowLists<UInt32>

    /// - Returns: `nil` where an ordinal names no value.
    init?(values: [FacetValue], ordinals: RowLists<UInt32>) {
        guard ordinals.elements.allSatisfy({ $0 < values.count }) else { return nil }
        self.values = values
        self.ordinals = ordinals
    }

    /// The ordinal of a value; `nil` where no row has it.
    func ordinal(of value: FacetValue) -> Int? {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if ValueOrder.precedes(values[middle], value) { low = middle + 1 } else { high = middle }
        }
        return low < values.count && values[low] == value ? low : nil
    }

    /// The rows that have a value.
    func rows(with value: FacetValue) -> RowSet {
        guard let ordinal = ordinal(of: value) else { return RowSet(capacity: ordinals.rowCount) }
        let wanted = UInt32(ordinal)
        return ordinals.rows { $0 == wanted }
    }

    /// How many of the rows have each value, by ordinal.
    func counts(in rows: RowSet) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: values.count)
        counts.withUnsafeMutableBufferPointer { counts in
            ordinals.forEachElement(of: rows) { counts[Int($0)] &+= 1 }
        }
        return counts
    }
}
