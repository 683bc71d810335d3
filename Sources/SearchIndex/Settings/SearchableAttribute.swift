// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A searched attribute as settings name it: `name`, `unordered(description)`, or one of `brand,maker`, which count the same.
public struct SearchableAttribute: Sendable, Hashable {
    /// The attribute; nested ones are written with dots.
    public let name: String
    /// How many entries of the list stand before its own.
    public let rank: Int
    /// Whether it makes no difference where in the attribute a word stands.
    public let isUnordered: Bool

    /// Reads a list of entries.
    static func list(_ entries: [String]) -> [SearchableAttribute] {
        entries.enumerated().flatMap { rank, entry in
            let names = entry.split(separator: ",").map { $0.trimmed }
            return names.filter { !$0.isEmpty }.map { name in
                let inner = name.unwrapped("unordered") ?? name.unwrapped("ordered")
                // Attributes that count the same have no order among their words.
                let isUnordered = names.count > 1 || name.unwrapped("unordered") != nil
                return SearchableAttribute(name: inner ?? name, rank: rank, isUnordered: isUnordered)
            }
        }
    }
}

extension StringProtocol {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension String {
    /// What stands in the parentheses of a modifier; `nil` where the text has another form.
    fileprivate func unwrapped(_ modifier: String) -> String? {
        guard hasPrefix(modifier + "("), hasSuffix(")") else { return nil }
        return String(dropFirst(modifier.count + 1).dropLast())
    }
}
