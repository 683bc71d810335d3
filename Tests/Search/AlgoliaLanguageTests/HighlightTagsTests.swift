// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

@Suite struct HighlightTagsTests {
    private let tags = HighlightTags(token: 7)

    /// The text with the tags in place of `[` and `]`.
    private func tagged(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(
                contentsOf: (scalar == "[" ? tags.open : scalar == "]" ? tags.close : String(scalar)).unicodeScalars
            )
        }
        return String(result)
    }

    @Test(
        "tags become spans, and tags without a counterpart do no harm",
        arguments: [
            ("[Sam]sung", ["*Sam", "sung"]), ("a [b] c [d]", ["a ", "*b", " c ", "*d"]), ("none", ["none"]), ("", []),
            ("[open", ["*open"]), ("close]d", ["closed"]), ("[[a]]b", ["*a", "b"]), ("[]x", ["x"]),
            ("<em>[a]</em>", ["<em>", "*a", "</em>"]), ("e[\u{301}]", ["e", "*\u{301}"]),
        ]
    )
    func spans(text: String, expected: [String]) {
        let spans = tags.spans(tagged(text))
        #expect(spans.map { ($0.isMatched ? "*" : "") + $0.text } == expected)
        #expect(spans.map(\.text).joined() == String(text.unicodeScalars.filter { $0 != "[" && $0 != "]" }))
    }

    @Test("texts that look like tags stay texts, the tags of another exchange too")
    func lookalikes() {
        let other = HighlightTags(token: 8)
        for text in ["\u{F0A1}a\u{F0A2}", "\u{F0A1}7", "\u{F0A3}", other.open + "a" + other.close] {
            #expect(tags.spans(tagged("[x]") + text).map(\.text) == ["x", text])
        }
        #expect(HighlightTags().open != HighlightTags().open)
    }

    @Test("tags that were not requested are read if the service says that a text matches")
    func otherTags() {
        let highlights = tags.highlights([
            "name": ["value": "a <mark class=\"x\">b</mark>", "matchLevel": "full"],
            "none": ["value": "<b>bold</b>", "matchLevel": "none"],
            "own": ["value": .string(tagged("<b>[x]</b>")), "matchLevel": "full"],
            "list": [["value": "a<em>b", "matchLevel": "partial"], ["value": "c", "matchLevel": "none"]],
        ])
        #expect(Set(highlights.keys) == ["name", "own", "list"])
        #expect(highlights["name"]?.spans == [.init("a ", isMatched: false), .init("b", isMatched: true)])
        #expect(highlights["own"]?.text == "<b>x</b>")
        #expect(
            highlights["list"]?.spans == [
                .init("a", isMatched: false), .init("b", isMatched: true), .init(", c", isMatched: false),
            ]
        )
    }

    @Test("highlights are found at any depth, those without a match are omitted")
    func tree() throws {
        let result: JSON = [
            "name": ["value": .string(tagged("[a]b")), "matchLevel": "full"],
            "brand": ["value": "x", "matchLevel": "none"],
            "tags": [["value": "x", "matchLevel": "none"], ["value": .string(tagged("[y]")), "matchLevel": "full"]],
            "deep": ["value": ["value": .string(tagged("z[z]")), "matchLevel": "full"]],
            "list": [["kind": ["value": .string(tagged("[k]")), "matchLevel": "full"]]],
            "odd": 5,
        ]
        let highlights = tags.highlights(result)
        #expect(Set(highlights.keys) == ["name", "tags", "deep.value", "list.kind"])
        #expect(highlights["tags"]?.text == "x, y")
        #expect(highlights["name"]?.spans == [.init("a", isMatched: true), .init("b", isMatched: false)])
    }
}
