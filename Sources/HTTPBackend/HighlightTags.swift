// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The tags that the service is asked to put around matches, and the way back from them to spans.
///
/// They are scalars of Unicode's private use, which texts have no reason to hold: nothing has to be escaped, and markup
/// in a
/// text stays text.
enum HighlightTags {
    static let open: Unicode.Scalar = "\u{F0A1}"
    static let close: Unicode.Scalar = "\u{F0A2}"

    /// The spans of a tagged text, or `nil` where nothing in it is matched.
    static func highlight(_ tagged: String) -> Highlight? {
        let highlight = Highlight(spans: spans(tagged))
        return highlight.hasMatch ? highlight : nil
    }

    /// The spans of a tagged text; a tag that has no counterpart is dropped.
    static func spans(_ tagged: String) -> [Highlight.Span] {
        var spans: [Highlight.Span] = []
        var text = String.UnicodeScalarView()
        var isMatched = false
        func end(_ next: Bool) {
            if !text.isEmpty { spans.append(Highlight.Span(String(text), isMatched: isMatched)) }
            text = String.UnicodeScalarView()
            isMatched = next
        }
        for scalar in tagged.unicodeScalars {
            switch scalar {
            case open: if !isMatched { end(true) }
            case close: if isMatched { end(false) }
            default: text.append(scalar)
            }
        }
        end(false)
        return spans
    }

    /// The highlights in the `_highlightResult` of a hit, by attribute with dots; lists are joined by commas.
    static func highlights(_ result: JSON) -> [String: Highlight] {
        var highlights: [String: Highlight] = [:]
        func walk(_ value: JSON, _ name: String) {
            if let elements = value.array {
                let texts = elements.compactMap { $0["value"]?.string }
                guard texts.count == elements.count else {
                    for element in elements { walk(element, name) }
                    return
                }
                if let highlight = highlight(texts.joined(separator: ", ")) { highlights[name] = highlight }
            } else if let text = value["value"]?.string, value["matchLevel"] != nil {
                if let highlight = highlight(text), highlights[name] == nil { highlights[name] = highlight }
            } else {
                for member in value.object?.members ?? [] {
                    walk(member.value, name.isEmpty ? member.key : "\(name).\(member.key)")
                }
            }
        }
        walk(result, "")
        return highlights
    }
}
