// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Types words letter by letter, each session its own.
public struct Typist: Sendable, Hashable {
    private let words: [[Character]]
    private var word: Int
    private var length = 0
    private let step: Int

    /// Makes a typist.
    ///
    /// - Parameters:
    ///   - words: What can be typed; at least one of them must have a letter.
    ///   - session: Which typist it is: each begins elsewhere in the list.
    public init(_ words: [String], session: Int) {
        let usable = words.map(Array.init).filter { !$0.isEmpty }
        self.words = usable.isEmpty ? [["a"], ["b"]] : usable
        // Two primes, so that neighbours do not type the same words.
        word = session * 7919 % self.words.count
        step = 104_729
    }

    /// The text in the box after the next key.
    public mutating func next() -> String {
        if length == words[word].count {
            word = (word + step) % words.count
            length = 0
        }
        length += 1
        return String(words[word].prefix(length))
    }
}
