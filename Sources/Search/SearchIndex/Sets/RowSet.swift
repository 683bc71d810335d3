// SPDX-License-Identifier: MIT

/// A set of rows of a segment: a sorted list where they are few, a bitmap where they are many.
///
/// Rows are numbered from 0 in ranking order. What is few costs by its count, not by the size of the segment.
struct RowSet: Sendable {
    /// How the rows are kept.
    enum Storage: Sendable {
        /// The rows in ascending order, each once.
        case list([UInt32])
        /// A bit for each row, the first in the lowest one, with none beyond the last row.
        case bits([UInt64])
    }

    /// How many rows there are in all, in the set or not.
    let capacity: Int
    var storage: Storage

    /// How many rows are kept as a list; more are a bitmap, which is then as quick to go through.
    static func mostListed(of capacity: Int) -> Int { capacity / 128 + 16 }

    init(capacity: Int, full: Bool = false) {
        self.capacity = capacity
        guard full else {
            storage = .list([])
            return
        }
        var bits = [UInt64](repeating: .max, count: (capacity + 63) / 64)
        if capacity % 64 != 0, !bits.isEmpty { bits[bits.count - 1] = (1 << UInt64(capacity % 64)) - 1 }
        storage = .bits(bits)
    }

    /// Takes rows over, which are in ascending order, each once, and below the capacity.
    init(capacity: Int, sorted rows: [UInt32]) {
        self.capacity = capacity
        storage = .list(rows)
        if rows.count > RowSet.mostListed(of: capacity) { storage = .bits(asBits) }
    }

    /// Takes a bitmap over, which has no bit beyond the last row.
    init(capacity: Int, bits: [UInt64]) {
        self.capacity = capacity
        storage = .bits(bits)
    }

    var count: Int {
        switch storage {
        case .list(let rows): return rows.count
        case .bits(let bits):
            var count = 0
            for word in bits { count &+= word.nonzeroBitCount }
            return count
        }
    }

    var isEmpty: Bool {
        switch storage {
        case .list(let rows): rows.isEmpty
        case .bits(let bits): bits.allSatisfy { $0 == 0 }
        }
    }

    func contains(_ row: Int) -> Bool {
        guard row >= 0, row < capacity else { return false }
        switch storage {
        case .list(let rows):
            let place = rows.partitioningIndex { $0 >= UInt32(row: row) }
            return place < rows.count && rows[place] == UInt32(row: row)
        case .bits(let bits): return bits[row >> 6] & (1 << UInt64(row & 63)) != 0
        }
    }

    var asBits: [UInt64] {
        switch storage {
        case .bits(let bits): return bits
        case .list(let rows):
            var bits = [UInt64](repeating: 0, count: (capacity + 63) / 64)
            bits.withUnsafeMutableBufferPointer { bits in
                for row in rows where row < capacity { bits[Int(row >> 6)] |= 1 << UInt64(row & 63) }
            }
            return bits
        }
    }

    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        switch storage {
        case .list(let rows): for row in rows { body(Int(row)) }
        case .bits(let bits):
            bits.withUnsafeBufferPointer { bits in
                for index in 0..<bits.count {
                    var rest = bits[index]
                    while rest != 0 {
                        body(index << 6 | rest.trailingZeroBitCount)
                        rest &= rest &- 1
                    }
                }
            }
        }
    }

    @inline(__always)
    func forEachWhile(_ body: (Int) -> Bool) {
        switch storage {
        case .list(let rows):
            for row in rows where !body(Int(row)) { return }
        case .bits(let bits):
            bits.withUnsafeBufferPointer { bits in
                for index in 0..<bits.count {
                    var rest = bits[index]
                    while rest != 0 {
                        guard body(index << 6 | rest.trailingZeroBitCount) else { return }
                        rest &= rest &- 1
                    }
                }
            }
        }
    }

    /// Calls a closure with one row after another, in groups of so many, until it answers `false`.
    @inline(__always)
    func forEachGroup(of size: Int, _ body: (UnsafeBufferPointer<Int>) -> Bool) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: max(1, size)) { group in
            var count = 0
            var goesOn = true
            forEachWhile { row in
                group[count] = row
                count += 1
                guard count == group.count else { return true }
                count = 0
                goesOn = body(UnsafeBufferPointer(group))
                return goesOn
            }
            if goesOn, count > 0 { _ = body(UnsafeBufferPointer(rebasing: group[..<count])) }
        }
    }

    func first(_ limit: Int) -> [Int] {
        var rows: [Int] = []
        guard limit > 0 else { return rows }
        forEachWhile {
            rows.append($0)
            return rows.count < limit
        }
        return rows
    }
}

extension RowSet: Hashable {
    /// Sets are equal where their rows are, however they are kept.
    static func == (left: RowSet, right: RowSet) -> Bool {
        left.capacity == right.capacity && left.asBits == right.asBits
    }

    func hash(into hasher: inout Hasher) { hasher.combine(asBits) }
}

extension RandomAccessCollection where Index == Int {
    /// The first place at which the condition holds, in a collection where it holds from some place on.
    @inline(__always)
    func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
