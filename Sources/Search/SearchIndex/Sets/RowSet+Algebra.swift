// SPDX-License-Identifier: MIT

extension RowSet {
    mutating func formIntersection(_ other: RowSet) {
        switch (storage, other.storage) {
        case (.list(let rows), .list(let others)): storage = .list(RowSet.common(rows, others))
        case (.list(let rows), .bits(let bits)): storage = .list(RowSet.those(of: rows, in: bits, areIn: true))
        case (.bits(let bits), .list(let rows)): storage = .list(RowSet.those(of: rows, in: bits, areIn: true))
        case (.bits(var bits), .bits(let others)):
            storage = .list([])
            RowSet.combine(&bits, others) { $0 & $1 }
            storage = .bits(bits)
        }
    }

    mutating func formUnion(_ other: RowSet) {
        switch (storage, other.storage) {
        case (.list(let rows), .list(let others)):
            let all = RowSet.merged(rows, others)
            storage = .list(all)
            if all.count > RowSet.mostListed(of: capacity) { storage = .bits(asBits) }
        case (.list(let rows), .bits(var bits)):
            RowSet.insert(rows, into: &bits)
            storage = .bits(bits)
        case (.bits(var bits), .list(let rows)):
            storage = .list([])
            RowSet.insert(rows, into: &bits)
            storage = .bits(bits)
        case (.bits(var bits), .bits(let others)):
            storage = .list([])
            RowSet.combine(&bits, others) { $0 | $1 }
            storage = .bits(bits)
        }
    }

    mutating func subtract(_ other: RowSet) {
        switch (storage, other.storage) {
        case (.list(let rows), .list(let others)):
            storage = .list(RowSet.without(rows, others))
        case (.list(let rows), .bits(let bits)): storage = .list(RowSet.those(of: rows, in: bits, areIn: false))
        case (.bits(var bits), .list(let rows)):
            storage = .list([])
            bits.withUnsafeMutableBufferPointer { bits in
                for row in rows where row >> 6 < bits.count { bits[Int(row >> 6)] &= ~(1 << UInt64(row & 63)) }
            }
            storage = .bits(bits)
        case (.bits(var bits), .bits(let others)):
            storage = .list([])
            RowSet.combine(&bits, others) { $0 & ~$1 }
            storage = .bits(bits)
        }
    }

    mutating func invert() {
        var all = RowSet(capacity: capacity, full: true)
        all.subtract(self)
        self = all
    }

    /// The rows that are in both sets.
    func intersection(_ other: RowSet) -> RowSet { combined(with: other, { $0 & $1 }) { $0.formIntersection($1) } }

    func union(_ other: RowSet) -> RowSet { combined(with: other, { $0 | $1 }) { $0.formUnion($1) } }

    func subtracting(_ other: RowSet) -> RowSet { combined(with: other, { $0 & ~$1 }) { $0.subtract($1) } }

    /// A new set, which of two bitmaps is made in one go.
    @inline(__always)
    private func combined(
        with other: RowSet,
        _ combine: (UInt64, UInt64) -> UInt64,
        _ form: (inout RowSet, RowSet) -> Void
    ) -> RowSet {
        guard case .bits(let left) = storage, case .bits(let right) = other.storage, left.count == right.count else {
            var result = self
            form(&result, other)
            return result
        }
        let bits = [UInt64](unsafeUninitializedCapacity: left.count) { output, count in
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { right in
                    for index in 0..<left.count { output[index] = combine(left[index], right[index]) }
                }
            }
            count = left.count
        }
        return RowSet(capacity: capacity, bits: bits)
    }

    // MARK: - Lists and bitmaps

    @inline(__always)
    private static func combine(_ bits: inout [UInt64], _ others: [UInt64], _ combine: (UInt64, UInt64) -> UInt64) {
        bits.withUnsafeMutableBufferPointer { bits in
            others.withUnsafeBufferPointer { others in
                for index in 0..<min(bits.count, others.count) { bits[index] = combine(bits[index], others[index]) }
            }
        }
    }

    private static func insert(_ rows: [UInt32], into bits: inout [UInt64]) {
        bits.withUnsafeMutableBufferPointer { bits in
            for row in rows where row >> 6 < bits.count { bits[Int(row >> 6)] |= 1 << UInt64(row & 63) }
        }
    }

    private static func those(of rows: [UInt32], in bits: [UInt64], areIn: Bool) -> [UInt32] {
        bits.withUnsafeBufferPointer { bits in
            rows.filter { row in
                (row >> 6 < bits.count && bits[Int(row >> 6)] & (1 << UInt64(row & 63)) != 0) == areIn
            }
        }
    }

    private static func common(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        let (few, many) = left.count <= right.count ? (left, right) : (right, left)
        var result: [UInt32] = []
        var place = 0
        for row in few {
            if many.count > few.count * 16 {
                place += many[place...].partitioningIndex { $0 >= row } - place
            } else {
                while place < many.count, many[place] < row { place += 1 }
            }
            guard place < many.count else { break }
            if many[place] == row { result.append(row) }
        }
        return result
    }

    private static func merged(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        guard !left.isEmpty, !right.isEmpty else { return left.isEmpty ? right : left }
        var result: [UInt32] = []
        result.reserveCapacity(left.count + right.count)
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            let (first, second) = (left[i], right[j])
            result.append(min(first, second))
            if first <= second { i += 1 }
            if second <= first { j += 1 }
        }
        result.append(contentsOf: left[i...])
        result.append(contentsOf: right[j...])
        return result
    }

    private static func without(_ rows: [UInt32], _ others: [UInt32]) -> [UInt32] {
        var place = 0
        return rows.filter { row in
            while place < others.count, others[place] < row { place += 1 }
            return place == others.count || others[place] != row
        }
    }
}
