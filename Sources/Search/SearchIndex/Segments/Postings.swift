// SPDX-License-Identifier: MIT

/// The rows that have a term, a beginning of terms, or a facet's value, as they are stored.
///
/// First stands how many there are; then, for words that many rows have, a byte a row that says where it stands first
/// (`WordPlace`); then the rows: a bitmap where they are many, else the differences between neighbours. Numbers are of
/// variable length. It is borrowed from the segment's mapping: use it while the segment is held.
struct Postings {
    let count: Int
    private let rowCount: Int
    /// The places of the word in each row, in the rows' order; `nil` where they are not kept.
    let places: UnsafeRawBufferPointer?
    private let rows: UnsafeRawBufferPointer

    /// Whether so many rows of all are stored as a bitmap.
    static func isBitmap(_ count: Int, of rowCount: Int) -> Bool { count > 64 && count > rowCount / 12 }

    /// Whether the places of a word with so many rows are kept.
    static func hasPlaces(_ count: Int, of rowCount: Int) -> Bool { count >= 256 && count > rowCount / 16 }

    /// Takes what is stored; what lies outside of the bytes is left out.
    init(_ bytes: UnsafeRawBufferPointer, rowCount: Int, mayHavePlaces: Bool) {
        self.rowCount = rowCount
        var position = 0
        let stored = Int(clamping: VariableLength.read(bytes, &position))
        let bounded = min(stored, rowCount)
        if mayHavePlaces, Postings.hasPlaces(bounded, of: rowCount), position + bounded <= bytes.count {
            places = UnsafeRawBufferPointer(rebasing: bytes[position..<position + bounded])
            position += bounded
        } else {
            places = nil
        }
        count = bounded
        rows = UnsafeRawBufferPointer(rebasing: bytes[min(position, bytes.count)...])
    }

    init() {
        (count, rowCount, places) = (0, 0, nil)
        rows = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Calls the closure with each row, in ascending order.
    @inline(__always)
    func forEach(_ body: (UInt32) -> Void) {
        guard !Postings.isBitmap(count, of: rowCount) else {
            for index in 0..<rows.count / 8 {
                var rest = word(index)
                while rest != 0 {
                    body(UInt32(row: index << 6 | rest.trailingZeroBitCount))
                    rest &= rest &- 1
                }
            }
            return
        }
        var position = 0
        var row: UInt32 = 0
        for index in 0..<count {
            guard position < rows.count else { return }
            // A damaged list yields rows that are not there, which readers leave out.
            let step = UInt32(VariableLength.read(rows, &position) & 0xFFFF_FFFF)
            row = index == 0 ? step : row &+ step
            body(row)
        }
    }

    /// Adds the rows to a bitmap of so many rows.
    func insert(into bits: UnsafeMutableBufferPointer<UInt64>, capacity: Int) {
        if Postings.isBitmap(count, of: rowCount) {
            for index in 0..<min(bits.count, rows.count / 8) { bits[index] |= word(index) }
            return
        }
        forEach { row in
            if row < capacity { bits[Int(row >> 6)] |= 1 << UInt64(row & 63) }
        }
    }

    /// How many of the rows are in a bitmap.
    func count(in bits: [UInt64]) -> Int {
        var total = 0
        bits.withUnsafeBufferPointer { bits in
            if Postings.isBitmap(count, of: rowCount) {
                for index in 0..<min(bits.count, rows.count / 8) {
                    total &+= (bits[index] & word(index)).nonzeroBitCount
                }
            } else {
                forEach { row in
                    if row >> 6 < bits.count { total &+= Int(bits[Int(row >> 6)] >> UInt64(row & 63) & 1) }
                }
            }
        }
        return total
    }

    func set(capacity: Int) -> RowSet {
        if Postings.isBitmap(count, of: rowCount) {
            var bits = [UInt64](repeating: 0, count: (capacity + 63) / 64)
            bits.withUnsafeMutableBufferPointer { insert(into: $0, capacity: capacity) }
            return RowSet(capacity: capacity, bits: bits)
        }
        var list: [UInt32] = []
        list.reserveCapacity(count)
        forEach { if $0 < capacity { list.append($0) } }
        return RowSet(capacity: capacity, sorted: list)
    }

    @inline(__always)
    private func word(_ index: Int) -> UInt64 {
        let word = UInt64(littleEndian: rows.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        // Rows beyond the last would be read from elsewhere, were the file damaged.
        guard index >= rowCount >> 6 else { return word }
        return index > rowCount >> 6 ? 0 : word & ((1 << UInt64(rowCount & 63)) &- 1)
    }
}

extension Postings {
    /// Appends rows as they are stored.
    ///
    /// - Parameters:
    ///   - rows: The rows in ascending order, each once.
    ///   - places: The place of the word in each of them; empty where none are kept.
    ///   - rowCount: How many rows the segment has.
    ///   - output: Where the bytes go.
    static func write(
        _ rows: UnsafeBufferPointer<UInt32>,
        places: UnsafeBufferPointer<UInt8>,
        rowCount: Int,
        to output: inout [UInt8]
    ) {
        VariableLength.write(UInt64(rows.count), to: &output)
        if !places.isEmpty, hasPlaces(rows.count, of: rowCount) { output.append(contentsOf: places) }
        if isBitmap(rows.count, of: rowCount) {
            var bits = [UInt64](repeating: 0, count: (rowCount + 63) / 64)
            for row in rows { bits[Int(row >> 6)] |= 1 << UInt64(row & 63) }
            bits.withUnsafeBytes { output.append(contentsOf: $0) }
            return
        }
        var last: UInt32 = 0
        for row in rows {
            VariableLength.write(UInt64(row &- last), to: &output)
            last = row
        }
    }
}
