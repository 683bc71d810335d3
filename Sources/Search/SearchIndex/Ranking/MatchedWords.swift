// SPDX-License-Identifier: MIT

/// Goes from one word of a row that matters to a query to the next, and steps over all others as quickly as it can.
struct MatchedWords {
    /// What the word is to the words of the query; see `TermRoles`.
    private(set) var roles: UInt32 = 0
    /// The rank of its attribute, and how many attributes came before.
    private(set) var rank = 0
    private(set) var attribute = 0
    /// How many words precede it in the attribute.
    private(set) var wordCount = 0
    /// How far from the beginning it is, elements of a list being eight words apart.
    private(set) var position = 0
    /// Which of the row's numbers is the first of its element.
    private(set) var element: Int
    /// The last rank whose attributes are read, and whether there were more.
    var lastRank = Int.max
    private(set) var isCut = false

    private let start: UnsafeRawPointer?
    private let found: Found
    private let width: Int
    private let mask: UInt64
    private let end: Int
    private var next: Int
    /// What to add before the next word.
    private var step = 0

    /// The roles of terms, lent for as long as rows are read.
    struct Found {
        fileprivate let bits: UnsafeBufferPointer<UInt64>
        fileprivate let ranks: UnsafeBufferPointer<UInt32>
        fileprivate let roles: UnsafeBufferPointer<UInt32>
    }

    /// Stands before the first word of a row.
    init(_ forward: ForwardIndex, row: Int, _ found: Found) {
        let range = forward.range(of: row)
        start = forward.bytes.baseAddress
        self.found = found
        (width, mask) = (forward.width, forward.mask)
        (end, next, element) = (range.upperBound, range.lowerBound, range.lowerBound)
    }

    /// A number of the row; a row of a segment without words has none, and this is not called for it.
    @inline(__always)
    private func number(_ place: Int) -> UInt32 {
        let bit = place &* width
        let word = start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self)
        // The mask has 32 bits at most.
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
            let (word, bit) = (Int(number >> 6), UInt64(number & 63))
            if word < found.bits.count, found.bits[word] >> bit & 1 != 0 {
                let below = found.bits[word] & ((1 << bit) &- 1)
                roles = found.roles[Int(found.ranks[word]) &+ below.nonzeroBitCount]
                step = 1
                return true
            }
            if number >= ForwardIndex.firstTerm {
                position &+= 1
                wordCount &+= 1
                continue
            }
            element = next
            if number == ForwardIndex.gap {
                position &+= 8
            } else {
                rank = Int(number)
                if rank > lastRank {
                    // Attributes are in the order of their ranks.
                    isCut = true
                    return false
                }
                attribute &+= 1
                (position, wordCount) = (0, 0)
            }
        }
        return false
    }

    /// How many words of its element follow the word, counted up to a limit.
    @inline(__always)
    func wordsBehind(most: Int) -> Int {
        var count = 0
        while count < most, next + count < end, number(next + count) >= ForwardIndex.firstTerm { count += 1 }
        return count
    }

    /// Its place, with a bit for each rank of attributes in which places are not distinguished.
    @inline(__always)
    func place(unordered: UInt64) -> UInt8 {
        let isUnordered = unordered & (1 << UInt64(rank & 63)) != 0
        return WordPlace.make(rank: rank, position: isUnordered ? 0 : wordCount)
    }
}

extension TermRoles {
    @inline(__always)
    func lend<Result>(_ body: (MatchedWords.Found) -> Result) -> Result {
        bits.withUnsafeBufferPointer { bits in
            ranks.withUnsafeBufferPointer { ranks in
                roles.withUnsafeBufferPointer { body(MatchedWords.Found(bits: bits, ranks: ranks, roles: $0)) }
            }
        }
    }
}
