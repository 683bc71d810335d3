// SPDX-License-Identifier: MIT

/// The fields of one row of comma-separated values (RFC 4180), one after the other.
struct CSVFields {
    struct Field {
        /// What it holds as it stands, without the quotes around it.
        let text: UnsafeBufferPointer<UInt8>
        let isQuoted: Bool
        fileprivate(set) var hasTwinQuotes = false
        fileprivate(set) var problem: Problem?

        /// Lends what the field holds, with one quote where two stand for it.
        func withText<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
            guard hasTwinQuotes else { return body(text) }
            var output: [UInt8] = []
            output.reserveCapacity(text.count)
            var isSecond = false
            for byte in text {
                isSecond = !isSecond && byte == UInt8(ascii: "\"")
                if !isSecond { output.append(byte) }
            }
            return output.withUnsafeBufferPointer(body)
        }
    }

    enum Problem {
        case textAfterQuote, quoteInside

        /// The problem in words.
        func sentence(of field: String) -> String {
            switch self {
            case .textAfterQuote: "Text follows the closing quote of \(field)"
            case .quoteInside: "A quote is inside \(field), which does not start with one"
            }
        }
    }

    private let row: UnsafeBufferPointer<UInt8>
    private let dialect: CSVDialect
    private var delimiter: UInt8 { dialect.delimiter }
    private var position = 0
    private var isAtEnd = false

    init(_ row: UnsafeBufferPointer<UInt8>, _ dialect: CSVDialect) {
        // The first half of a line break of two bytes belongs to the row's bytes.
        self.row = UnsafeBufferPointer(rebasing: row.dropLast(row.last == 0x0D ? 1 : 0))
        self.dialect = dialect
    }

    /// The next field; `nil` behind the last one.
    mutating func next() -> Field? {
        guard !isAtEnd else { return nil }
        if dialect.skipsBlanks {
            while position < row.count, row[position] == UInt8(ascii: " ") { position += 1 }
        }
        let isQuoted = position < row.count && row[position] == UInt8(ascii: "\"")
        let (field, end) = isQuoted ? quoted() : bare()
        position = end + 1
        isAtEnd = end >= row.count
        return field
    }

    private func bare() -> (field: Field, end: Int) {
        var end = row.first(delimiter, or: UInt8(ascii: "\""), from: position)
        var problem: Problem?
        if end < row.count, row[end] == UInt8(ascii: "\"") {
            problem = .quoteInside
            end = row.first(delimiter, from: end)
        }
        let text = UnsafeBufferPointer(rebasing: row[position..<end])
        return (Field(text: text, isQuoted: false, problem: problem), end)
    }

    private func quoted() -> (field: Field, end: Int) {
        var hasTwinQuotes = false
        var close = row.first(UInt8(ascii: "\""), from: position + 1)
        while close + 1 < row.count, row[close + 1] == UInt8(ascii: "\"") {
            hasTwinQuotes = true
            close = row.first(UInt8(ascii: "\""), from: close + 2)
        }
        let end = row.first(delimiter, from: min(close + 1, row.count))
        let field = Field(
            text: UnsafeBufferPointer(rebasing: row[position + 1..<close]),
            isQuoted: true,
            hasTwinQuotes: hasTwinQuotes,
            problem: end > close + 1 ? .textAfterQuote : nil
        )
        return (field, end)
    }
}
