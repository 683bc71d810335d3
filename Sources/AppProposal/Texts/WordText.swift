// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What single words in the place of a value mean.
enum WordText {
    private static let missing: Set<String> = ["", "-", "–", "—", "n/a", "#n/a", "na", "nan", "null", "nil", "none"]
    private static let truths = ["true": true, "yes": true, "y": true, "ja": true, "oui": true]
    private static let falsehoods = ["false", "no", "n", "nein", "non"]
    private static let longest = 8

    /// Whether a text says that there is no value.
    static func isMissing(_ text: String) -> Bool {
        text.utf8.count <= longest && missing.contains(text.lowercased().filter { $0 != " " })
    }

    /// The truth value that a text stands for; `nil` where it is none.
    static func truth(_ text: String) -> Bool? {
        guard text.utf8.count <= longest else { return nil }
        let word = text.lowercased()
        return truths[word] ?? (falsehoods.contains(word) ? false : nil)
    }
}

/// What addresses lead to.
enum LinkText {
    private static let images = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"]

    /// Whether a text is an address, whole or from the root of a site.
    static func isLink(_ text: String) -> Bool {
        guard !text.contains(" ") else { return false }
        return text.hasPrefix("https://") || text.hasPrefix("http://") || text.hasPrefix("//")
            || text.hasPrefix("/") && text.count > 1
    }

    /// Whether an address ends as those of pictures do.
    static func isImage(_ text: String) -> Bool {
        guard isLink(text) else { return false }
        let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return images.contains(where: path.hasSuffix)
    }
}
