// SPDX-License-Identifier: MIT

/// Finds the rows of one segment that have the words of a query, with how many typing errors.
///
/// It belongs to one search.
struct SegmentMatcher {
    /// What one word of the query finds in the segment.
    private struct WordRows {
        /// The rows that have the word with at most as many errors as the place in the list says.
        var levels: [RowSet]
        /// The rows that have it written as several words, and not as typed.
        var split: RowSet?
        var most: Int { levels.count - 1 }
    }

    let segment: Segment
    let plan: QueryPlan
    /// What pays for the search; once it is spent, rows are missing.
    let budget: WorkBudget
    /// What each term is to the words of the query.
    private(set) var roles: TermRoles
    private var words: [WordRows] = []
    private var joined: [RowSet] = []
    private let reached = Reached()

    init(_ segment: Segment, _ plan: QueryPlan, _ budget: WorkBudget) {
        self.segment = segment
        self.plan = plan
        self.budget = budget
        roles = TermRoles(termCount: segment.terms.count)
        for number in plan.words.indices { words.append(find(number)) }
        for join in plan.joins {
            guard join.synonym.isEmpty else {
                joined.append(phrase(join.synonym, role: .synonym, words: join.words))
                continue
            }
            let range = terms(join.word, isPrefix: join.isPrefix)
            roles.set(.joined, of: range, words: join.words)
            joined.append(rows(of: range, beginning: join.isPrefix ? join.word : nil, typos: join.typos))
        }
        budget.spend(roles.cost)
        roles.finish()
    }

    // MARK: - Words

    private func terms(_ word: [UInt8], isPrefix: Bool) -> Range<Int> {
        guard !isPrefix else { return segment.terms.range(withPrefix: word) }
        return segment.terms.number(of: word).map { $0..<$0 + 1 } ?? 0..<0
    }

    /// The rows that have one of the terms in an attribute in which they count; with what they have in common, where they are all that have it.
    private func rows(of terms: Range<Int>, beginning: [UInt8]? = nil, typos: Int = 0) -> RowSet {
        scoped(rows(ofAny: terms, beginning: beginning), to: terms, typos: typos)
    }

    /// The same in any attribute.
    private func rows(ofAny terms: Range<Int>, beginning: [UInt8]?) -> RowSet {
        guard !terms.isEmpty else { return RowSet(capacity: segment.rowCount) }
        if let beginning, terms.count > 1, let number = segment.prefixes.number(of: beginning) {
            return segment.prefixPostings[number].set(capacity: segment.rowCount)
        }
        return rows(inListsOf: terms)
    }

    /// The rows of neighbouring lists; those of the first ones once the budget is spent.
    private func rows(inListsOf terms: Range<Int>) -> RowSet {
        guard terms.count > 1 else {
            budget.spend(segment.postings[terms.lowerBound].cost(of: segment.rowCount))
            return segment.postings.set(of: terms)
        }
        var builder = RowSetBuilder(capacity: segment.rowCount)
        insert(terms, into: &builder)
        return builder.finish()
    }

    private func insert(_ terms: Range<Int>, into builder: inout RowSetBuilder) {
        for term in terms {
            let postings = segment.postings[term]
            guard budget.spend(postings.cost(of: segment.rowCount)) else { return }
            builder.insert(postings)
        }
    }

    private mutating func find(_ number: Int) -> WordRows {
        let word = plan.words[number]
        let words = number..<number + 1
        let plain = terms(word.word, isPrefix: word.isPrefix)
        // What means the least is set first: a better role takes its place.
        var fuzzy: [FuzzyTerms.Found] = []
        if word.typos > 0 {
            let key = FuzzyCache.Key(word: word.word, isPrefix: word.isPrefix, most: word.typos)
            fuzzy = segment.fuzzyCache.found(key, budget) {
                FuzzyTerms.find(word.word, isPrefix: word.isPrefix, most: word.typos, in: segment, budget)
            }
        }
        for found in fuzzy where found.typos > 1 { roles.set(.twoTypos, of: found.terms, words: words) }
        for found in fuzzy where found.typos == 1 { roles.set(.oneTypo, of: found.terms, words: words) }
        var first = rows(of: plain, beginning: word.isPrefix ? word.word : nil)
        for phrase in word.phrases {
            first.formUnion(self.phrase(phrase, role: .synonym, words: words))
        }
        for variant in word.variants {
            let range = terms(variant, isPrefix: false)
            roles.set(.variant, of: range, words: words)
            first.formUnion(rows(of: range))
        }
        for spelling in word.spellings {
            let range = terms(spelling, isPrefix: false)
            roles.set(.beginning, of: range, words: words)
            first.formUnion(rows(of: range))
        }
        roles.set(.beginning, of: plain, words: words)
        if let whole = segment.terms.number(of: word.word) { roles.set(.whole, of: whole..<whole + 1, words: words) }
        let split = word.split.flatMap { splitRows(word, $0, without: first, words: words) }
        guard word.typos > 0 || split != nil else { return WordRows(levels: [first]) }
        var levels = [first]
        for typos in 1...max(1, word.typos) {
            var builder = RowSetBuilder(capacity: segment.rowCount)
            if let last = levels.last {
                budget.spend(last.cost)
                builder.insert(last)
            }
            if typos == 1, let split { builder.insert(split) }
            for found in fuzzy where found.typos == typos {
                guard plan.scope.isWhole else {
                    builder.insert(rows(of: found.terms, typos: typos))
                    continue
                }
                insert(found.terms, into: &builder)
            }
            levels.append(builder.finish())
        }
        return WordRows(levels: levels, split: split)
    }

    /// The rows that have a word written as several, besides those that are known; `nil` where there are none.
    private mutating func splitRows(
        _ word: QueryWord,
        _ split: WordSplit,
        without known: RowSet,
        words: Range<Int>
    ) -> RowSet? {
        guard budget.spend((split.parts.count + split.endings.count) * WorkBudget.lookup) else { return nil }
        let finder = SplitFinder(word, split, in: segment)
        let (rows, parts) = finder.rows(
            without: known,
            ranks: plan.scope.ranks(typos: TermRoles.Role.part.typos),
            budget
        ) {
            self.rows(ofAny: $0, beginning: Array(word.word[$1...]))
        }
        guard !rows.isEmpty else { return nil }
        for terms in parts { roles.set(.part, of: terms, words: words) }
        return rows
    }

    /// For each distinguished word the rows that have it written as several, and not as typed.
    var splitRows: [RowSet?] { words.prefix(TermRoles.mostWords).map(\.split) }

    /// The rows that have words one after the other.
    private mutating func phrase(
        _ parts: [[UInt8]],
        role: TermRoles.Role,
        words: Range<Int>
    ) -> RowSet {
        var common: RowSet?
        var ranges: [Range<UInt32>] = []
        for text in parts {
            let range = terms(text, isPrefix: false)
            roles.set(role, of: range, words: words)
            let rows = rows(of: range)
            common = common?.intersection(rows) ?? rows
            let low = UInt32(range.lowerBound) + ForwardIndex.firstTerm
            ranges.append(low..<low + UInt32(range.count))
        }
        var builder = RowSetBuilder(capacity: segment.rowCount)
        let forward = segment.forward
        let ranks = plan.scope.ranks(typos: role.typos)
        common?.forEachWhile { row in
            guard budget.spend(reading: row, of: forward) else { return false }
            var matched = 0
            var isIn = true
            for place in forward.range(of: row) {
                let number = forward[place]
                if number < ForwardIndex.gap { isIn = ranks >> UInt64(number) & 1 != 0 }
                if isIn, ranges[matched].contains(number) {
                    matched += 1
                } else {
                    matched = isIn && ranges[0].contains(number) ? 1 : 0
                }
                guard matched < ranges.count else {
                    builder.insert(UInt32(row: row))
                    break
                }
            }
            return true
        }
        return builder.finish()
    }

    // MARK: - Rows

    var mostTypos: Int { words.reduce(0) { $0 + $1.most } + plan.joins.reduce(0) { $0 + $1.typos } }

    /// The rows that have all words, with at most so many errors in all of them together.
    ///
    /// Where all words are optional, one of them is enough.
    func rows(typos: Int) -> RowSet {
        if plan.optional.count == plan.words.count {
            var builder = RowSetBuilder(capacity: segment.rowCount)
            for word in words {
                let level = word.levels[min(typos, word.most)]
                budget.spend(level.cost * 2)
                builder.insert(level)
            }
            return builder.finish()
        }
        while reached.rows.count <= typos, !budget.isSpent {
            let count = reached.rows.count
            reached.columns.append(column(count))
            reached.rows.append(reached.columns[count][words.count])
            // What has more errors is made of the levels right before it.
            if count >= SegmentMatcher.maxTyposOfWord { reached.columns[count - SegmentMatcher.maxTyposOfWord] = [] }
        }
        guard typos < reached.rows.count else { return RowSet(capacity: segment.rowCount) }
        return reached.rows[typos] ?? RowSet(capacity: segment.rowCount, full: true)
    }

    var levelCount: Int { reached.rows.count }

    /// The most errors that are forgiven in one word, and that a join counts as.
    private static let maxTyposOfWord = 2

    /// What was reached with so many errors in all, and fewer.
    private final class Reached {
        /// The rows that have all words; `nil` stands for all rows.
        var rows: [RowSet?] = []
        /// For each number of first words the rows that have them; nothing for levels that are no longer needed.
        var columns: [[RowSet?]] = []
    }

    /// The rows that have the first words with at most so many errors, by how many words; `nil` stands for all rows.
    private func column(_ typos: Int) -> [RowSet?] {
        var column: [RowSet?] = [nil]
        for (number, word) in words.enumerated() {
            guard !plan.optional.contains(number) else {
                column.append(column[number])
                continue
            }
            var all: RowSet?
            for errors in 0...min(typos, word.most) {
                let level = word.levels[errors]
                let before = errors == 0 ? column[number] : reached.columns[typos - errors][number]
                budget.spend(level.cost * 2)
                let rows = before.map { level.intersection($0) } ?? level
                // A level has all rows of those with fewer errors.
                all = number == 0 ? rows : all?.union(rows) ?? rows
            }
            for (place, join) in plan.joins.enumerated()
            where join.words.upperBound == number + 1 && typos >= join.typos {
                let first = join.words.lowerBound
                let before = join.typos == 0 ? column[first] : reached.columns[typos - join.typos][first]
                budget.spend(joined[place].cost * 2)
                let rows = before.map { joined[place].intersection($0) } ?? joined[place]
                all = all?.union(rows) ?? rows
            }
            column.append(all)
        }
        return column
    }

    /// The rows that have all words, with any number of errors that is forgiven.
    var allRows: RowSet {
        guard plan.joins.isEmpty, plan.optional.isEmpty else { return rows(typos: mostTypos) }
        var all: RowSet?
        for word in words {
            let level = word.levels[word.most]
            budget.spend(level.cost)
            all = all?.intersection(level) ?? level
        }
        return all ?? RowSet(capacity: segment.rowCount, full: true)
    }

    /// How many lists of terms are read for their places.
    static let mostLists = 512

    /// The posting lists of a query of one word, some of them with places; `nil` for another query.
    var placedPostings: [Postings]? {
        guard plan.words.count == 1, let word = plan.words.first, word.variants.isEmpty, word.phrases.isEmpty,
            word.spellings.isEmpty, plan.scope.searched == .max
        else {
            return nil
        }
        let range = terms(word.word, isPrefix: word.isPrefix)
        if word.isPrefix, range.count > 1, let number = segment.prefixes.number(of: word.word) {
            return [segment.prefixPostings[number]]
        }
        guard range.count <= SegmentMatcher.mostLists else { return nil }
        let lists = range.map { segment.postings[$0] }
        return lists.contains { $0.places != nil } ? lists : nil
    }
}
