// SPDX-License-Identifier: MIT

/// A word of a query and all that counts as it; every text in it is folded.
public struct QueryWord: Sendable, Hashable {
    /// The typed word.
    public var word: [UInt8]
    /// Whether it is the beginning of a word.
    public var isPrefix: Bool
    /// How many typing errors it may have at most, 0 to 2.
    public var typos: Int
    /// Other whole words that count as it: its other number, synonyms of one word.
    public var variants: [[UInt8]]
    /// Whole words that are found for it and are not exactly the typed one: the word with signs behind it.
    public var spellings: [[UInt8]] = []
    /// Whole words one after the other that count as it: synonyms of several words.
    public var phrases: [[[UInt8]]]
    /// The word written as several; `nil` where it is not looked for so.
    var split: WordSplit?

    /// Makes a word that only itself counts as.
    public init(
        _ word: [UInt8],
        isPrefix: Bool = false,
        typos: Int = 0,
        variants: [[UInt8]] = [],
        phrases: [[[UInt8]]] = []
    ) {
        self.word = word
        self.isPrefix = isPrefix
        self.typos = typos
        self.variants = variants
        self.phrases = phrases
    }
}
