// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct EnglishTests {
    private func plurals(_ word: String) -> [String] {
        English.plurals(of: Array(word.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("phone", "phones"), ("battery", "batteries"), ("toy", "toys"), ("box", "boxes"), ("dish", "dishes"),
            ("watch", "watches"), ("glass", "glasses"), ("blouse", "blouses"), ("photo", "photos"), ("house", "houses"),
            ("size", "sizes"), ("glove", "gloves"), ("roof", "roofs"), ("mouse", "mice"), ("knife", "knives"),
            ("child", "children"), ("movie", "movies"), ("shoe", "shoes"), ("hero", "heroes"), ("bus", "buses"),
            ("lens", "lenses"), ("analysis", "analyses"), ("quiz", "quizzes"), ("cache", "caches"), ("human", "humans"),
            ("stomach", "stomachs"), ("key", "keys"), ("tree", "trees"), ("address", "addresses"), ("tax", "taxes"),
            ("woman", "women"), ("datum", "data"), ("chassis", ""), ("case", "cases"), ("lunch", "lunches"),
        ]
    )
    func `A singular has its plural and a plural its singular`(singular: String, plural: String) {
        #expect(plurals(singular) == (plural.isEmpty ? [] : [plural]))
        if !plural.isEmpty { #expect(plurals(plural) == [singular]) }
    }

    @Test func `A word may have several plurals, and be the plural of several`() {
        #expect(plurals("index") == ["indices", "indexes"])
        #expect(plurals("indexes") == ["index"])
        #expect(plurals("viruses") == ["virus", "viruse"] && plurals("virus") == ["viruses"])
        #expect(plurals("axes") == ["axe", "axis"])
    }

    @Test(arguments: [
        "tv", "is", "as", "gps", "usb", "gas", "sheep", "series", "iphone15", "4k", "c++", "été", "日本", "",
    ])
    func `Short words, unchanged ones and those with other letters are not changed`(word: String) {
        let expected = ["usb": ["usbs"], "gas": ["gases"]][word] ?? []
        #expect(plurals(word) == expected)
    }

    @Test func `Every irregular word leads to another one and back`() {
        for word in EnglishWords.irregular.split(separator: " ").map(String.init) {
            let others = plurals(word)
            #expect(!others.isEmpty && !others.contains(word), "\(word)")
            for other in others { #expect(plurals(other).contains(word), "\(word), \(other)") }
        }
        #expect(EnglishWords.irregular.split(separator: " ").count.isMultiple(of: 2))
        let unchanged = EnglishWords.unchanged.split(separator: " ").map(String.init)
        #expect(unchanged.allSatisfy { plurals($0).isEmpty })
    }

    @Test func `Any bytes have an answer that is a word`() {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<20_000 {
            let letters = Array("aeioyschxzfunm".utf8) + [0xC3, 0x31]
            let word = (0..<Int.random(in: 0...7, using: &random)).map { _ in random.pick(letters) }
            let plurals = English.plurals(of: word)
            #expect(plurals.allSatisfy { $0.count >= 3 && $0 != word }, "\(word), seed \(testSeed)")
        }
    }

    @Test func `Stop words are known`() {
        for word in ["the", "of", "and", "with", "your", "a"] { #expect(English.isStopWord(Array(word.utf8))) }
        for word in ["phone", "red", "", "thee", "new"] { #expect(!English.isStopWord(Array(word.utf8))) }
    }
}
