// SPDX-License-Identifier: MIT

/// Percent-encoding (RFC 3986) of texts in addresses, links and forms.
public enum PercentCoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes every byte except letters, digits, `-._~` and the characters in `plain`.
    public static func encoded(_ text: String, plain: String = "") -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isNameByte || ".~".utf8.contains(byte) || plain.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes a text; `nil` if it is not well encoded or not UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - hasSpaces: Whether a plus sign is a space, as in forms and queries.
    /// - Returns: The decoded text.
    public static func decoded(_ bytes: some Sequence<UInt8>, hasSpaces: Bool = true) -> String? {
        var text: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+") where hasSpaces: text.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = digit(rest.next()), let low = digit(rest.next()) else { return nil }
                text.append(high << 4 | low)
            default: text.append(byte)
            }
        }
        return String(validating: text, as: UTF8.self)
    }

    /// Decodes as much as possible of a text that may not be well encoded.
    ///
    /// A percent sign without two digits is kept, a plus sign is a space, and bytes that are not UTF-8 are dropped.
    public static func readable(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                text.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let high = digit(rest.first), let low = digit(rest.dropFirst().first) {
                text.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                text.append(byte)
            }
        }
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where (0x30...0x39).contains(byte): byte - 0x30
        case .some(let byte) where (0x41...0x46).contains(byte): byte - 0x37
        case .some(let byte) where (0x61...0x66).contains(byte): byte - 0x57
        default: nil
        }
    }
}
