// SPDX-License-Identifier: MIT

import Wire

/// Writes values as YAML that reads back as the same values, whatever texts are in them.
enum YAMLText {
    static let width = 110
    private static let words: Set<String> = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "infinity",
    ]

    static func inline(_ value: JSON) -> String {
        switch value.read {
        case .string(let text): scalar(text)
        case .array(let values): "[\(values.map(inline).joined(separator: ", "))]"
        case .object(let object):
            "{ \(object.members.map { "\(scalar($0.key)): \(inline($0.value))" }.joined(separator: ", ")) }"
        case let other: other.text
        }
    }

    /// A member of a mapping: on one line where it fits, else on several.
    static func member(_ key: String, _ value: JSON, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        let line = "\(space)\(scalar(key)): \(inline(value))"
        if line.count <= width { return [line] }
        switch value.read {
        case .object(let object):
            return ["\(space)\(scalar(key)):"] + object.members.flatMap { member($0.key, $0.value, indent: indent + 2) }
        case .array(let values):
            return ["\(space)\(scalar(key)):"] + values.map { "\(space)  - \(inline($0))" }
        default: return [line]
        }
    }

    /// A text: as it stands where nothing else could be meant, in quotes otherwise.
    static func scalar(_ text: String) -> String {
        guard isPlain(text) else { return quoted(text) }
        return text
    }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last, text.utf8.count <= 80, first.isLetter,
            last.isLetter || last.isNumber, !words.contains(text.lowercased())
        else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
                || " _-.".unicodeScalars.contains(scalar)
        }
    }

    /// A text in quotes, with everything escaped except plain letters.
    private static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            default:
                let isVisible =
                    scalar.value >= 0x20 && scalar.value < 0x7F
                    || scalar.properties.isAlphabetic || scalar.properties.generalCategory == .otherSymbol
                    || scalar.properties.generalCategory == .currencySymbol
                    || "“”„’–—…·".unicodeScalars.contains(scalar)
                output += isVisible ? String(scalar) : escape(scalar)
            }
        }
        return output + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let isWide = scalar.value > 0xFFFF
        return (isWide ? "\\U" : "\\u") + UInt64(scalar.value).hexadecimal(isWide ? 8 : 4)
    }

    /// Words as comments, broken into lines.
    static func comment(_ text: String, indent: Int) -> [String] {
        let start = String(repeating: " ", count: indent) + "#"
        var lines: [String] = []
        var line = start
        // What ends a line or moves a cursor must not end the comment.
        let safe = String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
        for word in safe.split(separator: " ") {
            if line.count + word.count + 1 > width, line != start {
                lines.append(line)
                line = start
            }
            line += " \(word)"
        }
        return lines + [line]
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        default: false
        }
    }
}
