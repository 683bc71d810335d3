// SPDX-License-Identifier: MIT

/// What single words instead of a value mean.
enum WordText {
    private static let missing: Set<String> = ["", "-", "–", "—", "n/a", "#n/a", "na", "nan", "null", "nil", "none"]
    private static let truths = [
        "true": true, "yes": true, "y": true, "ja": true, "wahr": true, "oui": true, "vrai": true, "sí": true,
        "si": true,
    ]
    private static let falsehoods = ["false", "no", "n", "nein", "falsch", "non", "faux"]
    private static let longest = 8

    static func isMissing(_ text: String) -> Bool {
        text.utf8.count <= longest && missing.contains(text.lowercased().filter { $0 != " " })
    }

    /// The boolean that a text stands for; `nil` for other texts.
    static func truth(_ text: String) -> Bool? {
        guard text.utf8.count <= longest else { return nil }
        let word = text.lowercased()
        return truths[word] ?? (falsehoods.contains(word) ? false : nil)
    }
}

/// What addresses lead to.
enum LinkText {
    private static let images = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"]

    /// Whether an address is one without encryption, from which pages draw no pictures.
    static func isUnencrypted(_ text: String) -> Bool { text.hasPrefix("http://") }

    /// Whether an address ends as those of pictures do.
    static func isImage(_ text: String) -> Bool {
        let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return images.contains(where: path.hasSuffix)
    }
}

/// What is written for browsers.
enum MarkupText {
    private static let longestTag = 200

    private static let longestEntity = 32

    /// The separators that HTML writes in a text.
    ///
    /// Those in its tags, and the end of an entity. Empty where there is no HTML.
    static func separators(in text: String) -> [String] {
        (hasTags(text) ? [">", "/"] : []) + (hasEntities(text) ? [";"] : [])
    }

    /// Whether a text has an entity of HTML in it, as `&amp;` or `&#39;`.
    private static func hasEntities(_ text: String) -> Bool {
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[rest.index(after: start)...]
            let name = rest.prefix(longestEntity).prefix { $0 != UInt8(ascii: ";") }
            let letters = name.first == UInt8(ascii: "#") ? name.dropFirst() : name
            let isName = letters.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
            if name.count > 1, isName, rest.dropFirst(name.count).first == UInt8(ascii: ";") { return true }
        }
        return false
    }

    /// Whether a text has a tag of HTML in it, as `<p>` or `</ul>`.
    private static func hasTags(_ text: String) -> Bool {
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[rest.index(after: start)...]
            let name = rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest
            guard let letter = name.first, (0x61...0x7A).contains(letter | 0x20) else { continue }
            if rest.prefix(longestTag).contains(UInt8(ascii: ">")) { return true }
        }
        return false
    }
}
