// SPDX-License-Identifier: MIT

import SearchModel

extension TextMatcher {
    /// The text with its matches marked, or `nil` where nothing of it matches.
    func highlight(_ text: String) -> Highlight? {
        var text = text
        let spans = text.withUTF8 { bytes in self.spans(of: bytes) }
        return spans.isEmpty ? nil : Highlight(spans: spans)
    }

    /// The texts joined by a separator, which is never marked; `nil` where nothing matches.
    func highlight(_ texts: [String], separator: String) -> Highlight? {
        var spans: [Highlight.Span] = []
        var hasMatch = false
        for (index, text) in texts.enumerated() {
            if index > 0 { spans.append(Highlight.Span(separator, isMatched: false)) }
            if let highlight = highlight(text) {
                hasMatch = true
                spans.append(contentsOf: highlight.spans)
            } else if !text.isEmpty {
                spans.append(Highlight.Span(text, isMatched: false))
            }
        }
        return hasMatch ? Highlight(spans: spans) : nil
    }

    private func spans(of bytes: UnsafeBufferPointer<UInt8>) -> [Highlight.Span] {
        let stretches = TextStretches(matches(in: bytes)).stretches
        guard !stretches.isEmpty else { return [] }
        var spans: [Highlight.Span] = []
        var written = 0
        for stretch in stretches {
            if written < stretch.range.lowerBound {
                spans.append(
                    Highlight.Span(Self.text(bytes[written..<stretch.range.lowerBound]), isMatched: false)
                )
            }
            spans.append(Highlight.Span(Self.text(bytes[stretch.range]), isMatched: true))
            written = stretch.range.upperBound
        }
        if written < bytes.count {
            spans.append(Highlight.Span(Self.text(bytes[written...]), isMatched: false))
        }
        return spans
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
