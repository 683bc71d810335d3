// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The parameters of a query as one text, as services take them that do not read them as members: `facets=%5B%22a%22%5D&query=lamp`.
///
/// Names stand in alphabetical order; texts as they are, numbers as decimals, truth values as `1` and `0`, lists and objects as
/// JSON; null is left out.
public enum ParameterEncoding {
    /// What is not percent-encoded besides letters and digits.
    private static let plain = Set("(),:'!*$-._~".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The text of parameters; `nil` where there is none.
    public static func encoded(_ parameters: JSONObject) -> String? {
        let pairs = parameters.members.sorted { $0.key < $1.key }.compactMap { member in
            text(of: member.value).map { "\(percentEncoded(member.key))=\(percentEncoded($0))" }
        }
        return pairs.isEmpty ? nil : pairs.joined(separator: "&")
    }

    /// The names and texts that a text says, in its order; a part that is not well encoded is left out.
    public static func decoded(_ text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "&")).compactMap { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = percentDecoded(parts[0]),
                let value = percentDecoded(parts.dropFirst().first ?? "".utf8[...])
            else { return nil }
            return (name, value)
        }
    }

    private static func text(of value: JSON) -> String? {
        switch value.read {
        case .null: nil
        case .bool(let truth): truth ? "1" : "0"
        case .string(let text): text
        case .array, .object: value.text.replacing("/", with: "\\/")
        default: value.text
        }
    }

    private static func percentEncoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                bytes.append(byte)
            case _ where plain.contains(byte): bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func percentDecoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
                let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
