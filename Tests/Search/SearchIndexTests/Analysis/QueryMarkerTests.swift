// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing

@testable import SearchIndex

@Suite struct QueryMarkerTests {
    private func marks(_ marker: QueryMarker, _ text: String) -> TextMarks {
        Array(text.utf8).withUnsafeBufferPointer { marker.marks(in: $0) }
    }

    /// The marked ranges, each with the numbers of its words.
    private func marked(_ marker: QueryMarker, _ text: String) -> [String] {
        marks(marker, text).marks.map { "\(String(decoding: Array(text.utf8)[$0.range], as: UTF8.self)) \($0.word)" }
    }

    @Test func `A plain query marks its words whole and the last as a beginning`() {
        let marker = QueryMarker("Red sho")
        #expect(marker.words == ["red", "sho"])
        #expect(marked(marker, "red Shoes; redder") == ["red 0", "Sho 1"])
        #expect(marked(marker, "nothing").isEmpty)
        #expect(QueryMarker("?!").words.isEmpty && marked(QueryMarker(""), "a").isEmpty)
    }

    @Test func `A plain query allows no errors`() {
        #expect(marked(QueryMarker("samsugn"), "samsung").isEmpty)
    }

    @Test func `A text is found as a whole where each of its words is`() {
        #expect(marks(QueryMarker("red shoe"), "Red shoe!").areAll)
        #expect(!marks(QueryMarker("red sho"), "Red shoe").areAll)
        #expect(!marks(QueryMarker("red shoe"), "Red old shoe").areAll)
        #expect(!marks(QueryMarker("red shoe"), "").areAll)
        #expect(marks(QueryMarker("日本語"), "日本語").areAll)
        #expect(!marks(QueryMarker("日本"), "日本語").areAll)
        #expect(marks(QueryMarker("日本 語人"), "日本語人").areAll)
    }

    @Test func `Pairs that overlap are one stretch, which is named for each word`() {
        #expect(marked(QueryMarker("日本語"), "日本語の本") == ["日本語 0", "日本語 1"])
        #expect(marked(QueryMarker("日"), "日本日") == ["日 0", "日 0"])
    }

    @Test func `What counts as a word is marked as it`() {
        let words = [
            QueryWord(Array("wi".utf8)), QueryWord(Array("fi".utf8)),
            QueryWord(Array("samsugn".utf8), isPrefix: true, typos: 1),
        ]
        let marker = QueryMarker(words: words, joins: [QueryJoin(words: 0..<2, word: Array("wifi".utf8))])
        #expect(marker.words == ["wi", "fi", "samsugn"])
        #expect(marked(marker, "Samsung WiFi") == ["Samsung 2", "WiFi 0", "WiFi 1"])
    }

    @Test func `Marks lie within a text, in order and apart`() {
        var random = SeededGenerator(seed: testSeed)
        let letters = Array("abé ß語日ｶﾞ한-.½❤️👍🏽1️⃣c++")
        for _ in 0..<5_000 {
            func text(_ count: Int) -> String { String((0..<count).map { _ in random.pick(letters) }) }
            let (value, query) = (text(Int.random(in: 0...20, using: &random)), text(3))
            var last = 0..<0
            for mark in marks(QueryMarker(query), value).marks {
                #expect(mark.range == last || mark.range.lowerBound >= last.upperBound, "\(value), seed \(testSeed)")
                #expect(!mark.range.isEmpty && mark.range.upperBound <= value.utf8.count, "\(value), seed \(testSeed)")
                #expect(String(validating: Array(value.utf8)[mark.range], as: UTF8.self) != nil, "seed \(testSeed)")
                last = mark.range
            }
            let own = marks(QueryMarker(value), value)
            #expect(own.areAll == !QueryWords(value).isEmpty, "\(value), seed \(testSeed)")
        }
    }
}
