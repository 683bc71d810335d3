// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct EditDistanceTests {
    private func typos(_ query: String, _ word: String, isPrefix: Bool = false, most: Int = 2) -> Int? {
        EditDistance.typos(of: Array(query.utf8), in: Array(word.utf8), isPrefix: isPrefix, most: most)?.count
    }

    /// The beginning of the word that a beginning is taken for.
    private func matched(_ query: String, _ word: String) -> String? {
        EditDistance.typos(of: Array(query.utf8), in: Array(word.utf8), isPrefix: true, most: 2)
            .map { String(decoding: Array(word.utf8).prefix($0.matchedBytes), as: UTF8.self) }
    }

    @Test func `A letter more, less or other and two swapped ones are an error each`() {
        #expect(typos("phone", "phone") == 0)
        #expect(typos("phne", "phone") == 1)
        #expect(typos("phoone", "phone") == 1)
        #expect(typos("phane", "phone") == 1)
        #expect(typos("pohne", "phone") == 1)
        #expect(typos("samsugn galaxi", "samsung galaxy") == 2)
        #expect(typos("phones", "phone") == 1)
        #expect(typos("phone", "phoness") == 2)
        #expect(typos("phone", "phonesss") == nil)
        #expect(typos("phne", "phone", most: 0) == nil)
    }

    @Test func `No letter takes part in two errors`() {
        #expect(typos("xca", "xabc", most: 3) == 3)
    }

    @Test func `An error in the first letter counts twice`() {
        #expect(typos("tichael", "michael") == 2)
        #expect(typos("tickael", "michael") == nil)
        #expect(typos("tickael", "michael", most: 3) == 3)
        #expect(typos("imchael", "michael") == 2)
        #expect(typos("ichael", "michael") == 2)
        #expect(typos("mmichael", "michael") == 1)
        #expect(typos("tichael", "michael", most: 1) == nil)
    }

    @Test func `A beginning is compared with all beginnings of a word`() {
        #expect(typos("samsn", "samsung", isPrefix: true) == 1)
        #expect(matched("samsn", "samsung") == "samsu")
        #expect(matched("sams", "samsung") == "sams")
        #expect(matched("smas", "samsung") == "sams")
        #expect(matched("sammsu", "samsung") == "samsu")
        #expect(matched("abc", "abbc") == "abb")
        #expect(matched("abcd", "abc") == "abc")
        #expect(matched("tich", "michael") == "mich")
        #expect(matched("b", "ab") == "a")
    }

    @Test func `Letters of several bytes are one letter`() {
        #expect(typos("έλκα", "έλλα") == 1)
        #expect(typos("ялка", "елка") == 2)
        #expect(typos("日本", "本日") == 2)
        #expect(typos("x日本", "x本日") == 1)
        #expect(typos("x語日", "x語日語") == 1)
        #expect(matched("x𐐷𐐸y", "x𐐷y𐐸zz") == "x𐐷y𐐸")
    }

    @Test func `An empty word has no errors to count`() {
        #expect(typos("", "a") == nil)
        #expect(typos("a", "") == nil)
        #expect(typos("ab", "xyz", isPrefix: true) == nil)
    }

    @Test func `The counts are those of a whole matrix`() {
        var random = SeededGenerator(seed: testSeed)
        for alphabet in [Array("ab"), Array("abcd"), Array("aéя日𐐷"), Array("日本語")] {
            for _ in 0..<4_000 {
                let query = (0..<Int.random(in: 1...7, using: &random)).map { _ in random.pick(alphabet) }
                let word = (0..<Int.random(in: 1...9, using: &random)).map { _ in random.pick(alphabet) }
                for (isPrefix, most) in [(false, 2), (true, 2), (false, 1), (true, 1), (true, 0), (false, 3)] {
                    let found = EditDistance.typos(
                        of: Array(String(query).utf8),
                        in: Array(String(word).utf8),
                        isPrefix: isPrefix,
                        most: most
                    )
                    let expected = plain(query, word, isPrefix: isPrefix, most: most)
                    #expect(
                        found?.count == expected?.count && found?.matchedBytes == expected?.matchedBytes,
                        "\(String(query)) in \(String(word)), \(isPrefix), \(most), seed \(testSeed)"
                    )
                }
            }
        }
    }

    @Test func `Any bytes are compared`() {
        var random = SeededGenerator(seed: testSeed)
        let bytes: [UInt8] = [0x61, 0x80, 0xBF, 0xC3, 0xE3, 0xF0, 0xFF]
        for _ in 0..<50_000 {
            let query = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(bytes) }
            let word = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(bytes) }
            let found = EditDistance.typos(of: query, in: word, isPrefix: random.isTrue(), most: 2)
            #expect((1...6).contains(found?.matchedBytes ?? 1), "seed \(testSeed)")
        }
    }

    /// The textbook's algorithm.
    private func plain(
        _ query: [Character],
        _ word: [Character],
        isPrefix: Bool,
        most: Int
    ) -> (count: Int, matchedBytes: Int)? {
        let lengths = isPrefix ? Array(1...word.count) : [word.count]
        let penalty = query[0] == word[0] ? 0 : 1
        let all = lengths.map { (count: matrix(query, Array(word[..<$0])) + penalty, length: $0) }
        func rank(_ count: Int, _ length: Int) -> (Int, Int, Int) { (count, abs(length - query.count), -length) }
        let best = all.min { rank($0.count, $0.length) < rank($1.count, $1.length) }
        guard let best, best.count <= most else { return nil }
        return (best.count, String(word[..<best.length]).utf8.count)
    }

    private func matrix(_ left: [Character], _ right: [Character]) -> Int {
        var cells = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
        for i in 0...left.count { cells[i][0] = i }
        for j in 0...right.count { cells[0][j] = j }
        for i in 1...left.count {
            for j in 1...right.count {
                let change = cells[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                cells[i][j] = min(change, cells[i - 1][j] + 1, cells[i][j - 1] + 1)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    cells[i][j] = min(cells[i][j], cells[i - 2][j - 2] + 1)
                }
            }
        }
        return cells[left.count][right.count]
    }
}
