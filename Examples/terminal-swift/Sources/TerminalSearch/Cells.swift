// SPDX-License-Identifier: MIT

/// How many columns of a terminal a text takes.
enum Cells {
    /// The columns of a character: two for those of East Asia and for pictures, none for what has no width of its own.
    static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.isASCII { return isControl(scalar) ? 0 : 1 }
        if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .format {
            return 0
        }
        if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
    }

    /// The columns of a text.
    static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// The text without what would command a terminal instead of being shown.
    static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    /// As much of the text as fits into a number of columns.
    static func prefix(of text: String, columns: Int) -> String {
        var used = 0
        return String(
            text.prefix { character in
                used += width(of: character)
                return used <= columns
            }
        )
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    /// The blocks that Unicode's table of East Asian widths calls wide or full.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
