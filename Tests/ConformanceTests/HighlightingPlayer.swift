// SPDX-License-Identifier: MIT

import SearchModel
import Wire

@testable import AlgoliaLanguage

/// Plays the cases of texts with matched parts.
struct HighlightingPlayer: CasePlayer {
    private let highlight: Highlight

    init(given: JSON) throws {
        let texts = try given["string"].map { _ in [try given.requiredString("string")] } ?? given.strings("strings")
        let tagged = TaggedText(texts, separator: given["separator"]?.string ?? "")
        highlight = given["inverted"]?.bool == true ? tagged.highlight.inverted : tagged.highlight
    }

    mutating func play(_ command: String, _ data: JSON) throws { throw Missing.command(command) }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "text": .string(highlight.text)
        case "highlighted": matches(in: highlight)
        case "plain": matches(in: highlight.inverted)
        default: throw Missing.output(name)
        }
    }

    /// The ends of the matched spans, in characters.
    private func matches(in highlight: Highlight) -> JSON {
        var end = 0
        return .array(
            highlight.spans.compactMap { span in
                let start = end
                end += span.text.count
                return span.isMatched ? [JSON(start), JSON(end)] : nil
            }
        )
    }
}
