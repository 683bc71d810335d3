// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// Signs that are words.
@Suite struct IndexedSeparatorsTests {
    private func words(_ text: String, _ signs: String) throws -> [String] {
        let separators = try #require(IndexedSeparators(signs))
        return QueryPlanner.words(of: text, separators: separators).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("C++ and c#", "", ["c++", "and", "c#"]),
            ("C++ and c#", "+#", ["c", "+", "+", "and", "c", "#"]),
            ("C++ and c#", "+", ["c", "+", "+", "and", "c#"]),
            ("c#+ c+# d", "#", ["c", "#", "c+", "#", "d"]),
            ("wd-40/x -- y", "-", ["wd", "-", "40", "x", "-", "-", "y"]),
            ("ＡＢ－１ §5 a–b", "-§–", ["ab", "-", "1", "§", "5", "a", "–", "b"]),
            ("é+e a@b", "+@", ["e", "+", "e", "a", "@", "b"]),
            ("#️⃣ #1", "#", ["#\u{20E3}", "#", "1"]),
        ]
    )
    func `Each configured sign is a word of its own`(text: String, signs: String, expected: [String]) throws {
        #expect(try words(text, signs) == expected)
    }

    @Test func `Signs are read from settings, each once, and nothing but signs counts`() throws {
        #expect(IndexedSeparators("#+#＋")?.text == "#+")
        #expect(IndexedSeparators("a1é語+👍")?.text == "+")
        #expect(IndexedSeparators("a b") == nil)
        #expect(IndexedSeparators("") == IndexedSeparators())
        let settings = try IndexSettings(json: ["separatorsToIndex": "+#"])
        #expect(settings.json == ["separatorsToIndex": "#+"])
        #expect(try IndexSettings(json: settings.json) == settings)
        #expect(throws: JSONError.self) { try IndexSettings(json: ["separatorsToIndex": " "]) }
        #expect(throws: JSONError.self) { try IndexSettings(json: ["separatorsToIndex": ["+"]]) }
    }

    @Test func `Signs are found and marked once settings name them, and no longer when they do not`() throws {
        let texts = ["Disney+ channel", "Disney channel", "C# in depth", "C in depth", "a + b"]
        let records = try texts.enumerated().map { try Record.make("\($0.offset)", [("name", .string($0.element))]) }
        var settings = IndexSettings(searchableAttributes: ["name"])
        let fixture = try Fixture(records, settings: settings)
        #expect(Set(try fixture.ids("disney +")) == ["0", "1"])
        settings.relevance.separatorsToIndex = try #require(IndexedSeparators("+#"))
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        try writer.change(settings: settings)
        #expect(try fixture.ids("disney+") == ["0"])
        #expect(try fixture.ids("+") == ["0", "4"])
        #expect(try fixture.ids("c#") == ["2"])
        #expect(try fixture.ids("c in") == ["3", "2"])
        let highlight = try fixture.hits("c#").hits.first?.highlights["name"]
        #expect(highlight?.spans.map(\.text) == ["C", "#", " in depth"])
        #expect(highlight?.spans.map(\.isMatched) == [true, true, false])
        try writer.add([try Record.make("9", [("name", "Canal+")])])
        #expect(Set(try fixture.ids("+")) == ["0", "4", "9"])
        settings.relevance.separatorsToIndex = IndexedSeparators()
        try writer.change(settings: settings)
        #expect(try fixture.ids("+").count == 6)
    }
}
