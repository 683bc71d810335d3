// SPDX-License-Identifier: MIT

import Wire

/// The parameters of a query as one text, as services take them that do not read them as members: `facets=%5B%22a%22%5D&query=lamp`.
///
/// Names are in alphabetical order; texts unchanged, numbers as decimals, booleans as `1` and `0`, lists and objects as
/// JSON; null is left out.
public enum ParameterEncoding {
    /// What is not percent-encoded besides letters and digits.
    private static let plain = "(),:'!*$"

    /// The text of parameters; `nil` without parameters.
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
            guard let name = PercentCoding.decoded(parts[0], hasSpaces: false),
                let value = PercentCoding.decoded(parts.dropFirst().first ?? "".utf8[...], hasSpaces: false)
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

    private static func percentEncoded(_ text: String) -> String { PercentCoding.encoded(text, plain: plain) }
}
