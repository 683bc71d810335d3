// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing

@testable import SearchIndex

@Suite struct HighlighterTests {
    private func marked(_ text: String, _ query: String) -> String? {
        TextMatcher(words: QueryWords(query).asTyped).highlight(text).map(HighlighterTests.brackets)
    }

    private static func brackets(_ highlight: Highlight) -> String {
        highlight.spans.map { $0.isMatched ? "[\($0.text)]" : $0.text }.joined()
    }

    @Test func `The beginning typed last is marked in every word that starts with it`() {
        #expect(marked("Samsung TV and a sampler", "sam") == "[Sam]sung TV and a [sam]pler")
        #expect(marked("Flotsam", "sam") == nil)
    }

    @Test func `The other words are marked only where they stand whole`() {
        #expect(marked("red shoes, redder shoelaces", "red sho") == "[red] [sho]es, redder [sho]elaces")
        #expect(marked("redder", "red shoes") == nil)
    }

    @Test func `Marks follow letters through case, accents and letters that fold to two`() {
        #expect(marked("École", "eco") == "[Éco]le")
        #expect(marked("e\u{301}cole", "e") == "[e\u{301}]cole")
        #expect(marked("Straße 5", "stras") == "[Straß]e 5")
        #expect(marked("한국어", "하") == "[한]국어")
        #expect(marked("한국어", "한국") == "[한국]어")
    }

    @Test func `Pairs of unspaced letters that are found together are one mark`() {
        #expect(marked("日本語の日", "日本語") == "[日本語]の日")
        #expect(marked("日本語の日", "日") == "[日]本語の[日]")
        #expect(marked("❤️ C++", "c++") == "❤️ [C++]")
        #expect(marked("love ❤️!", "❤") == "love [❤️]!")
    }

    @Test func `Words with errors are marked where a matcher allows them`() {
        let words = [QueryWord(Array("samsn".utf8), isPrefix: true, typos: 1)]
        let highlight = TextMatcher(words: words).highlight("A Samsung")
        #expect(highlight.map(HighlighterTests.brackets) == "A [Samsu]ng")
    }

    @Test func `Markup in a text is text`() {
        #expect(marked("<b>bold</b> & <em>", "b") == "<[b]>[b]old</[b]> & <em>")
    }

    @Test func `The spans of a highlight are always the whole text`() {
        var random = SeededGenerator(seed: testSeed)
        let letters = Array("abé ß語한-.👩‍👧İ")
        func text(_ length: Int) -> String {
            String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
        }
        for _ in 0..<3_000 {
            let (value, query) = (
                text(Int.random(in: 0...20, using: &random)), text(Int.random(in: 1...4, using: &random))
            )
            guard let highlight = TextMatcher(words: QueryWords(query).asTyped).highlight(value) else { continue }
            #expect(highlight.text == value, "seed \(testSeed), \(value) for \(query)")
            #expect(highlight.hasMatch && highlight.spans.allSatisfy { !$0.text.isEmpty })
        }
    }

    @Test func `A list is joined, and what joins it is not marked`() {
        let highlight = TextMatcher(words: QueryWords("b").asTyped).highlight(["abc", "bcd"], separator: ", ")
        #expect(highlight.map(HighlighterTests.brackets) == "abc, [b]cd")
        #expect(TextMatcher(words: QueryWords("x").asTyped).highlight(["abc", "bcd"], separator: ", ") == nil)
    }

    @Test func `A search for facet values marks every word as a beginning`() {
        let highlighter = TextMatcher(words: QueryWords("ph sam").asBeginnings)
        #expect(highlighter.highlight("Samsung phones").map(HighlighterTests.brackets) == "[Sam]sung [ph]ones")
    }
}
