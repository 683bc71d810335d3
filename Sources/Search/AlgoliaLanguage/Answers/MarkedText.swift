// SPDX-License-Identifier: MIT

import SearchModel

/// The marked text of an attribute, taken value by value.
///
/// Engines mark the values of a list in one text, with a comma and a space between them; here each value gets back
/// its part.
struct MarkedText {
    private var spans: ArraySlice<Highlight.Span>
    private var isAtStart = true

    init(_ highlight: Highlight?) { spans = highlight?.spans[...] ?? [] }

    /// The spans of the next value.
    ///
    /// A value that is not the next one is returned unmarked, and so are all after it.
    mutating func take(_ value: String) -> [Highlight.Span] {
        let plain = value.isEmpty ? [] : [Highlight.Span(value, isMatched: false)]
        guard !spans.isEmpty else { return plain }
        if !isAtStart { _ = cut(2) }
        isAtStart = false
        let taken = cut(value.utf8.count)
        guard Self.joined(taken, are: value) else {
            spans = []
            return plain
        }
        return taken
    }

    /// Whether spans together are a text.
    private static func joined(_ spans: [Highlight.Span], are value: String) -> Bool {
        if spans.count == 1 { return spans[0].text == value }
        return spans.map(\.text).joined() == value
    }

    private mutating func cut(_ count: Int) -> [Highlight.Span] {
        var taken: [Highlight.Span] = []
        var missing = count
        while missing > 0, let span = spans.first {
            let length = span.text.utf8.count
            guard length > missing else {
                taken.append(span)
                spans.removeFirst()
                missing -= length
                continue
            }
            let bytes = Array(span.text.utf8)
            taken.append(Highlight.Span(String(decoding: bytes[..<missing], as: UTF8.self), isMatched: span.isMatched))
            let rest = String(decoding: bytes[missing...], as: UTF8.self)
            spans[spans.startIndex] = Highlight.Span(rest, isMatched: span.isMatched)
            missing = 0
        }
        return taken
    }
}
