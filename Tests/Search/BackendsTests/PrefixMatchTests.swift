// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing

@testable import Backends

@Suite struct PrefixMatchTests {
    @Test("beginnings of words are marked in any case, and markup stays text")
    func marks() {
        let match = PrefixMatch("LAM wood!")
        #expect(
            match.highlight(in: "a Lamp of <b>wood</b>")?.spans.map(\.text) == [
                "a ", "Lam", "p of <b>", "wood", "</b>",
            ]
        )
        #expect(match.highlight(in: "a lamp") == nil && match.anyHighlight(in: "a lamp") != nil)
        #expect(match.anyHighlight(in: "flame") == nil && match.anyHighlight(in: "") == nil)
        #expect(PrefixMatch(" ").highlight(in: "a lamp")?.spans.map(\.isMatched) == [false])
        #expect(PrefixMatch("日").anyHighlight(in: "x 日本語")?.spans.map(\.text) == ["x ", "日", "本語"])
    }

    @Test("a text of ASCII is marked the same the quick way and the slow way")
    func bothWays() {
        var random = SeededGenerator(seed: testSeed)
        let pieces = ["a", "b", "ab", "AB", "Ba", "1", "12", " ", "-", "\r\n", "<b>", "_", "é", "\u{212A}"]
        func text() -> String { (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(pieces) }.joined() }
        for _ in 0..<3_000 {
            let (query, text) = (text(), text().filter(\.isASCII))
            let match = PrefixMatch(query)
            let (quick, slow) = (match.markedBytes(Array(text.utf8)), match.markedCharacters(text))
            #expect(quick.spans == slow.spans && quick.found == slow.found, "`\(query)` in `\(text)`")
        }
    }
}
