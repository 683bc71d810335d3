// SPDX-License-Identifier: MIT

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
            guard let name = PercentCoding.decoded(parts[0]),
                let value = parts.count > 1 ? PercentCoding.decoded(parts[1]) : ""
            else {
                throw AlgoliaError("params: a value is not well encoded")
            }
            pairs.append((name, .string(value)))
        }
        return pairs
    }

    /// The text of members, as answers repeat it; anything but text is written as JSON.
    public static func text(of members: JSONObject) -> String {
        members.members.map { member in
            "\(PercentCoding.encoded(member.key))=\(PercentCoding.encoded(member.value.string ?? member.value.text))"
        }.joined(separator: "&")
    }
}
