// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation

/// What becomes of a Unicode scalar when a text is cut into words: case and diacritics are folded away.
///
/// Scripts with composed letters are looked up in a table that is made once; Hangul syllables are taken apart by
/// arithmetic, so that a syllable that is still being typed finds the longer ones.
enum ScalarFolding {
    /// Appends the folded form of a scalar to a word.
    ///
    /// - Returns: `false` for a scalar that belongs to no word.
    @inline(__always)
    static func append(_ scalar: Unicode.Scalar, to word: inout [UInt8]) -> Bool {
        let value = scalar.value
        guard let index = tableIndex(of: value) else { return appendRare(scalar, to: &word) }
        let entry = table[index]
        guard entry != separator else { return false }
        appendUTF8(UInt32(truncatingIfNeeded: entry & 0xFFFF_FFFF), to: &word)
        appendUTF8(UInt32(truncatingIfNeeded: entry >> 32), to: &word)
        return true
    }

    /// Two scalars packed into a number, 0 for none; the mark of a scalar that belongs to no word.
    private static let separator = UInt64.max

    /// The stretches of Unicode in which letters are composed of others.
    private static let ranges: [Range<UInt32>] = [0x80..<0x600, 0x1E00..<0x2000, 0x3040..<0x3100]

    @inline(__always)
    private static func tableIndex(of value: UInt32) -> Int? {
        if value < 0x600 { return Int(value &- 0x80) }
        if value >= 0x1E00, value < 0x2000 { return Int(value &- 0x1E00 &+ 0x580) }
        if value >= 0x3040, value < 0x3100 { return Int(value &- 0x3040 &+ 0x780) }
        return nil
    }

    private static let table: [UInt64] = ranges.flatMap { range in range.map(entry(of:)) }

    /// Letters that have no decomposition and are yet typed without their stroke, or as two letters.
    private static let plainForms: [Unicode.Scalar: String] = [
        "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th",
        "ς": "σ",
    ]

    private static func entry(of value: UInt32) -> UInt64 {
        guard let scalar = Unicode.Scalar(value), isWord(scalar) else { return separator }
        var folded: [Unicode.Scalar] = []
        for part in String(scalar).lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
        where !isDropped(part) {
            folded.append(contentsOf: plainForms[part].map { Array($0.unicodeScalars) } ?? [part])
        }
        return folded.prefix(2).reversed().reduce(0) { $0 << 32 | UInt64($1.value) }
    }

    private static func appendRare(_ scalar: Unicode.Scalar, to word: inout [UInt8]) -> Bool {
        if scalar.value >= 0xAC00, scalar.value <= 0xD7A3 {
            let index = scalar.value - 0xAC00
            appendUTF8(0x1100 + index / 588, to: &word)
            appendUTF8(0x1161 + index % 588 / 28, to: &word)
            if index % 28 != 0 { appendUTF8(0x11A7 + index % 28, to: &word) }
            return true
        }
        guard isWord(scalar) else { return false }
        if isDropped(scalar) { return true }
        if scalar.properties.changesWhenLowercased {
            word.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
        } else {
            appendUTF8(scalar.value, to: &word)
        }
        return true
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .privateUse:
            true
        default:
            false
        }
    }

    /// Whether a mark is an accent or a vowel point, which people leave out, and not a letter of its script.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .nonspacingMark else { return false }
        if scalar.properties.isDefaultIgnorableCodePoint { return true }
        let combining = scalar.properties.canonicalCombiningClass.rawValue
        return combining == 1 || (10...36).contains(combining) || combining >= 200
    }

    @inline(__always)
    private static func appendUTF8(_ value: UInt32, to word: inout [UInt8]) {
        switch value {
        case 0: break
        case ..<0x80: word.append(UInt8(truncatingIfNeeded: value))
        case ..<0x800:
            word.append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
            word.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        case ..<0x10000:
            word.append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
            word.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
            word.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        default:
            word.append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
            word.append(0x80 | UInt8(truncatingIfNeeded: value >> 12 & 0x3F))
            word.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
            word.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        }
    }
}
