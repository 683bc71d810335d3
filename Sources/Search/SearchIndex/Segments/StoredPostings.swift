// SPDX-License-Identifier: MIT

/// Posting lists of a segment, by number: those of its terms, of beginnings of terms, or of a facet's values.
struct StoredPostings {
    let count: Int
    private let offsets: UnsafeBufferPointer<UInt64>
    private let bytes: UnsafeRawBufferPointer
    private let rowCount: Int
    private let mayHavePlaces: Bool

    /// The lists of the sections `NAME.offsets` and `NAME.rows`.
    init(_ file: SegmentFile, _ name: String, rowCount: Int, mayHavePlaces: Bool) {
        offsets = file.numbers("\(name).offsets", as: UInt64.self)
        bytes = file.bytes("\(name).rows")
        count = max(0, offsets.count - 1)
        self.rowCount = rowCount
        self.mayHavePlaces = mayHavePlaces
    }

    /// A list; an empty one for a number beyond the last.
    @inline(__always)
    subscript(number: Int) -> Postings {
        guard number >= 0, number < count, let start = Int(exactly: offsets[number]),
            let end = Int(exactly: offsets[number + 1]), start <= end, end <= bytes.count
        else { return Postings() }
        let list = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        return Postings(list, rowCount: rowCount, mayHavePlaces: mayHavePlaces)
    }

    /// How many rows a list has, without it being looked at otherwise.
    @inline(__always)
    func rowCount(of number: Int) -> Int {
        guard number >= 0, number < count, offsets[number] < UInt64(bytes.count) else { return 0 }
        var position = Int(offsets[number])
        return min(Int(clamping: VariableLength.read(bytes, &position)), rowCount)
    }

    /// The set of the rows of neighbouring lists.
    func set(of numbers: Range<Int>) -> RowSet {
        if numbers.count == 1, let only = numbers.first { return self[only].set(capacity: rowCount) }
        var builder = RowSetBuilder(capacity: rowCount)
        for number in numbers { builder.insert(self[number]) }
        return builder.finish()
    }
}

struct PostingsWriter {
    private var offsets: [UInt64] = [0]
    private var buffer: [UInt8] = []
    private var length: UInt64 = 0
    private let name: String
    private let rowCount: Int
    private let file: SegmentFileWriter

    /// Begins the section `NAME.rows`.
    init(_ name: String, rowCount: Int, file: SegmentFileWriter) throws {
        (self.name, self.rowCount, self.file) = (name, rowCount, file)
        try file.begin("\(name).rows")
    }

    /// Appends a list; see `Postings.write`.
    mutating func append(_ rows: UnsafeBufferPointer<UInt32>, places: UnsafeBufferPointer<UInt8>) throws {
        let before = buffer.count
        Postings.write(rows, places: places, rowCount: rowCount, to: &buffer)
        length += UInt64(buffer.count - before)
        offsets.append(length)
        if buffer.count > 1 << 18 {
            try file.append(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
    }

    /// Ends the lists with the section `NAME.offsets`.
    consuming func finish() throws {
        try file.append(buffer)
        try file.write("\(name).offsets", offsets)
    }
}
