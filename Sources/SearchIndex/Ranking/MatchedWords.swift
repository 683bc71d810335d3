// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Goes from one word of a row that matters to a query to the next, and steps over all others as quickly as it can.
struct MatchedWords {
    /// What the word is to the words of the query; see `TermRoles`.
    private(set) var roles: UInt32 = 0
    /// The rank of its attribute, and how many attributes came before.
    private(set) var rank = 0
    private(set) var attribute = 0
    /// How many words stand before it in the attribute.
    private(set) var wordCount = 0
    /// How far from the beginning it is, elements of a list being eight words apart.
    private(set) var position = 0

    private let start: UnsafeRawPointer?
    private let all: UnsafeBufferPointer<UInt32>
    private let width: Int
    private let mask: UInt64
    private let first: Int
    private let end: Int
    private var index: Int
    /// What to add before the next word.
    private var step = 0

    /// Stands before the first word of a row; the roles of terms are lent for as long as this is used.
    init(_ forward: ForwardIndex, row: Int, roles: UnsafeBufferPointer<UInt32>) {
        let range = forward.range(of: row)
        start = forward.bytes.baseAddress
        all = roles
        (width, mask) = (forward.width, forward.mask)
        (first, end, index) = (range.lowerBound, range.upperBound, range.lowerBound)
    }

    /// A number of the row; a row of a segment without words has none, so that nobody asks.
    @inline(__always)
    private func number(_ place: Int) -> UInt32 {
        let bit = place &* width
        let word = start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self)
        return UInt32(truncatingIfNeeded: UInt64(littleEndian: word) >> UInt64(bit & 7) & mask)
    }

    /// Moves to the next word that matters; answers whether there is one.
    @inline(__always)
    mutating func next() -> Bool {
        position &+= step
        wordCount &+= step
        step = 0
        while index < end {
            let number = number(index)
            index &+= 1
            if number >= ForwardIndex.firstTerm {
                let term = Int(number &- ForwardIndex.firstTerm)
                if term < all.count, all[term] != 0 {
                    roles = all[term]
                    step = 1
                    return true
                }
                position &+= 1
                wordCount &+= 1
            } else if number == ForwardIndex.gap {
                position &+= 8
            } else {
                rank = Int(number)
                attribute &+= 1
                (position, wordCount) = (0, 0)
            }
        }
        return false
    }

    /// Whether the word is all there is of an element of its attribute.
    var isElement: Bool {
        let before = index - 1 > first ? number(index - 2) : 0
        let after = index < end ? number(index) : 0
        return max(before, after) < ForwardIndex.firstTerm
    }

    /// Its place, with a bit for each rank of attributes in which places are not told apart.
    @inline(__always)
    func place(unordered: UInt64) -> UInt8 {
        let isUnordered = unordered & (1 << UInt64(rank & 63)) != 0
        return WordPlace.make(rank: rank, position: isUnordered ? 0 : wordCount)
    }
}
