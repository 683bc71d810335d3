// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Lists the values of a counted attribute: the commonest first, selected ones always.
struct FacetCounter {
    let column: FacetColumn

    /// The values that the rows have, with counts.
    ///
    /// - Parameters:
    ///   - rows: The rows that count.
    ///   - limit: How many values are listed, the commonest first and then by name.
    ///   - selected: Values that are listed in any case, at count 0 if need be, also beyond the limit.
    /// - Returns: The values, the commonest first and then by name.
    func list(in rows: RowSet, limit: Int, selected: [JSON]) -> [FacetCount] {
        let counts = column.counts(in: rows)
        var keys: [UInt64] = []
        for (ordinal, count) in counts.enumerated() where count > 0 { keys.append(FacetCounter.key(count, ordinal)) }
        return list(keys: FacetCounter.greatest(limit, of: &keys), counts: counts, selected: selected)
    }

    private func list(keys: ArraySlice<UInt64>, counts: [UInt32], selected: [JSON]) -> [FacetCount] {
        var listed = keys.map { key in
            FacetCount(value: column.values[FacetCounter.ordinal(key)], count: Int(key >> 32))
        }
        let missing = selected.filter { value in !listed.contains { $0.value == value } }
        guard !missing.isEmpty else { return listed }
        for value in missing {
            let count = column.ordinal(of: value).map { Int(counts[$0]) } ?? 0
            listed.append(FacetCount(value: value, count: count))
        }
        return listed.sorted {
            $0.count != $1.count ? $0.count > $1.count : FacetOrder.precedes($0.value, $1.value)
        }
    }

    // MARK: - Keys

    /// A number that is the greater, the commoner the value is and the earlier its name comes.
    static func key(_ count: UInt32, _ ordinal: Int) -> UInt64 {
        UInt64(count) << 32 | UInt64(UInt32.max - UInt32(truncatingIfNeeded: ordinal))
    }

    static func ordinal(_ key: UInt64) -> Int {
        Int(UInt32.max - UInt32(truncatingIfNeeded: key))
    }

    /// The greatest keys in descending order, without sorting the others.
    static func greatest(_ limit: Int, of keys: inout [UInt64]) -> ArraySlice<UInt64> {
        guard limit > 0 else { return [] }
        if keys.count > limit * 4 {
            // Most values are rare: a sample's threshold drops them before anything is sorted.
            var best = Array(keys.prefix(limit)).sorted(by: >)
            for key in keys.dropFirst(limit) where key > best[limit - 1] {
                var low = 0
                var high = limit - 1
                while low < high {
                    let middle = (low + high) / 2
                    if best[middle] > key { low = middle + 1 } else { high = middle }
                }
                best.insert(key, at: low)
                best.removeLast()
            }
            return best[...]
        }
        keys.sort(by: >)
        return keys.prefix(limit)
    }
}
