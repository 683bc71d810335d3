// SPDX-License-Identifier: MIT

/// What each term of a segment is to the words of a query.
///
/// Four bits a word and term; of the words of a query the first eight are distinguished.
struct TermRoles {
    enum Role: UInt32 {
        case none = 0
        /// The typed word.
        case whole = 1
        /// A word that begins with it.
        case beginning = 2
        case oneTypo = 3
        case twoTypos = 4
        /// Another word that counts as it.
        case variant = 5
        /// A part of it, where it is written as several words.
        case part = 6
        /// Several words written as one.
        case joined = 7
        /// One of several words that count as it, or one word that counts as several: a synonym.
        case synonym = 8

        /// The lower, the more it says of what was meant.
        var order: Int { typos * 8 + (self == .whole ? 0 : self == .variant ? 1 : 2) }

        var typos: Int {
            switch self {
            case .none, .whole, .beginning, .variant, .synonym: 0
            case .oneTypo, .part, .joined: 1
            case .twoTypos: 2
            }
        }
    }

    /// How many words are distinguished.
    static let mostWords = 8

    /// What was said of stretches of terms, in its order.
    private var stretches: [(terms: Range<Int>, role: Role, words: Range<Int>)] = []
    private let termCount: Int

    /// A bit for each number of the forward index that is a term with a role; marks have none.
    private(set) var bits: [UInt64] = []
    /// How many terms with roles are below each 64 numbers.
    private(set) var ranks: [UInt32] = []
    /// The roles of those terms, four bits a word.
    private(set) var roles: [UInt32] = []

    init(termCount: Int) { self.termCount = termCount }

    /// Gives terms a role for some words; one that has a better role keeps it.
    mutating func set(_ role: Role, of terms: Range<Int>, words: Range<Int>) {
        let words = words.clamped(to: 0..<TermRoles.mostWords)
        let terms = terms.clamped(to: 0..<termCount)
        if !words.isEmpty, !terms.isEmpty { stretches.append((terms, role, words)) }
    }

    /// The price of `finish`, in units.
    var cost: Int { termCount / 16 + stretches.reduce(0) { $0 + $1.terms.count * ($1.words.count + 1) * 2 } }

    /// Makes what is read from; nothing is set after that.
    ///
    /// Few terms of a dictionary have roles, so that a bit each and a short list stay in the processor's cache.
    mutating func finish() {
        let first = Int(ForwardIndex.firstTerm)
        bits = [UInt64](repeating: 0, count: (termCount + first + 63) / 64)
        for stretch in stretches {
            for number in stretch.terms.lowerBound + first..<stretch.terms.upperBound + first {
                bits[number >> 6] |= 1 << UInt64(number & 63)
            }
        }
        ranks.reserveCapacity(bits.count)
        var count = 0
        for word in bits {
            ranks.append(UInt32(count))
            count += word.nonzeroBitCount
        }
        roles = [UInt32](repeating: 0, count: count)
        for stretch in stretches {
            // The terms of a stretch follow each other in the list too.
            let start = place(of: stretch.terms.lowerBound + first)
            for word in stretch.words {
                let shift = UInt32(word * 4)
                for place in start..<start + stretch.terms.count {
                    let known = Role(rawValue: roles[place] >> shift & 15) ?? .none
                    guard known == .none || stretch.role.order < known.order else { continue }
                    roles[place] = roles[place] & ~(15 << shift) | stretch.role.rawValue << shift
                }
            }
        }
        stretches = []
    }

    /// Where the roles of a number of the forward index stand.
    private func place(of number: Int) -> Int {
        Int(ranks[number >> 6]) + (bits[number >> 6] & ((1 << UInt64(number & 63)) - 1)).nonzeroBitCount
    }
}
