// SPDX-License-Identifier: MIT

import SearchModel

/// What a query means to an index: its words, and all that counts as each of them.
struct QueryPlan: Sendable {
    /// How many words of a query count; further ones are ignored, so that a pasted page stays cheap.
    static let mostWords = 32

    var words: [QueryWord] = []
    var joins: [QueryJoin] = []
    /// The numbers of the words that a record need not have.
    var optional: Set<Int> = []
    var scope = AttributeScope()
    var separators = IndexedSeparators()

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

struct QueryPlanner {
    /// How many words that mean the same are looked for beside a word.
    private static let mostVariants = 16
    /// The maximum number of words of a query that are split, the first ones that can be.
    private static let maxSplitWords = 8
    /// The maximum number of neighbouring words that are also looked for as one.
    private static let maxJoinedWords = 6

    let relevance: RelevanceSettings
    /// The segments, whose dictionaries tell which words there are.
    let segments: [Segment]
    let synonyms: SynonymTable
    /// What pays for the plan; once it is spent, words count as known.
    let budget: WorkBudget

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
            if splitCount < QueryPlanner.maxSplitWords, !forgiven.contains(word) {
                query.split = split(of: word, isPrefix: isPrefix)
                if query.split != nil { splitCount += 1 }
            }
            plan.words.append(query)
        }
        plan.joins = joins(texts, plan) + synonymJoins(texts)
        let optional = Set(relevance.optionalWords.flatMap { words(of: $0) })
        plan.optional = Set(texts.indices.filter { optional.contains(texts[$0]) })
        return plan
    }

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

    func typos(of word: [UInt8]) -> Int {
        guard relevance.typoTolerance != .never else { return 0 }
        if !relevance.allowTyposOnNumericTokens, word.allSatisfy({ (0x30...0x39).contains($0) }) { return 0 }
        let letters = word.count { $0 & 0xC0 != 0x80 }
        return letters >= relevance.minWordSizefor2Typos ? 2 : letters >= relevance.minWordSizefor1Typo ? 1 : 0
    }

    /// What may follow a word as a part of it.
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

    /// The ways to write a word as several that the index has; `nil` if it cannot be split.
    private func split(of word: [UInt8], isPrefix: Bool) -> WordSplit? {
        guard relevance.typoTolerance != .never, !budget.isSpent else { return nil }
        let letters = word.count { $0 & 0xC0 != 0x80 }
        if word.allSatisfy({ (0x30...0x39).contains($0) }) {
            // Short figures are next to each other for many reasons.
            guard letters > 3, relevance.allowTyposOnNumericTokens else { return nil }
        }
        let dictionaries = segments.indices.map { (segment: $0, terms: 0..<segments[$0].terms.count) }
        return WordSplit(of: word, isPrefix: isPrefix && letters > 2, all: dictionaries) { stretch, within in
            guard budget.spend(within.count * WorkBudget.lookup) else { return nil }
            let stretch = Array(stretch)
            let narrower = within.compactMap { number, terms in
                let range = segments[number].terms.range(withPrefix: stretch, in: terms)
                return range.isEmpty ? nil : (segment: number, terms: range)
            }
            return narrower.isEmpty ? nil : narrower
        } isTerm: { stretch, within in
            within.contains { segments[$0.segment].terms[$0.terms.lowerBound].count == stretch.count }
        }
    }

    private func joins(_ texts: [[UInt8]], _ plan: QueryPlan) -> [QueryJoin] {
        guard relevance.typoTolerance != .never, texts.count > 1 else { return [] }
        var joins: [QueryJoin] = []
        for first in 0..<texts.count - 1 where !budget.isSpent {
            for count in 2...QueryPlanner.maxJoinedWords where first + count <= texts.count {
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
