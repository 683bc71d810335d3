// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The tags that the service is asked to put around matches, and the way back from them to spans.
///
/// They are made of a random number for each exchange, so that no text can hold them: nothing has to be escaped, and
/// markup in a text stays text.
public struct HighlightTags: Sendable {
    /// The text before a match.
    public let open: String
    /// The text behind a match.
    public let close: String

    /// Creates the tags from an unpredictable number.
    public init(token: UInt64 = .random(in: .min ... .max)) {
        // Scalars of Unicode's private use keep the number apart from the words around it.
        let name = String(token, radix: 36)
        open = "\u{F0A1}\(name)\u{F0A3}"
        close = "\u{F0A2}\(name)\u{F0A3}"
    }

    /// Uses the fixed tags of a service; a text that contains them itself counts as marked.
    ///
    /// - Returns: `nil` for tags that are empty or the same.
    public init?(open: String, close: String) {
        guard !open.isEmpty, !close.isEmpty, open != close else { return nil }
        self.open = open
        self.close = close
    }

    /// The spans of a tagged text, or `nil` where nothing in it is matched.
    public func highlight(_ tagged: String) -> Highlight? {
        let highlight = Highlight(spans: spans(tagged))
        return highlight.hasMatch ? highlight : nil
    }

    /// The spans of a tagged text; a tag that has no counterpart is dropped.
    public func spans(_ tagged: String) -> [Highlight.Span] {
        let (bytes, open, close) = (Array(tagged.utf8), Array(open.utf8), Array(close.utf8))
        var spans: [Highlight.Span] = []
        var text: [UInt8] = []
        var isMatched = false
        func end(_ next: Bool) {
            if !text.isEmpty {
                spans.append(Highlight.Span(String(decoding: text, as: UTF8.self), isMatched: isMatched))
            }
            text = []
            isMatched = next
        }
        var position = 0
        while position < bytes.count {
            let rest = bytes[position...]
            if rest.starts(with: open) {
                if !isMatched { end(true) }
                position += open.count
            } else if rest.starts(with: close) {
                if isMatched { end(false) }
                position += close.count
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        end(false)
        return spans
    }

    /// The highlights in the `_highlightResult` of a hit, by attribute with dots; lists are joined by commas.
    ///
    /// Where a service says that a text matches but has none of the tags in it, it has put others there, which are read instead.
    func highlights(_ result: JSON) -> [String: Highlight] {
        var highlights: [String: Highlight] = [:]
        func walk(_ value: JSON, _ name: String) {
            if let elements = value.array {
                let texts = elements.compactMap { $0["value"]?.string }
                guard texts.count == elements.count else {
                    for element in elements { walk(element, name) }
                    return
                }
                if let highlight = highlight(elements, texts) { highlights[name] = highlight }
            } else if let text = value["value"]?.string, value["matchLevel"] != nil {
                if let highlight = highlight([value], [text]), highlights[name] == nil { highlights[name] = highlight }
            } else {
                for member in value.object?.members ?? [] {
                    walk(member.value, name.isEmpty ? member.key : "\(name).\(member.key)")
                }
            }
        }
        walk(result, "")
        return highlights
    }

    private func highlight(_ elements: [JSON], _ texts: [String]) -> Highlight? {
        if let highlight = highlight(texts.joined(separator: ", ")) { return highlight }
        guard elements.contains(where: { ["full", "partial"].contains($0["matchLevel"]) }) else { return nil }
        let tagged = TaggedText(texts, separator: ", ").highlight
        return tagged.hasMatch ? tagged : nil
    }
}
