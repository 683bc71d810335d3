// SPDX-License-Identifier: MIT

/// Tells whether some element of a row's attributes is nothing but words of the query, and has all of them.
///
/// In what order they stand makes no difference, nor do errors and beginnings. Of a query of more words than are distinguished,
/// so many more words of the element may be any.
struct ElementRun {
    private(set) var isComplete = false
    /// A bit for each word of the query that is distinguished.
    private let all: UInt32
    /// How many words the query has beyond those.
    private let more: Int
    /// The words since the element's beginning, and how many others are between them.
    private var words: UInt32 = 0
    private var others = 0
    /// Where the last word stands, and where its element begins.
    private var last = -1
    private var element = -1

    /// Starts before the first word of a row, for a query of so many words.
    init(wordCount: Int) {
        all = (1 << UInt32(min(wordCount, TermRoles.mostWords))) - 1
        more = max(0, wordCount - TermRoles.mostWords)
    }

    /// Notes a word of the row that is some words of the query, given as bits.
    @inline(__always)
    mutating func note(_ place: MatchedWords, _ bits: UInt32) {
        if place.element != element {
            (words, others, element) = (0, 0, place.element)
            last = element - 1
        }
        words |= bits
        others += place.index - last - 1
        last = place.index
        if words == all, others <= more, others + place.wordsBehind(most: more - others + 1) <= more {
            isComplete = true
        }
    }
}
