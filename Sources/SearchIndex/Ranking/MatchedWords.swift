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
    /// Which of the row's numbers is the first of its element.
    private(set) var element: Int

    private let start: UnsafeRawPointer?
    private let all: UnsafeBufferPointer<UInt32>
    private let width: Int
    private let mask: UInt64
    private let end: Int
    private var next: Int
    /// What to add before the next word.
    private var step = 0

    /// Stands before the first word of a row; the roles of terms are lent for as long as this is used.
    init(_ forward: ForwardIndex, row: Int, roles: UnsafeBufferPointer<UInt32>) {
        let range = forward.range(of: row)
        start = forward.bytes.baseAddress
        all = roles
        (width, mask) = (forward.width, forward.mask)
        (end, next, element) = (range.upperBound, range.lowerBound, range.lowerBound)
    }

    /// A number of the row; a row of a segment without words has none, so that nobody asks.
    @inline(__always)
    private func number(_ place: Int) -> UInt32 {
        let bit = place &* width
        let word = start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self)
        return UInt32(truncatingIfNeeded: UInt64(littleEndian: word) >> UInt64(bit & 7) & mask)
    }

    /// Which of the row's numbers the word is.
    @inline(__always)
    var index: Int { next - 1 }

    /// Moves to the next word that matters; answers whether there is one.
    @inline(__always)
    mutating func advance() -> Bool {
        position &+= step
        wordCount &+= step
        step = 0
        while next < end {
            let number = number(next)
            next &+= 1
            if number >= ForwardIndex.firstTerm {
                let term = Int(number &- ForwardIndex.firstTerm)
                if term < all.count, all[term] != 0 {
                    roles = all[term]
                    step = 1
                    return true
                }
                position &+= 1
                wordCount &+= 1
                continue
            }
            element = next
            if number == ForwardIndex.gap {
                position &+= 8
            } else {
                rank = Int(number)
                attribute &+= 1
                (position, wordCount) = (0, 0)
            }
        }
        return false
    }

    /// How many words of its element stand behind the word, counted up to so many.
    @inline(__always)
    func wordsBehind(most: Int) -> Int {
        var count = 0
        while count < most, next + count < end, number(next + count) >= ForwardIndex.firstTerm { count += 1 }
        return count
    }

    /// Its place, with a bit for each rank of attributes in which places are not told apart.
    @inline(__always)
    func place(unordered: UInt64) -> UInt8 {
        let isUnordered = unordered & (1 << UInt64(rank & 63)) != 0
        return WordPlace.make(rank: rank, position: isUnordered ? 0 : wordCount)
    }
}
