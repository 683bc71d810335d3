// SPDX-License-Identifier: MIT

/// Cuts the text of filters into words, signs and brackets.
struct FilterLexer {
    enum Token: Hashable {
        case open
        case close
        case colon
        /// `<`, `<=`, `=`, `!=`, `>=` or `>`.
        case sign(String)
        /// A word; one in quotes is never an operator.
        case word(String, isQuoted: Bool)
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next piece; `nil` at the end.
    ///
    /// - Parameter isValue: Whether a value is expected, in which colons and signs are letters like others.
    /// - Returns: The piece.
    /// - Throws: `AlgoliaError` for quotes that do not end.
    mutating func next(isValue: Bool = false) throws(AlgoliaError) -> Token? {
        skipSpace()
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            position += 1
            return byte == UInt8(ascii: "(") ? .open : .close
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .word(try quoted(byte), isQuoted: true)
        case UInt8(ascii: ":") where !isValue:
            position += 1
            return .colon
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!"):
            if !isValue, let sign = sign() { return .sign(sign) }
            return .word(word(isValue), isQuoted: false)
        default: return .word(word(isValue), isQuoted: false)
        }
    }

    /// The next piece, which stays where it is.
    func peek() throws(AlgoliaError) -> Token? {
        var copy = self
        return try copy.next()
    }

    /// The number in `<score=N>`, if that is here.
    mutating func score() throws(AlgoliaError) -> Int? {
        let prefix = Array("<score=".utf8)
        guard bytes[position...].starts(with: prefix) else { return nil }
        let rest = bytes[(position + prefix.count)...]
        let digits = rest.prefix { $0 != UInt8(ascii: ">") }
        guard let score = Int(String(decoding: digits, as: UTF8.self)), (0...65_535).contains(score),
            digits.endIndex < bytes.count
        else { throw AlgoliaError("filters: a score is a whole number up to 65535, as in `<score=2>`") }
        position = digits.endIndex + 1
        return score
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private mutating func sign() -> String? {
        for sign in ["<=", ">=", "!=", "<", ">", "="] where bytes[position...].starts(with: Array(sign.utf8)) {
            position += sign.utf8.count
            return sign
        }
        return nil
    }

    private mutating func quoted(_ quote: UInt8) throws(AlgoliaError) -> String {
        var text: [UInt8] = []
        position += 1
        while position < bytes.count {
            // Before a quote, two backslashes are one, and a single one makes the quote a part of the text.
            let backslashes = bytes[position...].prefix { $0 == UInt8(ascii: "\\") }
            position = backslashes.endIndex
            guard position < bytes.count else { break }
            let (byte, isQuote) = (bytes[position], bytes[position] == quote)
            position += 1
            text += isQuote ? backslashes.prefix(backslashes.count / 2) : backslashes
            if isQuote, backslashes.count.isMultiple(of: 2) { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
        throw AlgoliaError("filters: quotes that are opened are not closed")
    }

    /// A word without quotes; it has at least one letter, so that the text gets shorter.
    private mutating func word(_ isValue: Bool) -> String {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            let isEnd =
                switch byte {
                case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "("), UInt8(ascii: ")"): true
                case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "!"): !isValue
                case UInt8(ascii: "<"): !isValue || bytes[position...].starts(with: Array("<score=".utf8))
                default: false
                }
            if isEnd, position > start { break }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}
