// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct WordScannerTests {
    @Test(
        arguments: [
            ("Sam's Café-Noir, 4K!", "sam s cafe noir 4k"),
            ("ÉCOLE e\u{301}cole", "ecole ecole"),
            ("Straße Øl Æther Łódź", "strasse ol aether lodz"),
            ("ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"),
            ("Ёлка ёлка", "елка елка"),
            ("İstanbul ISTANBUL ı", "istanbul istanbul i"),
            ("Nguyễn Việt", "nguyen viet"),
            ("שָׁלוֹם", "שלום"),
            ("مُحَمَّد مـحـمد", "محمد محمد"),
            ("हिन्दी", "हिन्दी"),
            ("", ""),
            (" \t\n", ""),
            ("\u{301}\u{301}a", "a"),
            ("a\0b\"c*d(e)f:g^h", "a b c d e f g h"),
            ("zAZ09az@[`{/:", "zaz09az"),
            ("soft\u{AD}hyphen zero\u{200D}width Lego™", "softhyphen zerowidth lego"),
            ("abcdefgh abcdefghi abcdefghijklmnopq É", "abcdefgh abcdefghi abcdefghijklmnopq e"),
        ]
    )
    func `Words are folded to small letters without accents and cut at everything else`(text: String, words: String) {
        #expect(text.foldedWords == words)
    }

    @Test(
        arguments: [
            ("ＡＢｃ１２", "abc12"),
            ("\u{FB01}nd o\u{FB03}ce", "find office"),
            ("½ 1½ ¼x", "1 2 1 1 2 1 4 x"),
            ("㎏ m² Ⅷ №5 ①", "kg m2 viii no5 1"),
            ("𝐁𝑜𝓁𝒹 𝟛", "bold 3"),
            ("\u{212A}elvin ſet", "kelvin set"),
            ("⑴ ㏂", "1 a m"),
            ("20℃", "20 c"),
            ("x´y ¨", "x y"),
            ("ﷺ", "صلى الله عليه وسلم"),
            ("Ｃ＋＋", "c++"),
            ("㍿", "株式 式会 会社 社"),
            ("ｶﾞｷﾞ", "カ\u{3099}キ\u{3099} キ\u{3099}"),
        ]
    )
    func `Compatibility forms are read as their canonical characters`(text: String, words: String) {
        #expect(text.foldedWords.unicodeScalars.elementsEqual(words.unicodeScalars), "\(text.foldedWords)")
    }

    @Test(
        arguments: [
            ("語", "語", "語"),
            ("日本", "日本 本", "日本"),
            ("日本語", "日本 本語 語", "日本 本語"),
            ("日本、語", "日本 本 語", "日本 語"),
            ("iPhone手机15壳", "iphone 手机 机 15 壳", "iphone 手机 15 壳"),
            ("コーヒー", "コー ーヒ ヒー ー", "コー ーヒ ヒー"),
            ("人々の", "人々 々の の", "人々 々の"),
            ("𠀀𠀁x", "𠀀𠀁 𠀁 x", "𠀀𠀁 x"),
            ("かがく", "かか\u{3099} か\u{3099}く く", "かか\u{3099} か\u{3099}く"),
            ("กาแฟ", "กา าแ แฟ ฟ", "กา าแ แฟ"),
            ("ที่นี่", "ที่นี่ นี่", "ที่นี่"),
            ("한국어", "한국어", "한국어"),
        ]
    )
    func `Scripts without spaces are read as pairs of letters`(text: String, words: String, queryWords: String) {
        func folded(_ text: String) -> String { text.decomposedStringWithCanonicalMapping }
        #expect(folded(text.foldedWords) == folded(words))
        #expect(folded(scanned(text, isQuery: true).map(\.word).joined(separator: " ")) == folded(queryWords))
    }

    @Test(
        arguments: [
            ("love❤️you", "love ❤ you"),
            ("❤ 🎉🎉", "❤ 🎉 🎉"),
            ("👩‍👩‍👧 x", "👩‍👩‍👧 x"),
            ("👍🏽👍", "👍 👍"),
            ("👩🏽‍💻", "👩‍💻"),
            ("🏽", "🏽"),
            ("🇩🇪🇫🇷🇩", "🇩🇪 🇫🇷 🇩"),
            ("🏴\u{E0067}\u{E0062}\u{E007F}a", "🏴\u{E0067}\u{E0062}\u{E007F} a"),
            ("1️⃣2️⃣ #️⃣ *⃣ a1⃣b", "1⃣ 2⃣ #⃣ *⃣ a 1⃣ b"),
            ("♀️ © ® → ↔ ‼", "♀"),
            ("a\u{200D}🎉", "a 🎉"),
        ]
    )
    func `A pictograph is a word`(text: String, words: String) {
        #expect(text.foldedWords.unicodeScalars.elementsEqual(words.unicodeScalars), "\(text.foldedWords)")
    }

    @Test(
        arguments: [
            ("C++ c# F#, g++.", "c++ c# f# g++"),
            ("libstdc++6 a+b C#x", "libstdc 6 a b c x"),
            ("wow+++ c##+ 18+ +a #b", "wow c 18 a b"),
            ("Ö+ c++語 c+", "o+ c 語 c+"),
            (".NET c+é d+½", "net c e d+ 1 2"),
            ("abcdefgh++ abcdefg#", "abcdefgh++ abcdefg#"),
        ]
    )
    func `Plus and hash belong to the word that they end`(text: String, words: String) {
        #expect(text.foldedWords == words)
    }

    @Test func `Every word tells where it stands`() {
        func places(_ text: String) -> [String] {
            let bytes = Array(text.utf8)
            return scanned(text).map { word in
                var last = word.start
                let letters = word.ends.map { end in
                    defer { last = max(last, end) }
                    return String(decoding: bytes[last..<max(last, end)], as: UTF8.self)
                }
                return "\(word.start)-\(word.end) " + letters.joined(separator: "|")
            }
        }
        #expect(places("Ab, cD") == ["0-2 A|b", "4-6 c|D"])
        #expect(places("e\u{301}a\u{301}") == ["0-6 e\u{301}|a\u{301}"])
        #expect(places("ß1") == ["0-3 ß||1"])
        #expect(places("日本語") == ["0-6 日|||本||", "3-9 本|||語||", "6-9 語||"])
        #expect(places("か\u{3099}") == ["0-6 か\u{3099}|||||"])
        #expect(places("x½y") == ["0-1 x", "1-3 ½", "1-3 ½", "3-4 y"])
        #expect(places("c++,") == ["0-3 c|+|+"])
        #expect(places("❤️!") == ["0-6 ❤️||"])
        #expect(places("👍🏽") == ["0-8 👍🏽|||"])
        #expect(places("👩‍💻") == ["0-11 👩‍💻||||||||||"])
        #expect(places("कि") == ["0-6 कि|||||"])
        #expect(places("1️⃣") == ["0-7 1️⃣|||"])
    }

    @Test func `A kana with its sound mark is one letter however it is composed`() {
        #expect("が".foldedWords == "か\u{3099}".foldedWords)
        #expect(
            "한국".foldedWords.unicodeScalars.elementsEqual(
                "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}".unicodeScalars
            )
        )
        #expect("한국".foldedWords.unicodeScalars.starts(with: "하".foldedWords.unicodeScalars))
    }

    @Test func `A long run is cut into words at letters and nothing of it is left out`() {
        for letter in ["a", "é", "я", "ä\u{5D0}", "𐐷", "한"] {
            for before in ["", "x", "xy", "xyz"] {
                let text = before + String(repeating: letter, count: 300)
                let words = scanned(text)
                #expect(words.allSatisfy { $0.word.utf8.count <= WordScanner.longestWord })
                #expect(words.dropLast().allSatisfy { $0.word.utf8.count > WordScanner.longestWord - 12 })
                #expect(words.map(\.word).joined() == before.foldedWords + letter.repeated(300))
                #expect(!words.contains { $0.word.contains("\u{FFFD}") })
            }
        }
        let kana = "か" + "\u{3099}".times(200) + "か"
        for text in [kana, "🏴" + "\u{E0067}".times(200), "👩" + "\u{200D}👩".times(100)] {
            #expect(scanned(text).allSatisfy { $0.word.utf8.count <= WordScanner.longestWord })
        }
    }

    @Test func `No bytes make it stop short or run over`() {
        var random = SeededGenerator(seed: testSeed)
        let tricky: [UInt32] = [
            0x2B, 0x23, 0x2A, 0x31, 0x61, 0x41, 0x20, 0xFE0F, 0x20E3, 0x200D, 0x1F3FD, 0x1F469, 0x1F1E9, 0xE0067,
            0x65E5,
            0x3042, 0x3099, 0xFF9E, 0xBD, 0x337F, 0xFDFA, 0xE33, 0xE01, 0xE48, 0x301, 0xAC01, 0xFB03, 0x2764, 0xAD,
        ]
        for _ in 0..<3_000 {
            let scalars = (0..<Int.random(in: 0...24, using: &random)).compactMap { _ in
                if random.isTrue() { return Unicode.Scalar(random.pick(tricky)) }
                let value = UInt32.random(in: 0...0x10FFFF, using: &random)
                return Unicode.Scalar(value >> UInt32.random(in: 0...14, using: &random))
            }
            var bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
            if Int.random(in: 0..<4, using: &random) == 0, !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for isQuery in [false, true] {
                var (lastStart, lastEnd) = (0, 0)
                for word in scanned(bytes, isQuery: isQuery) {
                    let text = "\(bytes), seed \(testSeed)"
                    #expect(word.start >= lastStart && word.end >= lastEnd && word.end > word.start, "\(text)")
                    #expect(word.end <= bytes.count && !word.word.isEmpty, "\(text)")
                    #expect(word.word.utf8.count <= WordScanner.longestWord, "\(text)")
                    #expect(word.word.utf8.count == word.ends.count, "\(text)")
                    #expect(word.ends.allSatisfy { $0 > word.start && $0 <= word.end }, "\(text)")
                    #expect(word.ends == word.ends.sorted() && word.ends.last == word.end, "\(text)")
                    (lastStart, lastEnd) = (word.start, word.end)
                }
            }
        }
    }

    @Test func `Words are the same wherever in a text they stand`() {
        var random = SeededGenerator(seed: testSeed)
        let words = ["a", "Red", "c++", "abcdefgh", "École", "日", "❤️", "x²", "Straße", "internationalization", "42"]
        for _ in 0..<2_000 {
            let chosen = (0..<6).map { _ in random.pick(words) }
            let separators = chosen.map { _ in random.pick([" ", ", ", " — ", "\n", "/"]) }
            let text = zip(chosen, separators).map { $0 + $1 }.joined()
            let expected = chosen.map(\.foldedWords).joined(separator: " ")
            #expect(text.foldedWords == expected, "\(text), seed \(testSeed)")
        }
    }

    private struct Word {
        let word: String
        let ends: [Int]
        let start: Int
        let end: Int
    }

    private func scanned(_ text: String, isQuery: Bool = false) -> [Word] {
        scanned(Array(text.utf8), isQuery: isQuery)
    }

    private func scanned(_ bytes: [UInt8], isQuery: Bool) -> [Word] {
        bytes.withUnsafeBufferPointer { bytes in
            var scanner = WordScanner(bytes, isQuery: isQuery)
            var words: [Word] = []
            while scanner.next() {
                guard let word = String(validating: scanner.word, as: UTF8.self) else {
                    Issue.record("a word is not UTF-8, seed \(testSeed)")
                    return words
                }
                #expect((0...scanner.word.count).allSatisfy { scanner.end(of: $0) <= scanner.end })
                words.append(Word(word: word, ends: scanner.ends, start: scanner.start, end: scanner.end))
            }
            return words
        }
    }

    @Test func `The last word of a query is a beginning and the others are whole, each once`() {
        #expect(QueryWords("Red  red SHOES, sn").whole == ["red", "shoes"])
        #expect(QueryWords("Red shoes").prefix == "shoes")
        #expect(QueryWords("?!*\"").isEmpty)
        #expect(QueryWords("").isEmpty)
        let many = QueryWords(repeatElement("w", count: 5_000).enumerated().map { "\($1)\($0)" }.joined(separator: " "))
        #expect(many.whole.count == QueryWords.limit - 1)
    }
}

extension String {
    /// The folded text so many times.
    fileprivate func repeated(_ count: Int) -> String { foldedWords.times(count) }

    fileprivate func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
