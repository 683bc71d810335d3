// SPDX-License-Identifier: MIT
// Part of SearchBus.

import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct TextSnippetTests {
    /// A snippet, with what is cut shown as dots.
    private func snippet(_ text: String, _ query: String, _ limit: Int) -> String {
        let bytes = Array(text.utf8)
        let tokens = bytes.withUnsafeBufferPointer { TextMatcher(words: QueryWords(query).asTyped).tokens(in: $0) }
        let snippet = TextSnippet(of: tokens, length: bytes.count, words: limit)
        let part = String(decoding: bytes[snippet.range], as: UTF8.self)
        return (snippet.isCutBefore ? "…" : "") + part + (snippet.isCutAfter ? "…" : "")
    }

    @Test func `A short text is taken whole`() {
        #expect(snippet("(one, two)", "two", 2) == "(one, two)")
        #expect(snippet("", "two", 2) == "")
    }

    @Test func `The words with the most different matches are taken, the earliest of equals`() {
        #expect(snippet("a a b x a c b x", "b c", 3) == "…a c b…")
        #expect(snippet("a x x x x b x x x b", "b", 3) == "…x b x…")
        #expect(snippet("x x x. x", "b", 2) == "x x…")
        #expect(snippet("a b b b x c b", "b c", 2) == "…c b")
    }

    @Test func `What is found stands in the middle`() {
        #expect(snippet("1 2 3 4 red shoe 7 8 9", "red shoe", 4) == "…4 red shoe 7…")
        #expect(snippet("red, 2, 3!", "red", 2) == "red, 2…")
        #expect(snippet("1 2 «red»", "red", 2) == "…2 «red»")
        #expect(snippet("1 2 3", "3", 0) == "…3")
    }

    @Test func `Unspaced letters are a word each`() {
        #expect(snippet("一二三四五六", "四五", 3) == "…三四五六")
    }

    @Test func `No stretch of as many words has more`() {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<2_000 {
            let words = (0..<12).map { _ in random.pick(["a", "b", "c", "x", "y", "z"]) }
            let limit = Int.random(in: 1...6, using: &random)
            func different(_ words: ArraySlice<String>) -> Int { Set(words).intersection(["a", "b", "c"]).count }
            let most = (0...12 - limit).map { different(words[$0..<$0 + limit]) }.max() ?? 0
            let taken = snippet(words.joined(separator: " "), "a b c", limit).filter { $0 != "…" }
            let parts = taken.split(separator: " ").map(String.init)
            #expect(parts.count == limit && different(parts[...]) == most, "\(words), \(limit), seed \(testSeed)")
        }
    }
}
