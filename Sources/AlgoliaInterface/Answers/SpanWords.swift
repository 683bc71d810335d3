// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// The words of a query to an engine that marks by itself what it finds.
struct SpanWords: TextMarking {
    /// The words in small letters, each once.
    let words: [String]

    init(_ query: String) {
        var known: Set<String> = []
        words = query.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .filter { known.insert($0).inserted }
    }

    func marks(in text: UnsafeBufferPointer<UInt8>) -> TextMarks { TextMarks() }

    /// What an engine has marked.
    ///
    /// It may find what is written otherwise, with accents or another ending: such a part stands for a word that begins
    /// like it, and for the first one where there is none.
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
