// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing

@testable import SearchIndex

@Suite struct ExcerptTests {
    /// A part of a text, with what is cut shown as dots.
    private func excerpt(_ text: String, _ query: String, _ limit: Int) -> String {
        let bytes = Array(text.utf8)
        let part = bytes.withUnsafeBufferPointer { text in
            QueryMarker(words: QueryWords(query).asTyped).excerpt(of: text, TextMarks(), words: limit)
        }
        let taken = String(decoding: bytes[part.range], as: UTF8.self)
        return (part.isCutBefore ? "…" : "") + taken + (part.isCutAfter ? "…" : "")
    }

    @Test func `A short text is taken whole`() {
        #expect(excerpt("(one, two)", "two", 2) == "(one, two)")
        #expect(excerpt("", "two", 2) == "")
    }

    @Test func `Where nothing is looked for the first words are taken`() {
        #expect(excerpt("one two three", "", 2) == "one two…")
    }

    @Test func `The words with the most different matches are taken, the earliest of equals`() {
        #expect(excerpt("a a b x a c b x", "b c", 3) == "…a c b…")
        #expect(excerpt("a x x x x b x x x b", "b", 3) == "…x b x…")
        #expect(excerpt("x x x. x", "b", 2) == "x x…")
        #expect(excerpt("a b b b x c b", "b c", 2) == "…c b")
    }

    @Test func `The match is in the middle`() {
        #expect(excerpt("1 2 3 4 red shoe 7 8 9", "red shoe", 4) == "…4 red shoe 7…")
        #expect(excerpt("red, 2, 3!", "red", 2) == "red, 2…")
        #expect(excerpt("1 2 «red»", "red", 2) == "…2 «red»")
        #expect(excerpt("1 2 3", "3", 0) == "…3")
    }

    @Test func `Unspaced letters are a word each`() {
        #expect(excerpt("一二三四五六", "四五", 3) == "…三四五六")
    }

    @Test func `No stretch of as many words has more`() {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<2_000 {
            let words = (0..<12).map { _ in random.pick(["a", "b", "c", "x", "y", "z"]) }
            let limit = Int.random(in: 1...6, using: &random)
            func different(_ words: ArraySlice<String>) -> Int { Set(words).intersection(["a", "b", "c"]).count }
            let most = (0...12 - limit).map { different(words[$0..<$0 + limit]) }.max() ?? 0
            let taken = excerpt(words.joined(separator: " "), "a b c", limit).filter { $0 != "…" }
            let parts = taken.split(separator: " ").map(String.init)
            #expect(parts.count == limit && different(parts[...]) == most, "\(words), \(limit), seed \(testSeed)")
        }
    }
}
