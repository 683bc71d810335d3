// SPDX-License-Identifier: MIT

/// The words of each row as numbers of terms, attribute after attribute, in the order of the text.
///
/// It is what proximity, places and exactness are read from. A number below `firstTerm` is a mark: that an attribute of a rank
/// begins, or that the next words belong to another element of a list. Numbers take as many bits as the largest needs.
struct ForwardIndex {
    /// The number that stands for term 0.
    static let firstTerm: UInt32 = 64
    /// The mark between two elements of a list; below it stand the ranks of attributes.
    static let gap: UInt32 = 63
    /// The most ranks that attributes may have; further ones share the last.
    static let mostRanks = 62

    /// How many bytes follow the last number, so that eight can be read at any.
    static let spareBytes = 8

    private let offsets: UnsafeBufferPointer<UInt32>
    /// The numbers one after another, each of so many bits, the lowest first, with a mask of as many.
    let bytes: UnsafeRawBufferPointer
    let width: Int
    let mask: UInt64

    /// How many bits a number takes where there are so many terms: 7 to 32.
    static func width(termCount: Int) -> Int {
        let count = min(max(0, termCount), Int(UInt32.max - firstTerm))
        return Int.bitWidth - (count + Int(firstTerm)).leadingZeroBitCount
    }

    /// The sections `forward.offsets` and `forward.tokens` of a segment with so many terms.
    init(_ file: SegmentFile, termCount: Int) {
        offsets = file.numbers("forward.offsets", as: UInt32.self)
        bytes = file.bytes("forward.tokens")
        width = ForwardIndex.width(termCount: termCount)
        mask = (1 << UInt64(width)) - 1
    }

    var count: Int { min(Int(offsets.last ?? 0), bytes.count * 8 / width) }

    /// The places of a row's numbers; none for a row that is not there.
    @inline(__always)
    func range(of row: Int) -> Range<Int> {
        guard row >= 0, row + 1 < offsets.count else { return 0..<0 }
        let start = Int(offsets[row])
        let end = Int(offsets[row + 1])
        guard start <= end, (end * width) / 8 + ForwardIndex.spareBytes <= bytes.count else { return 0..<0 }
        return start..<end
    }

    /// Reads the first number of each of some rows, which the processor does for all of them at once.
    @inline(__always)
    func fetch(_ rows: UnsafeBufferPointer<Int>) {
        var sum: UInt32 = 0
        for row in rows {
            let range = range(of: row)
            if !range.isEmpty { sum &+= self[range.lowerBound] }
        }
        ForwardIndex.use(sum)
    }

    /// Needs a number for nothing, so that its reading is not left out.
    @_optimize(none)
    @inline(never)
    private static func use(_: UInt32) {}

    @inline(__always)
    subscript(place: Int) -> UInt32 {
        let bit = place &* width
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self))
        // The mask has 32 bits at most.
        return UInt32(truncatingIfNeeded: word >> UInt64(bit & 7) & mask)
    }
}

struct WordCursor {
    private(set) var rank = 0
    /// How many words precede it in the attribute.
    private(set) var wordCount = 0
    /// How far from the beginning it is, elements of a list being eight words apart.
    private(set) var position = 0

    /// The place of the word that comes next, with a bit for each rank of attributes in which places are not distinguished.
    @inline(__always)
    func place(unordered: UInt64) -> UInt8 {
        let isUnordered = unordered & (1 << UInt64(rank & 63)) != 0
        return WordPlace.make(rank: rank, position: isUnordered ? 0 : wordCount)
    }

    /// Goes on to what follows a number.
    @inline(__always)
    mutating func step(over number: UInt32) {
        if number >= ForwardIndex.firstTerm {
            position &+= 1
            wordCount &+= 1
        } else if number == ForwardIndex.gap {
            position &+= 8
        } else {
            rank = Int(number)
            (position, wordCount) = (0, 0)
        }
    }
}
