// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A set of rows, one bit each.
///
/// Rows are numbered from 0 in ranking order.
struct RowSet: Sendable, Hashable {
    /// How many rows there are in all, in the set or not.
    let capacity: Int
    private var bits: [UInt64]

    /// Makes a set of none or of all of the rows.
    init(capacity: Int, full: Bool = false) {
        self.capacity = capacity
        bits = [UInt64](repeating: full ? .max : 0, count: (capacity + 63) / 64)
        if full { clearSpareBits() }
    }

    /// Takes a set over.
    ///
    /// - Parameters:
    ///   - capacity: How many rows there are in all.
    ///   - words: A bit for each, the first row in the lowest one, with none beyond the last row.
    init(capacity: Int, words: [UInt64]) {
        self.capacity = capacity
        bits = words
    }

    private mutating func clearSpareBits() {
        let spare = capacity % 64
        if spare != 0, let last = bits.indices.last { bits[last] &= (1 << UInt64(spare)) - 1 }
    }

    /// How many bytes the set takes.
    var byteCount: Int { bits.count * 8 }

    /// How many rows are in the set.
    var count: Int {
        var count = 0
        for word in bits { count &+= word.nonzeroBitCount }
        return count
    }

    /// Whether no row is in the set.
    var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }

    func contains(_ row: Int) -> Bool {
        guard row >= 0, row < capacity else { return false }
        return bits[row >> 6] & (1 << UInt64(row & 63)) != 0
    }

    /// Adds a row; one that does not exist is ignored.
    @inline(__always)
    mutating func insert(_ row: Int) {
        guard row >= 0, row < capacity else { return }
        bits[row >> 6] |= 1 << UInt64(row & 63)
    }

    /// Takes a row out; one that does not exist is ignored.
    mutating func remove(_ row: Int) {
        guard row >= 0, row < capacity else { return }
        bits[row >> 6] &= ~(1 << UInt64(row & 63))
    }

    mutating func formIntersection(_ other: RowSet) {
        for index in 0..<min(bits.count, other.bits.count) { bits[index] &= other.bits[index] }
    }

    mutating func formUnion(_ other: RowSet) {
        for index in 0..<min(bits.count, other.bits.count) { bits[index] |= other.bits[index] }
    }

    mutating func subtract(_ other: RowSet) {
        for index in 0..<min(bits.count, other.bits.count) { bits[index] &= ~other.bits[index] }
    }

    /// Swaps the rows that are in the set for those that are not.
    mutating func invert() {
        for index in bits.indices { bits[index] = ~bits[index] }
        clearSpareBits()
    }

    func intersection(_ other: RowSet) -> RowSet {
        var result = self
        result.formIntersection(other)
        return result
    }

    /// Calls the closure with each row, in order.
    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        for (index, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                body(index << 6 | rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }

    /// Up to `limit` rows after the first `offset` ones, in order.
    func rows(offset: Int, limit: Int) -> [Int] {
        var rows: [Int] = []
        var skip = offset
        for (index, word) in bits.enumerated() {
            guard rows.count < limit else { break }
            let population = word.nonzeroBitCount
            guard skip < population else {
                skip -= population
                continue
            }
            var rest = word
            while rest != 0, rows.count < limit {
                if skip > 0 { skip -= 1 } else { rows.append(index << 6 | rest.trailingZeroBitCount) }
                rest &= rest &- 1
            }
        }
        return rows
    }
}
