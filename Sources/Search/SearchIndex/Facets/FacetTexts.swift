// SPDX-License-Identifier: MIT

import SearchModel

/// The folded words of a facet's values, made once, so that searching thousands of values takes no folding.
struct FacetTexts: Sendable {
    /// The folded words of all values, each word after a space, value after value.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(_ values: [FacetValue]) {
        for value in values {
            bytes.append(UInt8(ascii: " "))
            var folded: [UInt8] = []
            value.label.appendFoldedWords(to: &folded)
            bytes.append(contentsOf: folded)
            ends.append(bytes.count)
        }
    }

    var byteCount: Int { bytes.count }

    /// The ordinals of the values in which each of the words starts some word.
    func ordinals(matching words: QueryWords) -> [Int] {
        let needles = (words.whole + [words.prefix].compactMap(\.self)).map { [UInt8(ascii: " ")] + Array($0.utf8) }
        return bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            return ends.indices.filter { ordinal in
                defer { start = ends[ordinal] }
                return needles.allSatisfy { FacetTexts.contains(bytes[start..<ends[ordinal]], $0) }
            }
        }
    }

    /// The values in which each of the words starts some word, with no more errors than are forgiven in it.
    func ordinals(near words: [QueryWord], most: Int, _ budget: WorkBudget) -> [(ordinal: Int, typos: Int)] {
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            return ends.indices.prefix(most).compactMap { ordinal in
                defer { start = ends[ordinal] }
                guard !budget.isSpent else { return nil }
                let parts = bytes[start..<ends[ordinal]].split(separator: UInt8(ascii: " "))
                guard budget.spend(parts.count * words.count * WorkBudget.fuzzyValue) else { return nil }
                var typos = 0
                for word in words {
                    guard let least = FacetTexts.typos(of: word, in: parts) else { return nil }
                    typos += least
                }
                return (ordinal, typos)
            }
        }
    }

    /// The fewest errors with which a word starts one of some others; `nil` where it has too many in all.
    private static func typos(of word: QueryWord, in parts: [Slice<UnsafeBufferPointer<UInt8>>]) -> Int? {
        word.word.withUnsafeBufferPointer { query in
            var least: Int?
            for part in parts where least != 0 {
                let text = UnsafeBufferPointer(rebasing: part)
                let most = least.map { $0 - 1 } ?? word.typos
                least = EditDistance.typos(of: query, in: text, isPrefix: true, most: most)?.count ?? least
            }
            return least
        }
    }

    private static func contains(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ needle: [UInt8]) -> Bool {
        guard text.count >= needle.count else { return false }
        var position = text.startIndex
        while position + needle.count <= text.endIndex {
            var length = 0
            while length < needle.count, text[position + length] == needle[length] { length += 1 }
            if length == needle.count { return true }
            position += 1
        }
        return false
    }
}
