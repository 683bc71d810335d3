// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// Marks what a search for records finds: all words of the query whole, and the last as a beginning.
///
/// It marks what `Highlighter` does, and says beside it which word was found.
public struct QueryMarker: TextMarking {
    public let words: [String]
    /// The folded words; the last may be a beginning.
    private let folded: [[UInt8]]

    /// Makes a marker for a query; one without words finds nothing.
    public init(_ query: String) {
        let words = QueryWords(query)
        self.words = words.whole.filter { $0 != words.prefix } + [words.prefix].compactMap(\.self)
        folded = self.words.map { Array($0.utf8) }
    }

    public func marks(in text: UnsafeBufferPointer<UInt8>) -> TextMarks {
        guard !folded.isEmpty else { return TextMarks() }
        return plainMarks(in: text) ?? scannedMarks(in: text)
    }

    /// Which word of the query a folded word is or begins with, and how much of it.
    private func match(count: Int, _ byte: (Int) -> UInt8) -> (word: Int, length: Int)? {
        for (index, word) in folded.enumerated() {
            let isPrefix = index == folded.count - 1
            guard isPrefix ? count >= word.count : count == word.count else { continue }
            if word.indices.allSatisfy({ byte($0) == word[$0] }) { return (index, word.count) }
        }
        return nil
    }

    /// The marks in a text of plain letters, which need no folding but of case; `nil` for any other text.
    private func plainMarks(in text: UnsafeBufferPointer<UInt8>) -> TextMarks? {
        var marks = TextMarks()
        var areAll = true
        var position = 0
        while position < text.count {
            let start = position
            while position < text.count, Self.isPlainLetter(text[position]) { position += 1 }
            if position < text.count, text[position] >= 0x80 { return nil }
            let count = position - start
            guard count > 0 else {
                position += 1
                continue
            }
            guard count <= WordScanner.longestWord else { return nil }
            if let found = match(count: count, { Self.lowered(text[start + $0]) }) {
                marks.marks.append(TextMarks.Mark(start..<start + found.length, word: found.word))
                areAll = areAll && found.length == count
            } else {
                areAll = false
            }
        }
        marks.areAll = areAll && !marks.marks.isEmpty
        return marks
    }

    private static func isPlainLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// The marks in any text.
    private func scannedMarks(in text: UnsafeBufferPointer<UInt8>) -> TextMarks {
        var marks = TextMarks()
        var areAll = true
        var scanner = WordScanner(text)
        while scanner.next() {
            let word = scanner.word
            guard let found = match(count: word.count, { word[$0] }) else {
                areAll = false
                continue
            }
            let isWhole = found.length == word.count
            let end = isWhole ? scanner.end : scanner.ends[found.length - 1]
            marks.marks.append(TextMarks.Mark(scanner.start..<end, word: found.word))
            areAll = areAll && isWhole
        }
        marks.areAll = areAll && !marks.marks.isEmpty
        return marks
    }
}
