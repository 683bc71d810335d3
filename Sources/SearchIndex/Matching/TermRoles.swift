// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What each term of a segment is to the words of a query.
///
/// Four bits a word and term; of the words of a query the first eight are told apart.
struct TermRoles {
    /// What a term is to a word.
    enum Role: UInt32 {
        case none = 0
        /// The word as it was typed.
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

        /// The lower, the more it says of what was meant.
        var order: Int { typos * 8 + (self == .whole ? 0 : self == .variant ? 1 : 2) }

        /// How many typing errors it counts as.
        var typos: Int {
            switch self {
            case .none, .whole, .beginning, .variant: 0
            case .oneTypo, .part, .joined: 1
            case .twoTypos: 2
            }
        }
    }

    /// How many words are told apart.
    static let mostWords = 8

    /// The roles of each term, four bits a word.
    private(set) var roles: [UInt32]

    /// Starts with no roles.
    init(termCount: Int) { roles = [UInt32](repeating: 0, count: termCount) }

    /// Gives terms a role for some words; one that has a better role keeps it.
    mutating func set(_ role: Role, of terms: Range<Int>, words: Range<Int>) {
        for word in words where word < TermRoles.mostWords {
            let shift = UInt32(word * 4)
            for term in terms where term < roles.count {
                let known = Role(rawValue: roles[term] >> shift & 15) ?? .none
                guard known == .none || role.order < known.order else { continue }
                roles[term] = roles[term] & ~(15 << shift) | role.rawValue << shift
            }
        }
    }
}
