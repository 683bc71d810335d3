// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct WordScannerTests {
    @Test(
        "words are folded to lower case without accents and cut at everything else",
        arguments: [
            ("Sam's Café-Noir, 4K!", "sam s cafe noir 4k"),
            ("ÉCOLE e\u{301}cole", "ecole ecole"),
            ("Straße Øl Æther Łódź", "strasse ol aether lodz"),
            ("ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"),
            ("Ёлка ёлка", "елка елка"),
            ("İstanbul ISTANBUL ı", "istanbul istanbul i"),
            ("Nguyễn Việt", "nguyen viet"),
            ("שָׁלוֹם", "שלום"),
            ("हिन्दी", "हिन्दी"),
            ("\u{FF21}bc", "\u{FF41}bc"),
            ("❤️ 🎉 👩‍👩‍👧", ""),
            ("", ""),
            ("\u{301}\u{301}a", "a"),
            ("a\0b\"c*d(e)f:g^h", "a b c d e f g h"),
        ]
    )
    func wordsAreFolded(text: String, expected: String) {
        #expect(text.foldedWords == expected)
    }

    @Test("a kana with its sound mark is one letter however it is composed")
    func composedAndDecomposedAreTheSame() {
        #expect("が".foldedWords == "か\u{3099}".foldedWords)
        #expect(
            "한국".foldedWords.unicodeScalars.elementsEqual(
                "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}".unicodeScalars
            )
        )
        #expect("한국".foldedWords.unicodeScalars.starts(with: "하".foldedWords.unicodeScalars))
    }

    @Test("a word longer than is kept is cut at a letter, in the same way as its beginnings")
    func longWordsAreCut() {
        for letter in ["a", "é", "語", "𐐷"] {
            let word = String(repeating: letter, count: 500).foldedWords
            #expect(word.utf8.count <= WordScanner.longestWord)
            #expect(word.utf8.count > WordScanner.longestWord - 8)
            #expect(word.hasPrefix(String(repeating: letter, count: 20).foldedWords))
            // One byte in front shifts the letters, so that one of them lies across the limit.
            let shifted = ("x" + String(repeating: letter, count: 500)).foldedWords
            #expect(shifted.utf8.count <= WordScanner.longestWord && !shifted.contains("\u{FFFD}"))
        }
    }

    @Test("no bytes of any text make it stop short or run over")
    func randomTextsAreRead() {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
                Unicode.Scalar(
                    UInt32.random(in: 0...0x2FFFF, using: &random) >> UInt32.random(in: 0...12, using: &random)
                )
            }
            var text = String(String.UnicodeScalarView(scalars))
            let byteCount = text.utf8.count
            text.withUTF8 { bytes in
                var scanner = WordScanner(bytes)
                var last = 0
                while scanner.next() {
                    #expect(scanner.start >= last && scanner.end > scanner.start && scanner.end <= byteCount)
                    #expect(scanner.word.count == scanner.ends.count)
                    #expect(scanner.ends.allSatisfy { $0 > scanner.start && $0 <= scanner.end })
                    #expect(String(validating: scanner.word, as: UTF8.self) != nil, "seed \(testSeed)")
                    last = scanner.end
                }
            }
        }
    }

    @Test("the last word of a query is a beginning and the others are whole, each once")
    func queryWords() {
        #expect(QueryWords("Red  red SHOES, sn").whole == ["red", "shoes"])
        #expect(QueryWords("Red shoes").prefix == "shoes")
        #expect(QueryWords("?!*\"").isEmpty)
        #expect(QueryWords("").isEmpty)
        let many = QueryWords(repeatElement("w", count: 5_000).enumerated().map { "\($1)\($0)" }.joined(separator: " "))
        #expect(many.whole.count == QueryWords.limit - 1)
    }
}
