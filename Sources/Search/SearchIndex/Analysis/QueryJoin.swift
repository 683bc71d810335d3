// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Neighbouring words of a query written as one, or what else counts as all of them.
public struct QueryJoin: Sendable, Hashable {
    /// The numbers of the words.
    public var words: Range<Int>
    /// The words as one, folded.
    public var word: [UInt8]
    /// Whether it is the beginning of a word.
    public var isPrefix: Bool
    /// Whole words one after the other that stand for them, a synonym, which is not an error; none where they are written as one.
    public var synonym: [[UInt8]] = []

    /// Joins words.
    public init(words: Range<Int>, word: [UInt8], isPrefix: Bool = false) {
        self.words = words
        self.word = word
        self.isPrefix = isPrefix
    }

    /// Lets a synonym stand for words.
    init(words: Range<Int>, synonym: [[UInt8]]) {
        self.init(words: words, word: [])
        self.synonym = synonym
    }

    var typos: Int { synonym.isEmpty ? 1 : 0 }
}
