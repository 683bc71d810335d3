// SPDX-License-Identifier: MIT

extension JSONParser {
    /// Reads a number; one that no `Double` can hold is refused.
    mutating func number() throws -> JSON {
        let start = position
        let form = try numberForm()
        if form == .integer, let value = integer(from: start, to: position) { return .int(value) }
        return .number(try double(from: start))
    }

    mutating func skipNumber() throws {
        let start = position
        // What has an exponent, or hundreds of digits, may be out of range.
        if try numberForm() == .exponential || position - start > 300 { _ = try double(from: start) }
    }

    private enum NumberForm {
        case integer, fraction, exponential
    }

    /// Steps over the digits of a number, and says what they are.
    private mutating func numberForm() throws -> NumberForm {
        let start = position
        var form = NumberForm.integer
        if peek() == UInt8(ascii: "-") { position += 1 }
        let leading = peek()
        guard let leading, isDigit(leading) else { throw failure("a digit should be here") }
        skipDigits()
        if leading == UInt8(ascii: "0"), position - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
            throw failure("a number starts with a needless zero")
        }
        if peek() == UInt8(ascii: ".") {
            form = .fraction
            position += 1
            guard let byte = peek(), isDigit(byte) else { throw failure("a digit should follow the point") }
            skipDigits()
        }
        if let byte = peek(), byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            form = .exponential
            position += 1
            if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            guard let byte = peek(), isDigit(byte) else { throw failure("a digit should be in the exponent") }
            skipDigits()
        }
        return form
    }

    private func double(from start: Int) throws -> Double {
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw failure("the number is out of range") }
        return value
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private mutating func skipDigits() {
        while let byte = peek(), isDigit(byte) { position += 1 }
    }

    private func integer(from start: Int, to end: Int) -> Int64? {
        let isNegative = bytes[start] == UInt8(ascii: "-")
        guard end - start <= 18 else { return Int64(String(decoding: bytes[start..<end], as: UTF8.self)) }
        var value: Int64 = 0
        for index in (isNegative ? start + 1 : start)..<end {
            value = value * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
        }
        return isNegative ? -value : value
    }

    /// Reads a string; its bytes must be UTF-8 and its escapes whole.
    mutating func string() throws -> String {
        position += 1
        let start = position
        position = bytes.firstSpecial(from: position)
        switch peek() {
        case UInt8(ascii: "\""):
            let text = try text(from: start)
            position += 1
            return text
        case UInt8(ascii: "\\"): return try escapedString(from: start)
        case .some: throw failure("an unescaped control character in a string")
        case nil: throw failure("a string is not closed")
        }
    }

    /// The text up to here; only what is beyond ASCII can be wrong, and checking is slow.
    private func text(from start: Int) throws -> String {
        let part = UnsafeBufferPointer(rebasing: bytes[start..<position])
        if part.isASCII { return String(decoding: part, as: UTF8.self) }
        guard let text = String(validating: part, as: UTF8.self) else { throw failure("a string is not UTF-8") }
        return text
    }

    private mutating func escapedString(from start: Int) throws -> String {
        var text = Array(bytes[start..<position])
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw failure("a string is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"):
                text.append(contentsOf: try escape())
            case ..<0x20:
                throw failure("an unescaped control character in a string")
            default:
                text.append(byte)
            }
        }
        throw failure("a string is not closed")
    }

    mutating func escape() throws -> [UInt8] {
        guard let byte = peek() else { throw failure("a string is not closed") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(Character(try unicodeScalar())).utf8)
        default: throw failure("a backslash is followed by a character that needs none")
        }
    }

    /// Reads the digits after `\u`; a surrogate pair makes one scalar, half of one is refused.
    private mutating func unicodeScalar() throws -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, peek() == UInt8(ascii: "\\") else { throw failure("half a surrogate pair") }
        position += 1
        guard peek() == UInt8(ascii: "u") else { throw failure("half a surrogate pair") }
        position += 1
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw failure("half a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard position + 4 <= bytes.count else { throw failure("four hexadecimal digits should be here") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, bytes[position] < 0x80 else {
                throw failure("four hexadecimal digits should be here")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
