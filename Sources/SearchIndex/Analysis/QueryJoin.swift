// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Neighbouring words of a query written as one, which counts as all of them.
public struct QueryJoin: Sendable, Hashable {
    /// The numbers of the words.
    public var words: Range<Int>
    /// The words as one, folded.
    public var word: [UInt8]
    /// Whether it is the beginning of a word.
    public var isPrefix: Bool

    /// Joins words.
    public init(words: Range<Int>, word: [UInt8], isPrefix: Bool = false) {
        self.words = words
        self.word = word
        self.isPrefix = isPrefix
    }
}
