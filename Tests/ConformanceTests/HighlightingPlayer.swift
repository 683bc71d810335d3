// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

@testable import Backends

/// Plays the cases of texts with matched parts.
struct HighlightingPlayer: CasePlayer {
    private let highlight: Highlight

    init(given: JSON) throws {
        let inverted = given["inverted"]?.bool ?? false
        let tags = HighlightTags()
        if given["string"] != nil {
            let text = Highlight(spans: tags.spans(Self.tagged(try given.requiredString("string"), tags)))
            highlight = inverted ? text.inverted : text
            return
        }
        let texts = try given.strings("strings").map {
            ["value": .string(Self.tagged($0, tags)), "matchLevel": "full"] as JSON
        }
        guard given["separator"] == ", " else { throw Missing("another separator") }
        guard let text = tags.highlights(["list": .array(texts)])["list"] else { throw Missing("no match") }
        highlight = inverted ? text.inverted : text
    }

    /// A text with the tags that a service is asked for.
    private static func tagged(_ text: String, _ tags: HighlightTags) -> String {
        text.replacing("<em>", with: tags.open).replacing("</em>", with: tags.close)
    }

    mutating func play(_ command: String, _ data: JSON) throws { throw Missing.command(command) }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "text": .string(highlight.text)
        case "highlighted": notation(highlight.matchedRanges)
        case "plain": notation(highlight.inverted.matchedRanges)
        default: throw Missing.output(name)
        }
    }

    private func notation(_ ranges: [Range<Int>]) -> JSON {
        .array(ranges.map { [JSON($0.lowerBound), JSON($0.upperBound)] })
    }
}
