// SPDX-License-Identifier: MIT

/// Neighbouring words of a query written as one, or what else counts as all of them.
struct QueryJoin: Sendable, Hashable {
    /// The numbers of the words.
    var words: Range<Int>
    /// The words as one, folded.
    var word: [UInt8] = []
    /// Whether it is the beginning of a word.
    var isPrefix = false
    /// Whole words one after the other that stand for them, a synonym, which is not an error; none where they are written as one.
    var synonym: [[UInt8]] = []

    var typos: Int { synonym.isEmpty ? 1 : 0 }
}
