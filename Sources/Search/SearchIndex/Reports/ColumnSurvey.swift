// SPDX-License-Identifier: MIT

/// What the columns of an attribute tell of the records that are left: exact, and without a record being read.
///
/// It takes a bit a value, whatever number of segments there are.
struct ColumnSurvey {
    private(set) var recordCount = 0
    private(set) var valueCount = 0
    private(set) var isList = false
    private(set) var hasTruths = false
    private(set) var hasNumbers = false
    private(set) var hasTexts = false

    /// The values of one segment that some record has, in their order.
    private struct Cursor {
        let column: ValueColumn
        let used: [UInt64]
        private(set) var ordinal = -1

        init(_ column: ValueColumn, used: [UInt64]) {
            (self.column, self.used) = (column, used)
            advance()
        }

        var isAtEnd: Bool { ordinal >= column.valueCount }

        mutating func advance() {
            repeat { ordinal += 1 } while !isAtEnd && used[ordinal >> 6] & (1 << UInt64(ordinal & 63)) == 0
        }

        /// Below 0 where this value comes before that of another cursor, 0 where they are the same.
        func compare(_ other: Cursor) -> Int {
            let (start, otherStart) = (column.numberOrdinals.upperBound, other.column.numberOrdinals.upperBound)
            if ordinal >= start, other.ordinal >= otherStart {
                return SortedStrings.compare(
                    column.texts[ordinal - start],
                    other.column.texts[other.ordinal - otherStart]
                )
            }
            let (left, right) = (column.value(ordinal), other.column.value(other.ordinal))
            return left == right ? 0 : ValueOrder.precedes(left, right) ? -1 : 1
        }
    }

    /// Looks at the columns of an attribute; one of no segment has nothing.
    init(_ attribute: String, parts: [IndexSnapshot.Part]) {
        var cursors: [Cursor] = []
        for part in parts {
            guard let column = part.segment.columns[attribute] else { continue }
            let cursor = Cursor(column, used: use(of: column, part))
            if !cursor.isAtEnd { cursors.append(cursor) }
        }
        if cursors.count == 1 {
            valueCount = cursors[0].used.reduce(0) { $0 + $1.nonzeroBitCount }
            return
        }
        while var least = cursors.indices.first {
            for place in cursors.indices.dropFirst() where cursors[place].compare(cursors[least]) < 0 { least = place }
            valueCount += 1
            let value = cursors[least]
            for place in cursors.indices where place == least || cursors[place].compare(value) == 0 {
                cursors[place].advance()
            }
            cursors.removeAll(where: \.isAtEnd)
        }
    }

    /// A bit for each value that some record has which is left.
    private mutating func use(of column: ValueColumn, _ part: IndexSnapshot.Part) -> [UInt64] {
        var used = [UInt64](repeating: 0, count: (column.valueCount + 63) / 64)
        let numbers = column.numberOrdinals
        for row in 0..<part.segment.rowCount where !(part.deleted?.contains(row) ?? false) {
            var count = 0
            column.forEachOrdinal(of: row) { ordinal in
                guard ordinal != .max else { return }
                used[Int(ordinal >> 6)] |= 1 << UInt64(ordinal & 63)
                count += 1
            }
            recordCount += count > 0 ? 1 : 0
            isList = isList || count > 1
        }
        for index in used.indices where used[index] != 0 {
            var rest = used[index]
            while rest != 0 {
                let ordinal = index << 6 | rest.trailingZeroBitCount
                hasTruths = hasTruths || ordinal < numbers.lowerBound
                hasNumbers = hasNumbers || numbers.contains(ordinal)
                hasTexts = hasTexts || ordinal >= numbers.upperBound
                rest &= rest &- 1
            }
        }
        return used
    }
}
