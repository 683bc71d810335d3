// SPDX-License-Identifier: MIT

import Wire

extension RecordCursor {
    /// Takes a number or a word.
    mutating func scalar() -> RecordScalar? {
        let start = position
        switch next {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        default:
            skipWord()
            switch (position - start, bytes[start..<position].first) {
            case (4, UInt8(ascii: "t")): return .bool(true)
            case (5, UInt8(ascii: "f")): return .bool(false)
            default: return nil
            }
        }
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]

    /// Takes a number.
    ///
    /// Digits and powers of ten that a `Double` holds exactly make the nearest number in one step; the others are left to
    /// the standard library.
    private mutating func number() -> RecordScalar? {
        let start = position
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var digits: UInt64 = 0
        var digitCount = 0
        takeDigits(into: &digits, count: &digitCount)
        let isWhole: Bool
        switch next {
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
        default: isWhole = true
        }
        if isWhole, digitCount <= 18 {
            return .integer(isNegative ? -Int64(digits) : Int64(digits))
        }
        var decimals = 0
        if next == UInt8(ascii: ".") {
            position += 1
            let point = position
            takeDigits(into: &digits, count: &digitCount)
            decimals = position - point
        }
        let isPlain = next != UInt8(ascii: "e") && next != UInt8(ascii: "E")
        if isPlain, digitCount <= 15, decimals < Self.powers.count {
            let value = Double(digits) / Self.powers[decimals]
            return Self.scalar(of: isNegative ? -value : value)
        }
        skipWord()
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        return Double(text).flatMap(Self.scalar)
    }

    /// Takes digits; from the 19th significant one on they are counted only.
    @inline(__always)
    private mutating func takeDigits(into value: inout UInt64, count: inout Int) {
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            if count > 0 || digit > 0 { count += 1 }
            if count <= 18 { value = value &* 10 &+ UInt64(digit) }
            position += 1
        }
    }

    private static func scalar(of value: Double) -> RecordScalar? {
        switch JSON.number(value) {
        case .int(let number): .integer(number)
        case .double(let number): .number(number)
        default: nil
        }
    }

    /// Lends the text of a string without its escapes.
    static func withUnescaped<Value>(
        _ string: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value {
        // No escape is shorter than what it stands for, but one that is cut short is than a replacement character.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: string.count * 2) { output in
            let count = unescape(string, into: output)
            return body(UnsafeBufferPointer(rebasing: output[..<count]))
        }
    }

    private static func unescape(
        _ string: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var place = 0
        var count = 0
        while place < string.count {
            let byte = string[place]
            place += 1
            guard byte == UInt8(ascii: "\\"), place < string.count else {
                output[count] = byte
                count += 1
                continue
            }
            let letter = string[place]
            place += 1
            switch letter {
            case UInt8(ascii: "b"): output[count] = 0x08
            case UInt8(ascii: "f"): output[count] = 0x0C
            case UInt8(ascii: "n"): output[count] = 0x0A
            case UInt8(ascii: "r"): output[count] = 0x0D
            case UInt8(ascii: "t"): output[count] = 0x09
            case UInt8(ascii: "u"):
                let scalar = scalar(in: string, at: &place)
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    output[count] = unit
                    count += 1
                }
                continue
            default: output[count] = letter
            }
            count += 1
        }
        return count
    }

    /// Takes the digits behind `\u`, two of them where they are a pair; half a pair is a replacement character.
    private static func scalar(in string: UnsafeBufferPointer<UInt8>, at place: inout Int) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard let first = hexadecimal(in: string, at: place) else { return replacement }
        place += 4
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, place + 2 <= string.count, string[place] == UInt8(ascii: "\\"),
            string[place + 1] == UInt8(ascii: "u"), let second = hexadecimal(in: string, at: place + 2),
            (0xDC00...0xDFFF).contains(second)
        else { return replacement }
        place += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? replacement
    }

    private static func hexadecimal(in string: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt32? {
        guard place + 4 <= string.count else { return nil }
        var value: UInt32 = 0
        for byte in string[place..<place + 4] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
