// SPDX-License-Identifier: MIT

/// The stretches of a text that are found: words that overlap are one.
struct TextStretches: Hashable {
    /// A stretch, and the numbers of the query's words in it, as bits.
    struct Stretch: Hashable {
        fileprivate(set) var range: Range<Int>
        fileprivate(set) var words: UInt32
    }

    /// The stretches in order; none overlaps another.
    private(set) var stretches: [Stretch] = []
    /// Whether every word of the text is found as a whole.
    private(set) var areAll = false

    /// Puts together the words of a text that are found.
    init(_ tokens: [TextMatcher.Token]) {
        for token in tokens where token.words != 0 {
            if let last = stretches.indices.last, token.found.lowerBound < stretches[last].range.upperBound {
                let end = max(stretches[last].range.upperBound, token.found.upperBound)
                stretches[last].range = stretches[last].range.lowerBound..<end
                stretches[last].words |= token.words
            } else {
                stretches.append(Stretch(range: token.found, words: token.words))
            }
        }
        areAll = !stretches.isEmpty && cover(tokens)
    }

    /// Whether no word lies outside of the stretches; one may lie in two that touch each other.
    private func cover(_ tokens: [TextMatcher.Token]) -> Bool {
        var first = 0
        for token in tokens {
            while first < stretches.count, stretches[first].range.upperBound <= token.range.lowerBound { first += 1 }
            var (covered, index) = (token.range.lowerBound, first)
            while covered < token.range.upperBound {
                guard index < stretches.count, stretches[index].range.lowerBound <= covered else { return false }
                covered = stretches[index].range.upperBound
                index += 1
            }
        }
        return true
    }
}
