// SPDX-License-Identifier: MIT

import Wire

/// What the first row of comma-separated values names, and what the columns hold.
struct CSVTable: Sendable {
    /// What the fields of a column are in a record.
    enum Kind: Sendable {
        case text, number, truth
    }

    struct Column: Sendable {
        let name: String
        var kind = Kind.text
        /// The name in quotes with its colon.
        let prefix: [UInt8]
    }

    static let mostColumns = Record.mostMembers

    let dialect: CSVDialect
    var columns: [Column]

    /// Takes the first row.
    init(header: UnsafeBufferPointer<UInt8>, _ dialect: CSVDialect) throws(RecordFault) {
        self.dialect = dialect
        columns = []
        var names: Set<String> = []
        var fields = CSVFields(header, dialect)
        while let field = fields.next() {
            let number = columns.count + 1
            guard number <= CSVTable.mostColumns else {
                throw RecordFault("The first row names more than \(CSVTable.mostColumns) columns")
            }
            if let problem = field.problem {
                throw RecordFault(problem.sentence(of: "the name of column \(number)"))
            }
            guard let text = field.withText({ String(validating: $0, as: UTF8.self) }) else {
                throw RecordFault("The name of column \(number) is not UTF-8", remedy: TextEncoding.remedy)
            }
            // Blanks around a name belong to the layout of the file.
            let name = text.trimmed
            guard !name.isEmpty else {
                throw RecordFault("The first row has to name every column; column \(number) has no name")
            }
            guard names.insert(name).inserted else {
                throw RecordFault("The first row names the column `\(name)` twice")
            }
            var prefix: [UInt8] = []
            JSON.writeString(name, to: &prefix)
            columns.append(Column(name: name, prefix: prefix + [UInt8(ascii: ":")]))
        }
    }

    /// The text of the record in a row.
    func text(of row: ArraySlice<UInt8>) throws(RecordFault) -> [UInt8] {
        let result = row.withUnsafeBufferPointer { row -> Result<[UInt8], RecordFault> in
            do throws(RecordFault) {
                return .success(try text(of: row))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func text(of row: UnsafeBufferPointer<UInt8>) throws(RecordFault) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(row.count + columns.count * 16)
        output.append(UInt8(ascii: "{"))
        var fields = CSVFields(row, dialect)
        let isASCII = row.allSatisfy { $0 < 0x80 }
        var number = 0
        while let field = fields.next() {
            number += 1
            guard number <= columns.count else { continue }
            let column = columns[number - 1]
            if let problem = field.problem { throw RecordFault(problem.sentence(of: "the field `\(column.name)`")) }
            guard isASCII || String(validating: field.text, as: UTF8.self) != nil else {
                throw RecordFault("The field `\(column.name)` is not UTF-8", remedy: TextEncoding.remedy)
            }
            // An empty field is nothing; one in quotes is an empty text.
            guard !field.text.isEmpty || field.isQuoted && column.kind == .text else { continue }
            if output.count > 1 { output.append(UInt8(ascii: ",")) }
            output.append(contentsOf: column.prefix)
            if column.kind == .text { output.append(UInt8(ascii: "\"")) }
            field.withText { JSON.writeEscaped($0, to: &output) }
            if column.kind == .text { output.append(UInt8(ascii: "\"")) }
        }
        guard number == columns.count else {
            throw RecordFault("The row has \(number) fields; the first row names \(columns.count)")
        }
        output.append(UInt8(ascii: "}"))
        return output
    }
}
