// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// The words of a query, and which of them were found in a text.
struct MatchedWords: Sendable {
    /// How much of the query was found.
    enum Level: String {
        case none, partial, full
    }

    /// The words in small letters, each once.
    let words: [String]

    init(_ query: String) {
        var known: Set<String> = []
        words = query.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .filter { known.insert($0).inserted }
    }

    /// The words that the marked parts of a text are.
    ///
    /// An engine may find what is written otherwise, with accents or another ending: such a part stands for the words that
    /// begin like it, and where there is none for itself.
    func found(in spans: [Highlight.Span]) -> [String] {
        var found: [String] = []
        for span in spans where span.isMatched {
            for part in span.text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                let text = String(part)
                let word =
                    words.contains(text)
                    ? text : words.first { $0.utf8.first == text.utf8.first && !found.contains($0) } ?? text
                if !found.contains(word) { found.append(word) }
            }
        }
        return found
    }

    /// How much of the query these words are.
    func level(of found: [String]) -> Level {
        if found.isEmpty { return .none }
        return found.count >= words.count ? .full : .partial
    }
}
