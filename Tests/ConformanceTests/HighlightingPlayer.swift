// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

@testable import HTTPBackend

/// Plays the cases of texts with matched parts.
struct HighlightingPlayer: CasePlayer {
    private let highlight: Highlight
    private let isInverted: Bool

    init(given: JSON) throws {
        let separator = Highlight.Span(given["separator"]?.string ?? "", isMatched: false)
        let texts = try given["string"].map { _ in [try given.requiredString("string")] } ?? given.strings("strings")
        let tags = HighlightTags()
        let spans = texts.map { text in
            tags.spans(text.replacing("<em>", with: tags.open).replacing("</em>", with: tags.close))
        }
        highlight = Highlight(spans: Array(spans.joined(separator: [separator])))
        isInverted = given["inverted"]?.bool ?? false
    }

    mutating func play(_ command: String, _ data: JSON) throws { throw Missing.command(command) }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "text": .string(highlight.text)
        case "highlighted": .array(ranges(isMatched: !isInverted))
        case "plain": .array(ranges(isMatched: isInverted))
        default: throw Missing.output(name)
        }
    }

    /// The ends of the spans that are matched, or of those that are not.
    private func ranges(isMatched: Bool) -> [JSON] {
        var start = 0
        return highlight.spans.compactMap { span in
            defer { start += span.text.count }
            return span.isMatched == isMatched ? [JSON(start), JSON(start + span.text.count)] : nil
        }
    }
}
