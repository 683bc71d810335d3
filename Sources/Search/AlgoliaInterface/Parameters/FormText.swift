// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Names and values as a form sends them: `query=red+lamp&facets=%5B%22brand%22%5D`.
public enum FormText {
    /// Reads a text; of names that stand twice the last wins.
    ///
    /// - Throws: `AlgoliaError` for text that is not well encoded, or holds more than a hundred values.
    public static func members(of text: some StringProtocol) throws(AlgoliaError) -> JSONObject {
        JSONObject(try pairs(of: text))
    }

    /// Reads a text in which a name twice would be ambiguous: the restrictions of a key.
    ///
    /// - Throws: `AlgoliaError` as for `members(of:)`, and for a name that stands twice.
    public static func uniqueMembers(of text: some StringProtocol) throws(AlgoliaError) -> JSONObject {
        let pairs = try pairs(of: text)
        let members = JSONObject(pairs)
        guard members.count == pairs.count else { throw AlgoliaError("params: a parameter is given twice") }
        return members
    }

    private static func pairs(of text: some StringProtocol) throws(AlgoliaError) -> [(String, JSON)] {
        var pairs: [(String, JSON)] = []
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            guard pairs.count < 100 else { throw AlgoliaError("params: more than 100 parameters") }
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(parts[0]), let value = parts.count > 1 ? decoded(parts[1]) : "" else {
                throw AlgoliaError("params: a value is not well encoded")
            }
            pairs.append((name, .string(value)))
        }
        return pairs
    }

    /// The text of members, as answers repeat it; what is no text is written as JSON.
    public static func text(of members: JSONObject) -> String {
        members.members.map { member in
            "\(encoded(member.key))=\(encoded(member.value.string ?? member.value.text))"
        }.joined(separator: "&")
    }

    /// A text decoded, where a plus sign is a space; `nil` for one that is not well encoded or not UTF-8.
    public static func decoded(_ bytes: some Sequence<UInt8>) -> String? {
        var output: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): output.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = digit(rest.next()), let low = digit(rest.next()) else { return nil }
                output.append(high << 4 | low)
            default: output.append(byte)
            }
        }
        return String(validating: output, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where (0x30...0x39).contains(byte): byte - 0x30
        case .some(let byte) where (0x41...0x46).contains(byte): byte - 0x37
        case .some(let byte) where (0x61...0x66).contains(byte): byte - 0x57
        default: nil
        }
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"):
                output.append(byte)
            default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
