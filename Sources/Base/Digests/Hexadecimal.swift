// SPDX-License-Identifier: MIT

extension Sequence<UInt8> {
    /// The bytes as hexadecimal digits in lower case, two for each.
    @inlinable
    public var hexadecimal: String {
        var text: [UInt8] = []
        text.reserveCapacity(underestimatedCount * 2)
        for byte in self {
            text.append((byte >> 4).hexadecimalDigit)
            text.append((byte & 15).hexadecimalDigit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UInt8 {
    /// The digit of a value below 16.
    @inlinable var hexadecimalDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10 }
}
