// SPDX-License-Identifier: MIT

/// How a file of comma-separated values separates its fields.
struct CSVDialect: Sendable, Hashable {
    /// The delimiters that a file may have; of equally good ones the first is taken.
    private static let candidates = ",;\t|".utf8.map(\.self)
    private static let sampledRows = 20

    var delimiter: UInt8
    /// Whether blanks behind a delimiter belong to no field, as in `id, name, price`.
    var skipsBlanks = false

    /// Guesses the dialect of a file.
    ///
    /// The delimiter is the one of which all rows have the same number, the highest where several do, or else the one that the first
    /// row has most often; what is quoted does not count.
    ///
    /// - Parameters:
    ///   - text: The beginning of the file.
    ///   - isWhole: Whether the file ends with it.
    ///   - known: The delimiter, where it was given.
    init(guessing text: some Collection<UInt8>, isWhole: Bool, delimiter known: UInt8? = nil) {
        let rows = Self.rows(of: text, isWhole: isWhole)
        let header = rows.first.map(Self.counts) ?? [:]
        func count(_ byte: UInt8, _ counts: [UInt8: Int]) -> Int { counts[byte, default: 0] }
        func best(_ candidates: [UInt8]) -> UInt8? {
            candidates.first.map { first in
                candidates.reduce(first) { count($1, header) > count($0, header) ? $1 : $0 }
            }
        }
        let counts = rows.map(Self.counts)
        let even = Self.candidates.filter { byte in
            count(byte, header) > 0 && counts.allSatisfy { count(byte, $0) == count(byte, header) }
        }
        delimiter = known ?? best(even) ?? best(Self.candidates) ?? UInt8(ascii: ",")
        skipsBlanks = rows.first?.withUnsafeBufferPointer(beginsFieldsWithBlank) ?? false
    }

    /// Whether each field of a row but the first begins with a blank.
    private func beginsFieldsWithBlank(_ row: UnsafeBufferPointer<UInt8>) -> Bool {
        var fields = CSVFields(row, self)
        var count = 0
        while let field = fields.next() {
            count += 1
            if count > 1, field.isQuoted || field.text.first != UInt8(ascii: " ") { return false }
        }
        return count > 1
    }

    /// The first rows without their line breaks; one that may continue is omitted, unless it is the only one.
    private static func rows(of text: some Collection<UInt8>, isWhole: Bool) -> [[UInt8]] {
        var rows: [[UInt8]] = []
        var row: [UInt8] = []
        var isQuoted = false
        for byte in text {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == 0x0A, !isQuoted else {
                row.append(byte)
                continue
            }
            if row.contains(where: { $0 != 0x0D }) { rows.append(row) }
            row = []
            if rows.count == sampledRows { return rows }
        }
        if !row.isEmpty, isWhole || rows.isEmpty { rows.append(row) }
        return rows
    }

    /// How often each byte is in a row outside of quotes.
    private static func counts(of row: [UInt8]) -> [UInt8: Int] {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in row {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        return counts
    }
}
