// SPDX-License-Identifier: MIT

/// Divides a filter into its words: `-name:"a text"`, each part of which may be missing.
struct FilterWords {
    struct Word {
        var isNot = false
        /// What is before the colon, in lower case.
        var name: String?
        var value = ""
        /// A quoted value is a text, also where it looks like a comparison.
        var isQuoted = false
    }

    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    /// The next word; `nil` at the end.
    mutating func next() -> Word? {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return nil }
        var word = Word()
        if first == "-", let second = rest.dropFirst().first, !second.isWhitespace {
            word.isNot = true
            rest.removeFirst()
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        if !name.isEmpty, rest.dropFirst(name.count).first == ":" {
            word.name = name.lowercased()
            rest.removeFirst(name.count + 1)
        }
        if rest.first == "\"" {
            word.isQuoted = true
            word.value = quoted()
        } else {
            let value = rest.prefix { !$0.isWhitespace }
            word.value = String(value)
            rest.removeFirst(value.count)
        }
        return word
    }

    /// A quoted text up to its closing quotation mark or the end; the character after a backslash stands for itself.
    private mutating func quoted() -> String {
        rest.removeFirst()
        var text = ""
        while let next = rest.popFirst(), next != "\"" {
            if next == "\\", let escaped = rest.popFirst() { text.append(escaped) } else { text.append(next) }
        }
        return text
    }
}
