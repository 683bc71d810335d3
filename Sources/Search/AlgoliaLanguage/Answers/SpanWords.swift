// SPDX-License-Identifier: MIT

import SearchModel

/// The words of a query to an engine that marks matches by itself.
struct SpanWords: TextMarking {
    /// The words in lower case, each once.
    let words: [String]

    init(_ query: String) {
        var known: Set<String> = []
        words = query.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .filter { known.insert($0).inserted }
    }

    func marks(in text: UnsafeBufferPointer<UInt8>) -> TextMarks { TextMarks() }

    func excerpt(of text: UnsafeBufferPointer<UInt8>, _ marks: TextMarks, words limit: Int) -> TextExcerpt {
        var words: [TextExcerpt.Word] = []
        var (start, next): (Int?, Int) = (nil, 0)
        func end(_ place: Int) {
            guard let first = start else { return }
            start = nil
            while next < marks.marks.count, marks.marks[next].range.upperBound <= first { next += 1 }
            var found: UInt32 = 0
            for mark in marks.marks[next...].prefix(while: { $0.range.lowerBound < place }) where mark.word < 32 {
                found |= 1 << UInt32(mark.word)
            }
            words.append(TextExcerpt.Word(first..<place, found: found))
        }
        for (place, byte) in text.enumerated() {
            if Self.isLetter(byte) { start = start ?? place } else { end(place) }
        }
        end(text.count)
        return TextExcerpt(of: words, length: text.count, limit: limit)
    }

    /// Whether a byte is one of a word; all non-ASCII bytes are, so that no letter is cut.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// The words that an engine has marked.
    ///
    /// It may match other spellings, with accents or another ending: such a part counts as a word that begins
    /// like it, or as the first word if there is none.
    func marks(of spans: [Highlight.Span]) -> TextMarks {
        var marks = TextMarks()
        var place = 0
        var areAll = true
        for span in spans {
            let end = place + span.text.utf8.count
            if span.isMatched {
                let text = span.text.lowercased()
                let word = words.firstIndex(of: text) ?? words.firstIndex { $0.utf8.first == text.utf8.first } ?? 0
                marks.marks.append(TextMarks.Mark(place..<end, word: word))
            } else if span.text.contains(where: { $0.isLetter || $0.isNumber }) {
                areAll = false
            }
            place = end
        }
        marks.areAll = areAll && !marks.marks.isEmpty
        return marks
    }
}
