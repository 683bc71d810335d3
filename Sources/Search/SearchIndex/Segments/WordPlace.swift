// SPDX-License-Identifier: MIT

/// Where in a record a word stands: the rank of its attribute and how far from the attribute's beginning, in a byte.
///
/// The lower, the better: the attribute counts before the place in it. Of attributes the first fifteen ranks are distinguished,
/// all others are the sixteenth; places are distinguished one by one up to the seventh word, then by ever wider stretches.
enum WordPlace {
    /// Where a word is not.
    static let none: UInt8 = .max

    /// How many words at least precede the place, by its lower four bits.
    private static let firsts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, 128, 256]

    /// The place of the word that has so many before it in an attribute of a rank.
    @inline(__always)
    static func make(rank: Int, position: Int) -> UInt8 {
        UInt8((min(rank, 15) << 4 | min(step(of: position), rank >= 15 ? 14 : 15)) & 0xFF)
    }

    /// The last rank in which a word may be at a place or a better one.
    @inline(__always)
    static func lastRank(_ place: UInt8) -> Int { place >> 4 == 15 ? .max : Int(place >> 4) }

    @inline(__always)
    private static func step(of position: Int) -> Int {
        switch position {
        case ..<8: max(0, position)
        case ..<12: 8
        case ..<16: 9
        case ..<24: 10
        case ..<32: 11
        case ..<64: 12
        case ..<128: 13
        case ..<256: 14
        default: 15
        }
    }

    /// The place as Algolia writes it: 1,000 for each rank before, and 1 for each word before.
    static func firstMatchedWord(_ place: UInt8) -> Int { Int(place >> 4) * 1_000 + firsts[Int(place & 15)] }
}
