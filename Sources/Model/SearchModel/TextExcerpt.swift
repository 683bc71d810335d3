// SPDX-License-Identifier: MIT

/// The part of a text that tells most of what is found in it.
public struct TextExcerpt: Sendable, Hashable {
    public struct Word: Sendable, Hashable {
        /// Where it stands, in bytes; the words of scripts without spaces may overlap.
        public let range: Range<Int>
        /// The numbers of the query's words that it is, as bits; none for one that is not found.
        public let found: UInt32

        public init(_ range: Range<Int>, found: UInt32 = 0) {
            self.range = range
            self.found = found
        }
    }

    /// Where it stands, in bytes.
    public let range: Range<Int>
    /// Whether words before it are left out.
    public let isCutBefore: Bool
    /// Whether words after it are left out.
    public let isCutAfter: Bool

    /// Takes so many words with the most different words of the query among them, the earliest of equals.
    ///
    /// The match is in the middle, as far as the text allows.
    ///
    /// - Parameters:
    ///   - words: All words of the text.
    ///   - length: How long the text is, in bytes.
    ///   - limit: How many words are taken; 1 at least.
    public init(of words: [Word], length: Int, limit: Int) {
        let limit = max(1, limit)
        guard words.count > limit else {
            (range, isCutBefore, isCutAfter) = (0..<length, false, false)
            return
        }
        let best = TextExcerpt.best(of: words, limit)
        let found = best.filter { words[$0].found != 0 }
        let (first, last) = (found.first ?? 0, found.last ?? 0)
        let slack = limit - (last - first + 1)
        let start = max(0, min(first - (slack + 1) / 2, words.count - limit))
        let taken = words[start..<start + limit]
        // Unspaced letters lie in two words: the last ones may have been taken with the word before them.
        let end = taken.reduce(0) { max($0, $1.range.upperBound) }
        isCutBefore = start > 0
        isCutAfter = words[(start + limit)...].contains { $0.range.upperBound > end }
        range = (isCutBefore ? words[start].range.lowerBound : 0)..<(isCutAfter ? end : length)
    }

    /// The earliest of the stretches of so many words with the most different words of the query.
    private static func best(of words: [Word], _ limit: Int) -> Range<Int> {
        var counts = Array(repeating: 0, count: UInt32.bitWidth)
        var (different, most, best) = (0, 0, 0..<limit)
        for (index, word) in words.enumerated() {
            forEachBit(of: word.found) { bit in
                counts[bit] += 1
                if counts[bit] == 1 { different += 1 }
            }
            if index >= limit {
                forEachBit(of: words[index - limit].found) { bit in
                    counts[bit] -= 1
                    if counts[bit] == 0 { different -= 1 }
                }
            }
            guard different > most else { continue }
            most = different
            best = max(0, index - limit + 1)..<index + 1
        }
        return best
    }

    private static func forEachBit(of bits: UInt32, _ body: (Int) -> Void) {
        var rest = bits
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
}
