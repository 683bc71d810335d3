// SPDX-License-Identifier: MIT

/// Finds the rows of comma-separated values (RFC 4180): quoted fields may hold delimiters, quotes and line breaks.
struct CSVSource: RecordSource {
    private enum Place {
        case field, bare, quoted, quote
    }

    private let dialect: CSVDialect
    /// The names of the columns, for messages.
    private let columns: [String]
    private var extent = RecordExtent()
    private var isInside = false
    private var place = Place.field
    /// Which field of the row the search is in.
    private var field = 0
    /// How far behind the start of the row the quote is that was opened last, and its line if that was dropped already.
    private var quote = 0
    private var quoteLine: Int?
    private var isHeaderTaken: Bool

    /// Finds all rows, the first one too.
    init(_ dialect: CSVDialect) {
        self.dialect = dialect
        columns = []
        isHeaderTaken = true
    }

    /// Finds the rows after the first one.
    init(_ table: CSVTable) {
        dialect = table.dialect
        columns = table.columns.map(\.name)
        isHeaderTaken = false
    }

    mutating func next(in buffer: inout ReadBuffer) throws(RawFileError) -> RawFinding {
        let finding = try row(in: &buffer)
        guard !isHeaderTaken, case .record = finding else { return finding }
        isHeaderTaken = true
        return try row(in: &buffer)
    }

    private mutating func row(in buffer: inout ReadBuffer) throws(RawFileError) -> RawFinding {
        // Empty lines are passed over; blanks belong to the first field.
        if !isInside { buffer.take { $0 == 0x0A || $0 == 0x0D } }
        guard isInside || buffer.available > 0 else { return buffer.isAtEnd ? .end : .more }
        if !isInside { (isInside, place, field) = (true, .field, 0) }
        let from = buffer.position + extent.seen
        let start = buffer.position
        let (end, isWhole) = buffer.bytes.withUnsafeBufferPointer { findEnd(in: $0, from: from, start: start) }
        guard isWhole || buffer.isAtEnd else {
            if end - start > Record.largest { quoteLine = quoteLine ?? lineOfQuote(in: buffer) }
            extent.goOn(from: end, in: &buffer)
            return .more
        }
        guard place != .quoted else {
            let name = columns.indices.contains(field) ? " in the field `\(columns[field])`" : ""
            let line = quoteLine ?? lineOfQuote(in: buffer)
            throw RawFileError(line: line, message: "The quote that starts here\(name) is not closed.")
        }
        isInside = false
        return .record(extent.take(to: end, next: min(end + 1, buffer.bytes.count), from: &buffer))
    }

    /// The line of the quote that was opened last.
    private func lineOfQuote(in buffer: ReadBuffer) -> Int {
        let end = min(buffer.position + quote, buffer.bytes.count)
        return buffer.line
            + buffer.bytes.withUnsafeBufferPointer { $0.lineBreaks(in: buffer.position..<end).count }
    }

    /// Where the row ends, or how far the search has come where it does not end.
    private mutating func findEnd(
        in bytes: UnsafeBufferPointer<UInt8>,
        from first: Int,
        start: Int
    ) -> (place: Int, isWhole: Bool) {
        let delimiter = dialect.delimiter
        var position = first
        while position < bytes.count {
            switch place {
            case .field where dialect.skipsBlanks && bytes[position] == UInt8(ascii: " "): position += 1
            case .field:
                place = .bare
                guard bytes[position] == UInt8(ascii: "\"") else { continue }
                place = .quoted
                (quote, quoteLine) = (position - start, nil)
                position += 1
            case .bare:
                position = bytes.first(delimiter, or: 0x0A, from: position)
                guard position < bytes.count else { break }
                guard bytes[position] == delimiter else { return (position, true) }
                field += 1
                place = .field
                position += 1
            case .quoted:
                position = bytes.first(UInt8(ascii: "\""), from: position)
                guard position < bytes.count else { break }
                place = .quote
                position += 1
            case .quote:
                // Two quotes stand for one in the field.
                guard bytes[position] == UInt8(ascii: "\"") else {
                    place = .bare
                    continue
                }
                place = .quoted
                position += 1
            }
        }
        return (position, false)
    }
}
