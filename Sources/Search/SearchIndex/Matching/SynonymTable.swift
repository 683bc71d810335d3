// SPDX-License-Identifier: MIT

/// The synonyms of an index, by word, and by the first of several words.
struct SynonymTable: Sendable {
    /// Several words, with what stands for them.
    struct Phrase: Sendable {
        let words: [[UInt8]]
        fileprivate(set) var others: [[[UInt8]]]
    }

    private var table: [[UInt8]: [[[UInt8]]]] = [:]
    private var phrases: [[UInt8]: [Phrase]] = [:]

    init(_ synonyms: [Synonym], separators: IndexedSeparators = IndexedSeparators()) {
        func words(of text: String) -> [[UInt8]] { QueryPlanner.words(of: text, separators: separators) }
        for synonym in synonyms {
            switch synonym {
            case .regular(let texts):
                let all = texts.map { words(of: $0) }
                for (number, words) in all.enumerated() {
                    add(words, all.enumerated().filter { $0.offset != number }.map(\.element))
                }
            case .oneWay(let text, let others):
                add(words(of: text), others.map { words(of: $0) })
            case .placeholder(let text, let others):
                let word = words(of: text)
                for other in others { add(words(of: other), [word]) }
            }
        }
    }

    private mutating func add(_ words: [[UInt8]], _ others: [[[UInt8]]]) {
        guard let first = words.first else { return }
        let others = others.filter { !$0.isEmpty && $0 != words }
        guard words.count > 1 else {
            table[first, default: []] += others
            return
        }
        if let place = phrases[first]?.firstIndex(where: { $0.words == words }) {
            phrases[first]?[place].others += others
        } else {
            phrases[first, default: []].append(Phrase(words: words, others: others))
        }
    }

    func words(for word: [UInt8]) -> [[[UInt8]]] { table[word] ?? [] }

    /// The several words with which others begin, the longest first.
    func phrases(beginningOf words: ArraySlice<[UInt8]>) -> [Phrase] {
        guard let first = words.first, let known = phrases[first] else { return [] }
        return known.filter { words.starts(with: $0.words) }.sorted { $0.words.count > $1.words.count }
    }
}
