// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Percent-encoding (RFC 3986) of the texts in a link.
///
/// Plain are only characters that browsers leave alone in a query; the apostrophe is not one of them.
enum PercentEncoding {
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        case UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "("), UInt8(ascii: ")"): true
        default: false
        }
    }

    /// A text as it stands in a link; in a name, slashes stay as they are, since they part it.
    static func encoded(_ text: String, isName: Bool = false) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) || isName && byte == UInt8(ascii: "/") {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text that stands in a link, or `nil` where it is not well encoded, or not UTF-8; a plus sign is a space.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): text.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
                text.append(high << 4 | low)
            default: text.append(byte)
            }
        }
        return String(validating: text, as: UTF8.self)
    }

    /// What can be read of a text that is not well encoded: a percent sign without two digits is itself, and bytes that are
    /// not UTF-8 are left out.
    static func readable(_ bytes: ArraySlice<UInt8>) -> String {
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
        case .some(let byte) where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case .some(let byte) where byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case .some(let byte) where byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
