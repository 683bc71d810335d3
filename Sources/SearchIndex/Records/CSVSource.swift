// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Reads comma-separated values (RFC 4180): quoted fields may hold commas, quotes and line breaks.
///
/// The first row names the attributes. A field that is a JSON number, `true` or `false` becomes one, unless its column is
/// to stay text; an empty field that is not quoted is left out.
struct CSVSource: RawRecordSource {
    /// The most columns that a file may have.
    static let mostColumns = 1_000

    private struct Field {
        var bytes: [UInt8] = []
        var isQuoted = false
    }

    private struct Row {
        let line: Int
        var fields: [Field] = []
        var problem: String?
    }

    private let textColumns: Set<String>
    private var header: [String]?

    /// - Parameter textColumns: The columns whose fields stay text.
    init(textColumns: Set<String>) {
        self.textColumns = textColumns.union([Record.identifierAttribute])
    }

    mutating func next(from bytes: inout ByteReader) throws -> RawRecord? {
        let names: [String]
        if let header {
            names = header
        } else {
            guard let first = try row(from: &bytes) else { return nil }
            names = try CSVSource.names(in: first)
            header = names
        }
        guard let row = try row(from: &bytes) else { return nil }
        if let problem = row.problem { return RawRecord(line: row.line, problem: problem) }
        guard row.fields.count == names.count else {
            let problem = "The row has \(row.fields.count) fields; the first row names \(names.count)."
            return RawRecord(line: row.line, problem: problem)
        }
        var members: [(String, JSON)] = []
        for (name, field) in zip(names, row.fields) where field.isQuoted || !field.bytes.isEmpty {
            guard let text = String(validating: field.bytes, as: UTF8.self) else {
                return RawRecord(line: row.line, problem: "The field `\(name)` is not UTF-8.")
            }
            members.append((name, value(of: field, text: text, name: name)))
        }
        return RawRecord(line: row.line, value: .object(JSONObject(members)))
    }

    private func value(of field: Field, text: String, name: String) -> JSON {
        guard !field.isQuoted, !textColumns.contains(name) else { return .string(text) }
        switch text {
        case "true": return true
        case "false": return false
        default: break
        }
        guard let first = field.bytes.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            let last = field.bytes.last, (0x30...0x39).contains(last), let number = try? JSON(parsing: field.bytes)
        else { return .string(text) }
        return number
    }

    private static func names(in row: Row) throws -> [String] {
        let names = row.fields.map { String(validating: $0.bytes, as: UTF8.self) ?? "" }
        let problem: String? =
            if let problem = row.problem {
                problem
            } else if names.contains("") {
                "The first row has to name every column."
            } else if Set(names).count != names.count {
                "The first row names a column twice."
            } else {
                nil
            }
        if let problem { throw RawFileError(line: row.line, message: problem) }
        return names
    }

    // MARK: - Rows

    /// The next row that is not empty, or `nil` at the end.
    private func row(from bytes: inout ByteReader) throws -> Row? {
        try bytes.skipSpaceBeforeRow()
        guard try bytes.peek() != nil else { return nil }
        var row = Row(line: bytes.line)
        var size = 0
        while true {
            let field = try field(from: &bytes, problem: &row.problem, size: &size)
            if row.fields.count < CSVSource.mostColumns {
                row.fields.append(field)
            } else {
                row.problem = "The row has more than \(CSVSource.mostColumns) fields."
            }
            if size > Record.largest { row.problem = "The row is longer than \(Record.largest >> 10) KiB." }
            guard try bytes.next() == UInt8(ascii: ",") else { return row }
        }
    }

    /// Takes a field; the comma or line break that ends it stays.
    private func field(from bytes: inout ByteReader, problem: inout String?, size: inout Int) throws -> Field {
        var field = Field()
        if try bytes.peek() == UInt8(ascii: "\"") {
            field.isQuoted = true
            let line = bytes.line
            _ = try bytes.next()
            while true {
                guard let byte = try bytes.next() else {
                    throw RawFileError(line: line, message: "The quote that starts here is not closed.")
                }
                size += 1
                if byte == UInt8(ascii: "\"") {
                    guard try bytes.peek() == UInt8(ascii: "\"") else { break }
                    _ = try bytes.next()
                }
                if size <= Record.largest { field.bytes.append(byte) }
            }
        }
        while let byte = try bytes.peek(), byte != UInt8(ascii: ","), byte != 0x0A {
            _ = try bytes.next()
            size += 1
            if byte == 0x0D, try bytes.peek() == 0x0A || bytes.peek() == nil { continue }
            if field.isQuoted { problem = "Text follows a closing quote." }
            if byte == UInt8(ascii: "\"") { problem = "A quote stands inside a field that does not start with one." }
            if size <= Record.largest { field.bytes.append(byte) }
        }
        return field
    }
}

extension ByteReader {
    /// Skips empty lines, and a mark at the start; blanks belong to the first field.
    fileprivate mutating func skipSpaceBeforeRow() throws {
        try skipMark()
        while let byte = try peek(), byte == 0x0A || byte == 0x0D { _ = try next() }
    }
}
