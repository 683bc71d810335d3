// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A part of a text, around what was found.
enum Snippet {
    /// Which part of a text holds so many words, the one at a place about in the middle.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - place: Where the part's middle is to be; `nil` for the beginning.
    ///   - limit: How many words the part has.
    /// - Returns: The part, in bytes.
    static func range(of text: UnsafeBufferPointer<UInt8>, around place: Int?, words limit: Int) -> Range<Int> {
        var words: [Range<Int>] = []
        var start: Int?
        for (index, byte) in text.enumerated() {
            if isLetter(byte) {
                start = start ?? index
            } else if let first = start {
                words.append(first..<index)
                start = nil
            }
        }
        if let start { words.append(start..<text.count) }
        guard words.count > limit else { return 0..<text.count }
        let center = place.flatMap { place in words.firstIndex { $0.upperBound > place } } ?? 0
        let first = max(0, min(center - limit / 2, words.count - limit))
        let last = first + limit - 1
        return
            (first == 0 ? 0 : words[first].lowerBound)..<(last == words.count - 1 ? text.count : words[last].upperBound)
    }

    /// Whether a byte is one of a word; those of letters beyond ASCII all are, so that no letter is cut.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }
}
