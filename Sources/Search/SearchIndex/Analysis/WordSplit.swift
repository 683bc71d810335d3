// SPDX-License-Identifier: MIT

/// The ways to write a word as several words one after the other, all of which an index has: `wifi` as `wi fi`.
///
/// Places are those of the word's bytes. A word is at most `maxLength` bytes long, so that a set of places has 64 bits.
struct WordSplit: Sendable, Hashable {
    static let maxLength = 63

    /// A stretch of the word that is a word of its own.
    struct Part: Sendable, Hashable {
        let start: Int
        let end: Int
    }

    /// The parts of all ways, in the order of their starts.
    let parts: [Part]
    /// The places from which the rest of the word is the beginning of a word, with which a way ends.
    let endings: [Int]

    /// Finds the ways; `nil` if the word cannot be split.
    ///
    /// - Parameters:
    ///   - word: The word, folded.
    ///   - isPrefix: Whether the last part may be the beginning of a word.
    ///   - all: All terms of the dictionaries that are looked into.
    ///   - range: The terms that begin with a stretch of the word, of those that begin with a shorter one.
    ///   - isTerm: Whether a stretch is itself the first of such terms.
    init?<Terms>(
        of word: [UInt8],
        isPrefix: Bool,
        all: Terms,
        range: (ArraySlice<UInt8>, Terms) -> Terms?,
        isTerm: (ArraySlice<UInt8>, Terms) -> Bool
    ) {
        let length = word.count
        guard (2...WordSplit.maxLength).contains(length) else { return nil }
        let letters = (1...length).filter { $0 == length || word[$0] & 0xC0 != 0x80 }
        var parts: [Part] = []
        var endings: [Int] = []
        var reached: UInt64 = 1
        for start in [0] + letters.dropLast() where reached >> UInt64(start) & 1 != 0 {
            var terms = all
            for end in letters where end > start && end - start < length {
                guard let narrower = range(word[start..<end], terms) else { break }
                terms = narrower
                if end == length, isPrefix {
                    endings.append(start)
                } else if isTerm(word[start..<end], terms) {
                    parts.append(Part(start: start, end: end))
                    reached |= 1 << UInt64(end)
                }
            }
        }
        // What leads nowhere is left out.
        var leading = endings.reduce(1 << UInt64(length)) { $0 | 1 << UInt64($1) }
        for part in parts.reversed() where leading >> UInt64(part.end) & 1 != 0 { leading |= 1 << UInt64(part.start) }
        guard leading & 1 != 0 else { return nil }
        self.parts = parts.filter { leading >> UInt64($0.end) & 1 != 0 }
        self.endings = endings
    }
}
