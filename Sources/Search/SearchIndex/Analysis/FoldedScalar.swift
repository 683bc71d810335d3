// SPDX-License-Identifier: MIT

/// What becomes of a Unicode scalar when a text is cut into words: up to three scalars, and how they form words.
///
/// It is packed into one number, so that a table of them is small.
struct FoldedScalar: Hashable, Sendable {
    /// How a scalar takes part in words.
    enum Kind: UInt64, Sendable {
        case separator
        /// It belongs to the letter before it and is left out: an accent, a variation selector.
        case dropped
        /// A letter of a script that parts its words.
        case letter
        case number
        /// It belongs to the letter before it: a vowel sign, a sound mark.
        case mark
        /// A letter of a script that does not part its words.
        case unspaced
        /// `+` or `#`, a part of a word at its end only.
        case sign
        case emoji
        /// A skin tone, which is left out after a pictograph.
        case tone
        /// Half of a flag.
        case flag
        /// A tag, which follows the pictograph of a flag.
        case tag
        /// The joiner of pictographs; anywhere else it is left out.
        case joiner
        /// It stands for several, of several kinds: `ScalarFolding.expansion(of:)` tells them.
        case expansion
    }

    private let bits: UInt64

    /// Packs one to three scalars; the third must be below U+40000, where all are that anything folds to.
    init(_ kind: Kind, _ first: UInt32 = 0, _ second: UInt32 = 0, _ third: UInt32 = 0) {
        bits = kind.rawValue << 60 | UInt64(third) << 42 | UInt64(second) << 21 | UInt64(first)
    }

    @inline(__always)
    var kind: Kind { Kind(rawValue: bits >> 60) ?? .separator }

    /// The first scalar; 0 for none.
    @inline(__always)
    var first: UInt32 { UInt32(bits & 0x1F_FFFF) }

    /// The second scalar; 0 for none.
    @inline(__always)
    var second: UInt32 { UInt32(bits >> 21 & 0x1F_FFFF) }

    /// The third scalar; 0 for none.
    @inline(__always)
    var third: UInt32 { UInt32(bits >> 42 & 0x3_FFFF) }

    @inline(__always)
    var length: Int {
        FoldedScalar.length(first) + FoldedScalar.length(second) + FoldedScalar.length(third)
    }

    @inline(__always)
    private static func length(_ value: UInt32) -> Int {
        switch value {
        case 0: 0
        case ..<0x80: 1
        case ..<0x800: 2
        case ..<0x10000: 3
        default: 4
        }
    }
}
