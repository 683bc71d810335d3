// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Testing

@testable import SearchIndex

@Suite struct WordCacheTests {
    private func matches(_ rows: some Sequence<Int>) -> WordMatches {
        var set = RowSet(capacity: 10_000)
        rows.forEach { set.insert($0) }
        return WordMatches(title: set, anywhere: set)
    }

    @Test("what is kept comes back the same, packed or not")
    func keptMatchesAreTheSame() {
        var cache = WordCache(budget: 1 << 20)
        for (word, rows) in [("rare", Array(0..<9)), ("common", Array(stride(from: 0, to: 10_000, by: 2)))] {
            let key = WordCache.Key(word: word, isPrefix: true)
            let expected = matches(rows)
            #expect(cache.matches(for: key) { expected }.title == expected.title)
            let again = cache.matches(for: key) { matches([]) }
            #expect(again.title == expected.title && again.anywhere == expected.anywhere)
        }
    }

    @Test("a word as a beginning and the same word whole are two entries")
    func kindsAreKeptApart() {
        var cache = WordCache(budget: 1 << 20)
        _ = cache.matches(for: .init(word: "a", isPrefix: true)) { matches([1]) }
        #expect(cache.matches(for: .init(word: "a", isPrefix: false)) { matches([2]) }.title.contains(2))
    }

    @Test("the budget holds, and what was asked for lately stays")
    func budgetHolds() {
        var cache = WordCache(budget: 20_000)
        for number in 0..<500 {
            _ = cache.matches(for: .init(word: "w\(number)", isPrefix: true)) {
                matches(stride(from: 0, to: 10_000, by: 3))
            }
            _ = cache.matches(for: .init(word: "w0", isPrefix: true)) { matches([]) }
            #expect(cache.byteCount <= 20_000)
        }
        #expect(cache.count > 1)
        #expect(cache.matches(for: .init(word: "w0", isPrefix: true)) { matches([]) }.title.contains(3))
    }
}
