// SPDX-License-Identifier: MIT

import SearchModel

/// A text in which a service has put tags around matches that it was not asked for, such as `<em>` or `<mark class="hit">`.
///
/// A tag is a `<` with a `>` somewhere after it, whatever is between them; one that begins with `</` closes, any other opens. A tag
/// that opens or closes what is so already is dropped, and a match that is not closed reaches to the end.
struct TaggedText: Sendable, Hashable {
    /// The text with its matches.
    let highlight: Highlight

    init(_ tagged: String) {
        self.init([tagged], separator: "")
    }

    /// The texts of a list in one, with a separator between them that never matches.
    init(_ texts: [String], separator: String) {
        var spans = SpanList()
        for (place, tagged) in texts.enumerated() {
            if place > 0 { spans.add(separator[...], isMatched: false) }
            TaggedText.read(tagged, into: &spans)
        }
        highlight = Highlight(spans: spans.spans)
    }

    private static func read(_ tagged: String, into spans: inout SpanList) {
        var rest = tagged[...]
        var isMatched = false
        while let opening = rest.firstIndex(of: "<"), let closing = rest[opening...].firstIndex(of: ">") {
            spans.add(rest[..<opening], isMatched: isMatched)
            isMatched = !rest[opening..<closing].dropFirst().starts(with: "/")
            rest = rest[rest.index(after: closing)...]
        }
        spans.add(rest, isMatched: isMatched)
    }
}

/// Spans in order, of which no two neighbours are alike.
private struct SpanList {
    private(set) var spans: [Highlight.Span] = []

    mutating func add(_ text: Substring, isMatched: Bool) {
        guard !text.isEmpty else { return }
        guard let last = spans.last, last.isMatched == isMatched else {
            spans.append(Highlight.Span(String(text), isMatched: isMatched))
            return
        }
        spans[spans.count - 1] = Highlight.Span(last.text + text, isMatched: isMatched)
    }
}
