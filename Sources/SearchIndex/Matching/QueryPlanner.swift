// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// What a query means to an index: its words, and all that counts as each of them.
struct QueryPlan: Sendable {
    /// How many words of a query count; further ones are ignored, so that a pasted page stays cheap.
    static let mostWords = 32

    /// The words that have to be found, but for the optional ones.
    var words: [QueryWord] = []
    /// Words that may also be written as one.
    var joins: [QueryJoin] = []
    /// The numbers of the words that a record need not have.
    var optional: Set<Int> = []
    /// The attributes in which the words are looked for.
    var scope = AttributeScope()
    /// The signs that are words.
    var separators = IndexedSeparators()

    /// Whether there is nothing to find, which every record matches.
    var isEmpty: Bool { words.isEmpty }

    /// The plan without some of the words.
    func keeping(_ range: Range<Int>) -> QueryPlan {
        var plan = self
        plan.words = Array(words[range])
        plan.joins = joins.filter { $0.words.lowerBound >= range.lowerBound && $0.words.upperBound <= range.upperBound }
            .map { join in
                var join = join
                join.words = join.words.lowerBound - range.lowerBound..<join.words.upperBound - range.lowerBound
                return join
            }
        plan.optional = Set(optional.filter(range.contains).map { $0 - range.lowerBound })
        return plan
    }
}

/// Makes plans of queries.
struct QueryPlanner {
    /// How many words that mean the same are looked for beside a word.
    private static let mostVariants = 16
    /// The maximum number of words of a query that are split, the first ones that the index does not have.
    private static let maxSplitWords = 8

    let relevance: RelevanceSettings
    /// The segments, whose dictionaries tell which words there are.
    let segments: [Segment]
    let synonyms: SynonymTable
    /// What pays for the plan; once it is spent, words count as known.
    let budget: WorkBudget

    /// The plan of a query.
    func plan(_ query: String) -> QueryPlan {
        var texts = words(of: query)
        if relevance.removeStopWords, texts.count > 1 {
            // The last word may be the beginning of another one; words that are all there is are kept.
            let kept = texts.dropLast().filter { !English.isStopWord($0) } + texts.suffix(1)
            texts = Array(kept)
        }
        var plan = QueryPlan()
        plan.separators = relevance.separatorsToIndex
        let forgiven = Set(relevance.disableTypoToleranceOnWords.flatMap { words(of: $0) })
        var splitCount = 0
        for (number, word) in texts.enumerated() {
            let isLast = number == texts.count - 1
            let isPrefix =
                switch relevance.queryType {
                case .prefixLast: isLast
                case .prefixAll: true
                case .prefixNone: false
                }
            var query = QueryWord(word, isPrefix: isPrefix)
            query.typos = forgiven.contains(word) ? 0 : typos(of: word)
            if relevance.ignorePlurals { query.variants += English.plurals(of: word) }
            if let bare = QueryPlanner.bare(word) { query.variants.append(bare) }
            if !isPrefix { query.spellings = withSigns(word) }
            let same = synonyms.words(for: word)
            query.variants += same.filter { $0.count == 1 }.compactMap(\.first)
            query.phrases = same.filter { $0.count > 1 }
            query.variants = Array(query.variants.prefix(QueryPlanner.mostVariants))
            query.phrases = Array(query.phrases.prefix(QueryPlanner.mostVariants))
            if relevance.typoTolerance != .never, splitCount < QueryPlanner.maxSplitWords,
                !isKnown(word, isPrefix: isPrefix)
            {
                splitCount += 1
                query.splits = splits(of: word, isPrefix: isPrefix)
            }
            plan.words.append(query)
        }
        plan.joins = joins(texts, plan) + synonymJoins(texts)
        let optional = Set(relevance.optionalWords.flatMap { words(of: $0) })
        plan.optional = Set(texts.indices.filter { optional.contains(texts[$0]) })
        return plan
    }

    /// The folded words of a text.
    static func words(of text: String, separators: IndexedSeparators) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var text = text
        text.withUTF8 { bytes in
            var scanner = WordScanner(bytes, isQuery: true, separators: separators)
            while words.count < QueryPlan.mostWords, scanner.next() { words.append(Array(scanner.wordBytes)) }
        }
        return words
    }

    private func words(of text: String) -> [[UInt8]] {
        QueryPlanner.words(of: text, separators: relevance.separatorsToIndex)
    }

    /// How many errors are forgiven in a word of so many letters.
    func typos(of word: [UInt8]) -> Int {
        guard relevance.typoTolerance != .never else { return 0 }
        if !relevance.allowTyposOnNumericTokens, word.allSatisfy({ (0x30...0x39).contains($0) }) { return 0 }
        let letters = word.count { $0 & 0xC0 != 0x80 }
        return letters >= relevance.minWordSizefor2Typos ? 2 : letters >= relevance.minWordSizefor1Typo ? 1 : 0
    }

    /// What may stand behind a word as a part of it.
    private static let signs: Set<UInt8> = [UInt8(ascii: "+"), UInt8(ascii: "#")]

    /// A word such as `c++` without its signs, as which records without them are found.
    private static func bare(_ word: [UInt8]) -> [UInt8]? {
        guard let last = word.last, signs.contains(last) else { return nil }
        let bare = Array(word.prefix { !signs.contains($0) })
        // A letter alone is another name.
        return bare.count > 1 ? bare : nil
    }

    /// A word with the signs that words of the index have behind it, as `notepad++`.
    private func withSigns(_ word: [UInt8]) -> [[UInt8]] {
        guard word.count > 1, word.last.map({ !QueryPlanner.signs.contains($0) }) ?? false else { return [] }
        return ["+", "++", "#"].map { word + Array($0.utf8) }.filter { isKnown($0, isPrefix: false) }
    }

    // MARK: - Words written as one or as several

    private func isKnown(_ word: [UInt8], isPrefix: Bool) -> Bool {
        guard budget.spend(segments.count * WorkBudget.lookup) else { return true }
        return segments.contains { segment in
            isPrefix ? !segment.terms.range(withPrefix: word).isEmpty : segment.terms.number(of: word) != nil
        }
    }

    /// The ways to write a word as two that the index has.
    private func splits(of word: [UInt8], isPrefix: Bool) -> [[[UInt8]]] {
        guard word.count > 2, word.count <= 64 else { return [] }
        var splits: [[[UInt8]]] = []
        for place in 1..<word.count where word[place] & 0xC0 != 0x80 {
            let parts = [Array(word[..<place]), Array(word[place...])]
            if isKnown(parts[0], isPrefix: false), isKnown(parts[1], isPrefix: isPrefix) { splits.append(parts) }
        }
        // Halves of one letter are the least likely.
        return Array(splits.sorted { min($0[0].count, $0[1].count) > min($1[0].count, $1[1].count) }.prefix(4))
    }

    private func joins(_ texts: [[UInt8]], _ plan: QueryPlan) -> [QueryJoin] {
        guard relevance.typoTolerance != .never, texts.count > 1 else { return [] }
        var joins: [QueryJoin] = []
        for first in 0..<texts.count - 1 {
            for count in 2...3 where first + count <= texts.count {
                let word = Array(texts[first..<first + count].joined())
                let isPrefix = plan.words[first + count - 1].isPrefix
                guard word.count <= 64, isKnown(word, isPrefix: isPrefix) else { continue }
                joins.append(QueryJoin(words: first..<first + count, word: word, isPrefix: isPrefix))
            }
        }
        return joins
    }

    /// What stands for several neighbouring words of the query.
    private func synonymJoins(_ texts: [[UInt8]]) -> [QueryJoin] {
        texts.indices.flatMap { first in
            synonyms.phrases(beginningOf: texts[first...]).flatMap { phrase in
                phrase.others.map { QueryJoin(words: first..<first + phrase.words.count, synonym: $0) }
            }.prefix(QueryPlanner.mostVariants)
        }
    }
}
