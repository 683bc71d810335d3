// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Testing
import Wire

@testable import HTTPBackend

@Suite struct HighlightTagsTests {
    /// The text with `[` and `]` in place of the tags.
    private func tagged(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0 == "[" ? HighlightTags.open : $0 == "]" ? HighlightTags.close : $0 }
        return String(String.UnicodeScalarView(scalars))
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
        let spans = HighlightTags.spans(tagged(text))
        #expect(spans.map { ($0.isMatched ? "*" : "") + $0.text } == expected)
        #expect(spans.map(\.text).joined() == String(text.unicodeScalars.filter { $0 != "[" && $0 != "]" }))
    }

    @Test("highlights are found at any depth, those without a match are left out")
    func tree() throws {
        let result: JSON = [
            "name": ["value": .string(tagged("[a]b")), "matchLevel": "full"],
            "brand": ["value": "x", "matchLevel": "none"],
            "tags": [["value": "x", "matchLevel": "none"], ["value": .string(tagged("[y]")), "matchLevel": "full"]],
            "deep": ["value": ["value": .string(tagged("z[z]")), "matchLevel": "full"]],
            "list": [["kind": ["value": .string(tagged("[k]")), "matchLevel": "full"]]],
            "odd": 5,
        ]
        let highlights = HighlightTags.highlights(result)
        #expect(Set(highlights.keys) == ["name", "tags", "deep.value", "list.kind"])
        #expect(highlights["tags"]?.text == "x, y")
        #expect(highlights["name"]?.spans == [.init("a", isMatched: true), .init("b", isMatched: false)])
    }
}
