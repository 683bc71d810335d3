// SPDX-License-Identifier: MIT

import Foundation

/// How scalars are folded: compatibility forms, case and accents are removed.
///
/// A fullwidth letter is the plain one, a ligature its letters, a kana with its sound mark one letter however it is
/// composed. Hangul syllables are taken apart, so that one that is still being typed finds the longer ones.
enum ScalarFolding {
    @inline(__always)
    static func folded(_ value: UInt32) -> FoldedScalar {
        // Han has the most letters and Hangul syllables follow a rule: neither needs a table.
        if value >= 0x3400, isIdeograph(value) { return FoldedScalar(.unspaced, value) }
        if value >= 0xAC00, value <= 0xD7A3 { return syllable(value - 0xAC00) }
        return table[value]
    }

    /// What a scalar stands for whose folded form is an `expansion`, part by part.
    static func expansion(of value: UInt32) -> [FoldedScalar] {
        guard let scalar = Unicode.Scalar(value) else { return [] }
        let text = normalized(scalar)
        let parts = text.unicodeScalars.flatMap(parts)
        // A fraction is not glued to the number before it: "1½" is 1 1/2, and not 11/2.
        let isFraction = text.unicodeScalars.count > 1 && text.unicodeScalars.contains("\u{2044}")
        return isFraction ? [FoldedScalar(.separator)] + parts + [FoldedScalar(.separator)] : parts
    }

    /// All scalars with a compatibility form lie below U+2FA1E.
    private static let table = FoldingTable(limit: 0x2FB00, made)

    private static func syllable(_ index: UInt32) -> FoldedScalar {
        let last = index % 28
        return FoldedScalar(.letter, 0x1100 + index / 588, 0x1161 + index % 588 / 28, last == 0 ? 0 : 0x11A7 + last)
    }

    private static func made(_ value: UInt32) -> FoldedScalar {
        if let special = special(value) { return special }
        let parts = expansion(of: value)
        let kept = parts.filter { $0.kind != .dropped }
        let kinds = Set(kept.map(\.kind))
        guard let first = kept.first, let last = kept.last else { return parts.first ?? FoldedScalar(.separator) }
        if kept.count == 1 { return first }
        if kinds == [.separator] || kinds == [.separator, .mark] { return FoldedScalar(.separator) }
        guard kept.count <= 3, first.kind != .mark, kept.dropFirst().allSatisfy({ $0.first < 0x4_0000 }) else {
            return FoldedScalar(.expansion)
        }
        let isLetters = kinds.isSubset(of: [.letter, .number, .mark])
        let isUnspaced = first.kind == .unspaced && kept.dropFirst().allSatisfy { $0.kind == .mark }
        guard isLetters || isUnspaced else { return FoldedScalar(.expansion) }
        let kind = isUnspaced ? .unspaced : last.kind == .number ? FoldedScalar.Kind.number : .letter
        return FoldedScalar(kind, first.first, kept[1].first, kept.count > 2 ? kept[2].first : 0)
    }

    /// What does not follow from a scalar's properties.
    private static func special(_ value: UInt32) -> FoldedScalar? {
        switch value {
        case 0x23, 0x2B: FoldedScalar(.sign, value)
        // A soft hyphen, the Arabic stretcher, two marks against a break.
        case 0xAD, 0x640, 0x2060, 0xFEFF: FoldedScalar(.dropped)
        // "Lego™" is not "legotm".
        case 0x2120, 0x2122: FoldedScalar(.separator)
        case 0x200D: FoldedScalar(.joiner, value)
        case 0x1F1E6...0x1F1FF: FoldedScalar(.flag, value)
        case 0x1F3FB...0x1F3FF: FoldedScalar(.tone, value)
        case 0xE0020...0xE007F: FoldedScalar(.tag, value)
        default: nil
        }
    }

    /// Letters that have no decomposition and are yet typed without their stroke, or as two letters.
    private static let plainForms: [Unicode.Scalar: String] = [
        "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th",
        "ς": "σ",
    ]

    private static func normalized(_ scalar: Unicode.Scalar) -> String {
        // Case may bring forth what can be decomposed again.
        String(scalar).decomposedStringWithCompatibilityMapping.lowercased().decomposedStringWithCompatibilityMapping
    }

    private static func parts(of scalar: Unicode.Scalar) -> [FoldedScalar] {
        if let plain = plainForms[scalar] { return plain.unicodeScalars.map { FoldedScalar(.letter, $0.value) } }
        return [special(scalar.value) ?? FoldedScalar(kind(of: scalar), scalar.value)]
    }

    private static func kind(of scalar: Unicode.Scalar) -> FoldedScalar.Kind {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .privateUse:
            isUnspaced(scalar.value) ? .unspaced : .letter
        case .decimalNumber, .letterNumber, .otherNumber: isHan(scalar.value) ? .unspaced : .number
        case .nonspacingMark: isDropped(scalar) ? .dropped : .mark
        case .spacingMark: .mark
        case .otherSymbol: scalar.properties.isEmoji && scalar.value >= 0x231A ? .emoji : .separator
        default: .separator
        }
    }

    /// Whether a mark is an accent or a vowel point, which people leave out, and not a letter of its script.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isDefaultIgnorableCodePoint { return true }
        let combining = scalar.properties.canonicalCombiningClass.rawValue
        return combining == 1 || (10...36).contains(combining) || combining >= 200
    }

    /// Whether a scalar is an ideograph that is not a compatibility form of another.
    @inline(__always)
    private static func isIdeograph(_ value: UInt32) -> Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2F7FF, 0x30000...0x323AF: true
        default: false
        }
    }

    /// Whether a scalar is of Han, its numbers and iteration marks included.
    private static func isHan(_ value: UInt32) -> Bool {
        switch value {
        case 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x2E80...0x2FDF, 0xF900...0xFAFF: true
        default: isIdeograph(value)
        }
    }

    /// Whether a letter is of a script that does not part its words.
    private static func isUnspaced(_ value: UInt32) -> Bool {
        switch value {
        // Hiragana and Katakana with the prolonged sound mark and the iteration marks, and their extensions.
        case 0x3031...0x3035, 0x3041...0x30FF, 0x31F0...0x31FF, 0x1AFF0...0x1B16F: true
        // Thai and Lao, Myanmar and its extensions, Khmer.
        case 0xE00...0xEFF, 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F, 0x1780...0x17FF: true
        default: isHan(value)
        }
    }
}
