// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The part of a text that tells most of what is found in it.
struct TextSnippet: Hashable {
    /// Where it stands, in bytes.
    let range: Range<Int>
    /// Whether words before it are left out.
    let isCutBefore: Bool
    /// Whether words after it are left out.
    let isCutAfter: Bool

    /// Takes so many words with the most different words of the query among them, the earliest of equals.
    ///
    /// What is found stands in the middle, as far as the text goes.
    ///
    /// - Parameters:
    ///   - tokens: All words of the text.
    ///   - length: How long the text is, in bytes.
    ///   - limit: How many words are taken; 1 at least.
    init(of tokens: [TextMatcher.Token], length: Int, words limit: Int) {
        let limit = max(1, limit)
        guard tokens.count > limit else {
            (range, isCutBefore, isCutAfter) = (0..<length, false, false)
            return
        }
        let best = TextSnippet.best(of: tokens, limit)
        let found = best.filter { tokens[$0].words != 0 }
        let (first, last) = (found.first ?? 0, found.last ?? 0)
        let slack = limit - (last - first + 1)
        let start = max(0, min(first - (slack + 1) / 2, tokens.count - limit))
        let words = tokens[start..<start + limit]
        // Unspaced letters lie in two words: the last ones may have been taken with the word before them.
        let end = words.reduce(0) { max($0, $1.range.upperBound) }
        isCutBefore = start > 0
        isCutAfter = tokens[(start + limit)...].contains { $0.range.upperBound > end }
        range = (isCutBefore ? words[start].range.lowerBound : 0)..<(isCutAfter ? end : length)
    }

    /// The earliest of the stretches of so many words with the most different words of the query.
    private static func best(of tokens: [TextMatcher.Token], _ limit: Int) -> Range<Int> {
        var counts = Array(repeating: 0, count: TextMatcher.limit)
        var (different, most, best) = (0, 0, 0..<limit)
        for (index, token) in tokens.enumerated() {
            for word in counts.indices where token.words >> UInt32(word) & 1 != 0 {
                counts[word] += 1
                if counts[word] == 1 { different += 1 }
            }
            if index >= limit {
                for word in counts.indices where tokens[index - limit].words >> UInt32(word) & 1 != 0 {
                    counts[word] -= 1
                    if counts[word] == 0 { different -= 1 }
                }
            }
            guard different > most else { continue }
            most = different
            best = max(0, index - limit + 1)..<index + 1
        }
        return best
    }
}
