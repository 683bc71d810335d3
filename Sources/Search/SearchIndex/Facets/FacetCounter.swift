// SPDX-License-Identifier: MIT

import SearchModel

/// Lists the values of a counted attribute: as many as are needed, from the end that is wanted, selected ones always.
struct FacetCounter {
    let column: AttributeColumn
    let names: FacetNames

    init(_ column: AttributeColumn) {
        self.column = column
        names = column.names
    }

    /// The values that the rows have, with counts.
    ///
    /// - Parameters:
    ///   - rows: The rows that count, of each segment.
    ///   - needs: How many values are listed, and which ones come first.
    ///   - selected: Values that are listed in any case, at count 0 if need be, also beyond the limits.
    /// - Returns: What any of the needs asks for, each value once, the commonest first and then by name.
    func list(in rows: [RowSet], needs: [FacetNeed], selected: [FacetValue]) -> [FacetCount] {
        let counts = column.counts(in: rows)
        var listed: Set<Int> = []
        for need in needs {
            var keys = Self.keys(counts) { key($0, $1, need.order) }
            for key in Self.greatest(need.limit, of: &keys) { listed.insert(ordinal(key, need.order)) }
        }
        var missing: [FacetCount] = []
        for value in selected {
            if let ordinal = column.number(of: value) {
                listed.insert(ordinal)
            } else {
                missing.append(FacetCount(value: value, count: 0))
            }
        }
        let sorted = listed.map { key(counts[$0], $0, .countDescending) }.sorted(by: >).map { key in
            let ordinal = ordinal(key, .countDescending)
            return FacetCount(value: column.value(ordinal), count: Int(counts[ordinal]))
        }
        return missing.isEmpty ? sorted : (sorted + missing).sorted(by: FacetCount.isCommoner)
    }

    /// The commonest of some values, and then by name.
    func commonest(_ limit: Int, of ordinals: [Int], counts: [UInt32]) -> [Int] {
        var keys = ordinals.map { key(counts[$0], $0, .countDescending) }
        return Self.greatest(limit, of: &keys).map { ordinal($0, .countDescending) }
    }

    // MARK: - Keys

    /// A number that is the greater, the earlier the value comes.
    private func key(_ count: UInt32, _ ordinal: Int, _ order: FacetNeed.Order) -> UInt64 {
        let rank = names.ranks[ordinal]
        return switch order {
        case .countDescending: UInt64(count) << 32 | UInt64(.max - rank)
        case .countAscending: UInt64(.max - count) << 32 | UInt64(.max - rank)
        case .nameAscending: UInt64(.max - rank)
        case .nameDescending: UInt64(rank)
        }
    }

    private func ordinal(_ key: UInt64, _ order: FacetNeed.Order) -> Int {
        let place = UInt32(key & 0xFFFF_FFFF)
        return Int(names.ordinals[Int(order == .nameDescending ? place : .max - place)])
    }

    /// The keys of the values that some row has.
    private static func keys(_ counts: [UInt32], _ key: (UInt32, Int) -> UInt64) -> [UInt64] {
        var keys: [UInt64] = []
        for (ordinal, count) in counts.enumerated() where count > 0 { keys.append(key(count, ordinal)) }
        return keys
    }

    /// The greatest keys in descending order, without sorting the others.
    private static func greatest(_ limit: Int, of keys: inout [UInt64]) -> ArraySlice<UInt64> {
        guard limit > 0 else { return [] }
        if keys.count / 4 > limit {
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
