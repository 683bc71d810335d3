// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct TextMatcherTests {
    private func word(
        _ text: String,
        isPrefix: Bool = false,
        typos: Int = 0,
        variants: [String] = [],
        phrases: [String] = [],
        isSplit: Bool = false
    ) -> QueryWord {
        func parts(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }
        var word = QueryWord(
            Array(text.utf8),
            isPrefix: isPrefix,
            typos: typos,
            variants: variants.map { Array($0.utf8) },
            phrases: phrases.map(parts)
        )
        if isSplit {
            // Any part of it is a word.
            word.split = WordSplit(of: word.word, isPrefix: isPrefix, all: 0) {
                $1
            } isTerm: { _, _ in
                true
            }
        }
        return word
    }

    /// The words found in a text, each with the numbers of the query's words and the errors.
    private func found(_ text: String, _ words: [QueryWord], _ joins: [QueryJoin] = []) -> [String] {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { TextMatcher(words: words, joins: joins).matches(in: $0) }.map { token in
            let numbers = (0..<32).filter { token.words >> UInt32($0) & 1 != 0 }.map(String.init).joined(separator: ",")
            let text = String(decoding: bytes[token.found], as: UTF8.self)
            return "\(text)\(token.isWhole ? "" : "-") \(numbers) \(token.typos)"
        }
    }

    @Test func `Words are found whole and the last as a beginning`() {
        let query = [word("red"), word("sho", isPrefix: true)]
        #expect(found("Red shoes, redder SHO", query) == ["Red 0 0", "sho- 1 0", "SHO 1 0"])
        #expect(found("", query).isEmpty && found("red", []).isEmpty)
    }

    @Test func `A word with errors is found, and of a beginning the part that was typed`() {
        #expect(found("Samsung", [word("samsnug", typos: 1)]) == ["Samsung 0 1"])
        #expect(found("Samsung", [word("samsnug")]).isEmpty)
        #expect(found("Samsungs", [word("samsn", isPrefix: true, typos: 1)]) == ["Samsu- 0 1"])
        #expect(found("Éléphant", [word("elefants", typos: 2)]) == [])
        #expect(found("Éléphants", [word("elephnats", typos: 2)]) == ["Éléphants 0 1"])
        #expect(found("Michael Nichael", [word("michael", typos: 2)]) == ["Michael 0 0", "Nichael 0 2"])
    }

    @Test func `A word with fewer errors wins, and the words of the query are all named`() {
        let query = [word("red"), word("redd", isPrefix: true, typos: 1), word("re", isPrefix: true)]
        #expect(found("red redd", query) == ["red 0,1,2 0", "redd 1,2 0"])
    }

    @Test func `Other words that count as one are found`() {
        let query = [word("mouse", variants: ["mice", "trackball"]), word("tv", phrases: ["television set"])]
        #expect(found("Mice, TV", query) == ["Mice 0 0", "TV 1 0"])
        #expect(found("a television set", query) == ["television 1 0", "set 1 0"])
        #expect(found("a television; a set", query).isEmpty)
        #expect(found("set television", query).isEmpty)
    }

    @Test func `A word written as several is found where the parts stand together`() {
        let split = [word("notebookst", isPrefix: true, isSplit: true)]
        #expect(found("Notebook-Stand, stand", split) == ["Notebook 0 0", "St- 0 0"])
        #expect(found("notebook", split).isEmpty)
        #expect(found("notebook stand", [word("notebookst", isSplit: true)]).isEmpty)
        let parts = [word("usbchub", isSplit: true)]
        #expect(found("a USB USB-C-Hub", parts) == ["USB 0 0", "C 0 0", "Hub 0 0"])
        #expect(found("USB-C-Hubs USB-Hub usbc", parts).isEmpty)
        #expect(found("usbchub", parts) == ["usbchub 0 0"])
    }

    @Test func `A phrase may begin within another beginning of it`() {
        let query = [word("x", phrases: ["a a b"])]
        #expect(found("a a a b", query) == ["a 0 0", "a 0 0", "b 0 0"])
        #expect(found("a b a", query).isEmpty)
    }

    @Test func `Words of the query written as one count as all of them`() {
        let words = [word("wi"), word("fi"), word("x")]
        let join = QueryJoin(words: 0..<2, word: Array("wifi".utf8))
        #expect(found("WiFi wi-fi", words, [join]) == ["WiFi 0,1 0", "wi 0 0", "fi 1 0"])
        let beyond = QueryJoin(words: 2..<9, word: Array("wifi".utf8), isPrefix: true)
        #expect(found("wifis", words, [beyond]) == ["wifi- 2 0"])
    }

    @Test func `Many words and long phrases are bounded`() {
        let words = (0..<40).map { word("w\($0)") }
        #expect(found("w31 w32", words) == ["w31 31 0"])
        let long = Array(repeating: "a", count: 33).joined(separator: " ")
        #expect(found(long, [word("x", phrases: [long])]).isEmpty)
        #expect(found("a", [word("", phrases: [""])]).isEmpty)
    }

    @Test func `What is found is what a plain comparison finds`() {
        var random = SeededGenerator(seed: testSeed)
        let letters = Array("aabé日")
        func text(_ most: Int) -> String {
            String((0..<Int.random(in: 1...most, using: &random)).map { _ in random.pick(letters) }).foldedWords
        }
        for _ in 0..<4_000 {
            let words = (0..<3).map { _ in
                word(
                    text(4),
                    isPrefix: random.isTrue(),
                    typos: random.pick([0, 1, 2]),
                    variants: [text(3)],
                    phrases: ["\(text(2)) \(text(2))"]
                )
            }
            let value = (0..<6).map { _ in text(4) }.joined(separator: " ")
            let bytes = Array(value.utf8)
            let tokens = bytes.withUnsafeBufferPointer { TextMatcher(words: words).tokens(in: $0) }
            let folded = value.foldedWords.split(separator: " ").map { Array($0.utf8) }
            let expected = plain(folded, words)
            #expect(tokens.map(\.words) == expected.map(\.words), "\(value), seed \(testSeed)")
            #expect(tokens.map(\.typos) == expected.map(\.typos), "\(value), seed \(testSeed)")
        }
    }

    private func plain(_ text: [[UInt8]], _ words: [QueryWord]) -> [(words: UInt32, typos: Int)] {
        var result = text.map { token in
            var (bits, least) = (UInt32(0), Int.max)
            for (index, word) in words.enumerated() {
                var typos = EditDistance.typos(of: word.word, in: token, isPrefix: word.isPrefix, most: word.typos)?
                    .count
                if word.variants.contains(token) { typos = 0 }
                guard let typos else { continue }
                bits |= 1 << UInt32(index)
                least = min(least, typos)
            }
            return (words: bits, typos: bits == 0 ? 0 : least)
        }
        for (index, word) in words.enumerated() {
            for phrase in word.phrases {
                for start in text.indices where text[start...].starts(with: phrase) {
                    for place in start..<start + phrase.count {
                        result[place] = (result[place].words | 1 << UInt32(index), 0)
                    }
                }
            }
        }
        return result
    }
}
