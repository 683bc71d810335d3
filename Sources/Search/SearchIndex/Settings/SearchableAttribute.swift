// SPDX-License-Identifier: MIT

/// A searched attribute as settings name it: `name`, `unordered(description)`, or one of `brand,maker`, which count the same.
///
/// A name that would be read as something else is in quotes, two of which stand for one: `"size, cm"`.
public struct SearchableAttribute: Sendable, Hashable {
    /// The attribute; nested ones are written with dots.
    public let name: String
    /// How many entries of the list precede its own.
    public let rank: Int
    /// Whether it makes no difference where in the attribute a word stands.
    public let isUnordered: Bool

    static func list(_ entries: [String]) -> [SearchableAttribute] {
        entries.enumerated().flatMap { rank, entry in
            let names = parts(of: entry).map { $0.trimmed }.filter { !$0.isEmpty }
            return names.map { name in
                let inner = name.unwrapped("unordered") ?? name.unwrapped("ordered") ?? name
                // Attributes that count the same have no order among their words.
                let isUnordered = names.count > 1 || name.unwrapped("unordered") != nil
                return SearchableAttribute(name: inner.unquoted ?? inner, rank: rank, isUnordered: isUnordered)
            }
        }
    }

    /// The entry of settings that names an attribute, in quotes where it has to be.
    public static func entry(for name: String) -> String {
        list([name]).map(\.name) == [name] ? name : "\"\(name.replacing("\"", with: "\"\""))\""
    }

    /// The parts between commas outside of quotes.
    private static func parts(of entry: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in entry {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        // A quote that nothing closes is part of a name.
        return isQuoted ? entry.split(separator: ",").map(String.init) : parts
    }
}

extension StringProtocol {
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension String {
    /// The text in the parentheses of a modifier; `nil` if the text has another form.
    fileprivate func unwrapped(_ modifier: String) -> String? {
        guard hasPrefix(modifier + "("), hasSuffix(")") else { return nil }
        return String(dropFirst(modifier.count + 1).dropLast())
    }

    /// The text inside the quotes; `nil` if it is not quoted.
    var unquoted: String? {
        guard count >= 2, hasPrefix("\""), hasSuffix("\"") else { return nil }
        return String(dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
}
