// SPDX-License-Identifier: MIT

/// Finds out what the columns of comma-separated values hold, each as a whole.
///
/// A column is of numbers where every field in it is a number just as JSON would write it, so that nothing is lost, and of
/// booleans where every one is `true` or `false`. Every other column is of texts: one with `1.10`, `3E8`, `007` or
/// twenty digits in it. So is a column with a field in quotes, unless all fields of the file are in quotes.
struct CSVTyping {
    /// What can be said of a field, or is true of one of a column's fields.
    private struct Traits: OptionSet {
        let rawValue: UInt8
        static let noNumber = Traits(rawValue: 1)
        static let noTruth = Traits(rawValue: 2)
        static let quoted = Traits(rawValue: 4)
        static let value = Traits(rawValue: 8)
    }

    private let dialect: CSVDialect
    private var columns: [Traits]
    private var row: [Traits] = []
    /// Whether a field stands without quotes.
    private var hasBareFields = false

    init(_ table: CSVTable, header: UnsafeBufferPointer<UInt8>) {
        dialect = table.dialect
        columns = Array(repeating: [], count: table.columns.count)
        var fields = CSVFields(header, dialect)
        while let field = fields.next() { hasBareFields = hasBareFields || !field.isQuoted }
    }

    /// Examines one more row; an invalid one does not count.
    mutating func observe(_ row: UnsafeBufferPointer<UInt8>) {
        var fields = CSVFields(row, dialect)
        self.row.removeAll(keepingCapacity: true)
        var isBare = false
        while let field = fields.next() {
            guard field.problem == nil, self.row.count < columns.count else { return }
            var traits: Traits = field.isQuoted ? .quoted : []
            if !field.text.isEmpty {
                isBare = isBare || !field.isQuoted
                traits.insert(.value)
                let known = columns[self.row.count]
                if known.contains(.noNumber) || !CSVTyping.isNumber(field.text) { traits.insert(.noNumber) }
                if known.contains(.noTruth) || !CSVTyping.isTruth(field.text) { traits.insert(.noTruth) }
            }
            self.row.append(traits)
        }
        guard self.row.count == columns.count else { return }
        hasBareFields = hasBareFields || isBare
        for index in columns.indices { columns[index].formUnion(self.row[index]) }
    }

    /// What a column holds, in its place in the first row.
    subscript(column: Int) -> CSVTable.Kind {
        let traits = columns[column]
        guard traits.contains(.value), !traits.contains(.quoted) || !hasBareFields else { return .text }
        if !traits.contains(.noNumber) { return .number }
        return traits.contains(.noTruth) ? .text : .truth
    }

    /// Whether a text is a number that comes back the same when it is read and written.
    static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = text.first == UInt8(ascii: "-") ? 1 : 0
        let start = place
        func skipDigits() {
            while place < text.count, text[place] &- UInt8(ascii: "0") < 10 { place += 1 }
        }
        skipDigits()
        let whole = place - start
        let startsWithZero = whole > 0 && text[start] == UInt8(ascii: "0")
        guard whole > 0, whole == 1 || !startsWithZero else { return false }
        // Minus zero is zero.
        guard place < text.count else { return whole <= 15 && !(startsWithZero && start == 1) }
        guard text[place] == UInt8(ascii: ".") else { return false }
        place += 1
        let point = place
        skipDigits()
        guard place == text.count, place > point, text[place - 1] != UInt8(ascii: "0") else { return false }
        guard startsWithZero else { return whole + place - point <= 15 }
        // Less than a ten-thousandth is written with an exponent.
        let zeros = text[point...].prefix { $0 == UInt8(ascii: "0") }.count
        return zeros < 4 && place - point - zeros <= 15
    }

    private static func isTruth(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count == 4 && text.elementsEqual("true".utf8) || text.count == 5 && text.elementsEqual("false".utf8)
    }
}

extension CSVTable {
    /// Reads a file of comma-separated values up to its end, to find out what its columns are.
    static func reading(
        _ buffer: inout ReadBuffer,
        _ dialect: CSVDialect,
        textColumns: Set<String>
    ) throws -> CSVTable? {
        var rows = CSVSource(dialect)
        var table: CSVTable?
        var typing: CSVTyping?
        reading: while true {
            switch try? rows.next(in: &buffer) {
            case .record(let row):
                guard row.fault == nil else {
                    guard table == nil else { continue }
                    let size = "\(Record.largest >> 10) KiB"
                    throw RawFileError(line: row.line, message: "The first row is longer than \(size).")
                }
                try buffer.bytes.withUnsafeBufferPointer { bytes in
                    let bytes = UnsafeBufferPointer(rebasing: bytes[row.range])
                    guard table == nil else {
                        typing?.observe(bytes)
                        return
                    }
                    do throws(RecordFault) {
                        let first = try CSVTable(header: bytes, dialect)
                        table = first
                        typing = CSVTyping(first, header: bytes)
                    } catch {
                        throw RawFileError(line: row.line, message: error.message + ".", remedy: error.remedy)
                    }
                }
            case .more: try buffer.fill()
            // Errors in the file are reported when its records are read.
            case .end, nil: break reading
            }
        }
        guard var table, let typing else { return table }
        for index in table.columns.indices where !textColumns.contains(table.columns[index].name) {
            if table.columns[index].name != Record.identifierAttribute { table.columns[index].kind = typing[index] }
        }
        return table
    }
}
