// SPDX-License-Identifier: MIT

/// Gathers rows in any order into a set: as a list while they are few, as a bitmap from then on.
struct RowSetBuilder {
    private let capacity: Int
    private let most: Int
    private var rows: [UInt32] = []
    private var bits: [UInt64] = []

    init(capacity: Int) {
        self.capacity = capacity
        most = RowSet.mostListed(of: capacity)
    }

    /// Adds a row; one that does not exist is ignored.
    @inline(__always)
    mutating func insert(_ row: UInt32) {
        guard row < capacity else { return }
        if bits.isEmpty {
            rows.append(row)
            if rows.count > most { spill() }
        } else {
            bits[Int(row >> 6)] |= 1 << UInt64(row & 63)
        }
    }

    mutating func insert(_ postings: Postings) {
        if bits.isEmpty, rows.count + postings.count > most { spill() }
        if bits.isEmpty {
            postings.forEach { if $0 < capacity { rows.append($0) } }
        } else {
            bits.withUnsafeMutableBufferPointer { postings.insert(into: $0, capacity: capacity) }
        }
    }

    mutating func insert(_ set: RowSet) {
        if bits.isEmpty, case .bits = set.storage { spill() }
        set.forEach { insert(UInt32(row: $0)) }
    }

    private mutating func spill() {
        bits = [UInt64](repeating: 0, count: (capacity + 63) / 64)
        bits.withUnsafeMutableBufferPointer { bits in
            for row in rows { bits[Int(row >> 6)] |= 1 << UInt64(row & 63) }
        }
        rows = []
    }

    consuming func finish() -> RowSet {
        guard bits.isEmpty else { return RowSet(capacity: capacity, bits: bits) }
        rows.sort()
        var last: UInt32?
        rows.removeAll { row in
            defer { last = row }
            return row == last
        }
        return RowSet(capacity: capacity, sorted: rows)
    }
}
