// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// A part of a text, around what was found.
enum Snippet {
    /// Cuts so many words out of a text, the first that was found in the middle; where something is left out, the ellipsis
    /// says so.
    static func cut(_ spans: [Highlight.Span], words limit: Int, ellipsis: String) -> [Highlight.Span] {
        let text = Array(spans.map(\.text).joined())
        let words = self.words(of: text)
        guard words.count > limit else { return spans }
        var place = 0
        let found = spans.first { span in
            if !span.isMatched { place += span.text.count }
            return span.isMatched
        }
        let center = found == nil ? 0 : words.firstIndex { $0.upperBound > place } ?? 0
        let first = max(0, min(center - limit / 2, words.count - limit))
        let last = first + limit - 1
        let start = first == 0 ? 0 : words[first].lowerBound
        let end = last == words.count - 1 ? text.count : words[last].upperBound
        var part = clip(spans, to: start..<end)
        if first > 0 { part.insert(Highlight.Span(ellipsis, isMatched: false), at: 0) }
        if end < text.count { part.append(Highlight.Span(ellipsis, isMatched: false)) }
        return part
    }

    /// Where the words of a text stand.
    private static func words(of text: [Character]) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for (index, character) in text.enumerated() {
            if character.isLetter || character.isNumber {
                start = start ?? index
            } else if let first = start {
                words.append(first..<index)
                start = nil
            }
        }
        if let start { words.append(start..<text.count) }
        return words
    }

    private static func clip(_ spans: [Highlight.Span], to range: Range<Int>) -> [Highlight.Span] {
        var place = 0
        return spans.compactMap { span in
            let own = place..<place + span.text.count
            place = own.upperBound
            let common = own.clamped(to: range)
            guard !common.isEmpty else { return nil }
            let text = span.text.dropFirst(common.lowerBound - own.lowerBound).prefix(common.count)
            return Highlight.Span(String(text), isMatched: span.isMatched)
        }
    }
}
