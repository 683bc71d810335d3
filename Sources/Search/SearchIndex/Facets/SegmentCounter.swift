// SPDX-License-Identifier: MIT

struct SegmentCounter {
    let column: ValueColumn

    func add(_ rows: RowSet, to counts: inout [UInt32]) {
        guard !counts.isEmpty else { return }
        let count = rows.count
        guard count < rows.capacity else {
            // All rows: each value's own list tells.
            for ordinal in counts.indices {
                counts[ordinal] &+= UInt32(row: column.postings.rowCount(of: ordinal))
            }
            return
        }
        // A bitmap a value costs the same for any number of rows.
        if count > counts.count * (rows.capacity / 32 + 16), case .bits(let bits) = rows.storage {
            for ordinal in counts.indices {
                counts[ordinal] &+= UInt32(row: column.postings[ordinal].count(in: bits))
            }
            return
        }
        guard count > rows.capacity / 2 else {
            scan(rows, &counts, by: 1)
            return
        }
        // Most rows: those that are missing are fewer.
        var missing = rows
        missing.invert()
        for ordinal in counts.indices {
            counts[ordinal] &+= UInt32(row: column.postings.rowCount(of: ordinal))
        }
        scan(missing, &counts, by: .max)
    }

    /// Adds a step for each value of each row; `UInt32.max` takes one away.
    private func scan(_ rows: RowSet, _ counts: inout [UInt32], by step: UInt32) {
        let ordinals = column.ordinals.raw
        let offsets = column.offsets
        counts.withUnsafeMutableBufferPointer { counts in
            switch column.ordinals.width {
            case 1: SegmentCounter.scan(rows, offsets, ordinals.bindMemory(to: UInt8.self), counts, step)
            case 2: SegmentCounter.scan(rows, offsets, ordinals.bindMemory(to: UInt16.self), counts, step)
            default: SegmentCounter.scan(rows, offsets, ordinals.bindMemory(to: UInt32.self), counts, step)
            }
        }
    }

    @inline(__always)
    private static func scan<Ordinal: FixedWidthInteger & UnsignedInteger>(
        _ rows: RowSet,
        _ offsets: UnsafeBufferPointer<UInt32>,
        _ ordinals: UnsafeBufferPointer<Ordinal>,
        _ counts: UnsafeMutableBufferPointer<UInt32>,
        _ step: UInt32
    ) {
        let valueCount = counts.count
        if offsets.isEmpty {
            rows.forEach { row in
                guard row < ordinals.count else { return }
                let ordinal = Int(ordinals[row])
                if ordinal < valueCount { counts[ordinal] &+= step }
            }
            return
        }
        rows.forEach { row in
            guard row + 1 < offsets.count else { return }
            var index = Int(offsets[row])
            let end = min(Int(offsets[row + 1]), ordinals.count)
            while index < end {
                let ordinal = Int(ordinals[index])
                if ordinal < valueCount { counts[ordinal] &+= step }
                index &+= 1
            }
        }
    }
}

extension ValueColumn {
    func bounds(in rows: RowSet) -> ClosedRange<Double>? {
        let all = numberOrdinals
        guard !all.isEmpty, !rows.isEmpty else { return nil }
        guard let low = first(of: all, in: rows), let high = last(of: all, in: rows), let lowest = number(low),
            let highest = number(high)
        else { return nil }
        // In a damaged file numbers need not be in order.
        return min(lowest, highest)...max(lowest, highest)
    }

    /// How many lists of values are tried before the rows are read instead.
    private static let mostTried = 64

    private func first(of range: Range<Int>, in rows: RowSet) -> Int? {
        for ordinal in range.prefix(ValueColumn.mostTried) where hasRow(ordinal, rows) { return ordinal }
        var least = Int.max
        rows.forEach { row in
            forEachOrdinal(of: row) { if range.contains(Int($0)) { least = min(least, Int($0)) } }
        }
        return least == .max ? nil : least
    }

    private func last(of range: Range<Int>, in rows: RowSet) -> Int? {
        for ordinal in range.suffix(ValueColumn.mostTried).reversed() where hasRow(ordinal, rows) { return ordinal }
        var most = -1
        rows.forEach { row in
            forEachOrdinal(of: row) { if range.contains(Int($0)) { most = max(most, Int($0)) } }
        }
        return most < 0 ? nil : most
    }

    private func hasRow(_ ordinal: Int, _ rows: RowSet) -> Bool {
        var isIn = false
        postings[ordinal].forEach { isIn = isIn || rows.contains(Int($0)) }
        return isIn
    }
}
