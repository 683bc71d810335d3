// SPDX-License-Identifier: MIT

/// Makes text safe for a log.
public enum LogText {
    public static let keyPrefix = "sbk_"
    /// The text before a secret in a link or a request, and the prefix of a key.
    private static let marks = ["token=", "Bearer ", keyPrefix]
    /// The characters of a secret besides letters and digits.
    private static let signs: Set<Character> = ["-", "_", "%", ".", "~", "+", "/", "="]
    /// How much of a text is looked at.
    private static let limit = 8192

    /// The text without credentials, and without characters that end a line for some readers.
    public static func cleaned(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        if rest.utf8.count > limit { rest = Substring(cut(text, to: limit)) }
        while let mark = firstMark(in: rest) {
            output += rest[..<mark] + "…"
            rest = rest[mark...].drop { $0.isLetter || $0.isNumber || signs.contains($0) }
        }
        output += rest
        // The JSON writer escapes the controls below the space; these others end a line for some readers.
        return String(
            String.UnicodeScalarView(
                output.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0x7F...0x9F, 0x2028, 0x2029: "\u{FFFD}"
                    default: scalar
                    }
                }
            )
        )
    }

    /// As much of a text as takes so many bytes inside a JSON text.
    public static func cut(_ text: String, to limit: Int) -> String {
        let mark = 3
        var size = 0
        var end = text.unicodeScalars.startIndex
        var fitting = end
        while end < text.unicodeScalars.endIndex {
            let scalar = text.unicodeScalars[end]
            switch scalar.value {
            case 0..<0x20: size += 6
            case 0x22, 0x5C: size += 2
            case 0x20..<0x80: size += 1
            case 0x80..<0x800: size += 2
            case 0x800..<0x10000: size += 3
            default: size += 4
            }
            guard size <= limit else { return String(text.unicodeScalars[..<fitting]) + (limit >= mark ? "…" : "") }
            end = text.unicodeScalars.index(after: end)
            if size <= limit - mark { fitting = end }
        }
        return text
    }

    /// Behind which place in a text a secret begins.
    private static func firstMark(in text: Substring) -> Substring.Index? {
        var start = text.startIndex
        while start < text.endIndex {
            if let mark = marks.first(where: { text[start...].hasPrefix($0) }) {
                return text.index(start, offsetBy: mark.count)
            }
            text.formIndex(after: &start)
        }
        return nil
    }
}
