// SPDX-License-Identifier: MIT

import SearchModel

/// Reads from the words of a row how well it matches.
struct RowEvaluator {
    /// The maximum distance of words that is counted.
    private static let farthest = 8

    private let forward: ForwardIndex
    private let roles: TermRoles
    private let admission: AttributeScope.Admission
    private let unordered: UInt64
    /// For each word the rows that have it written as several, in others its parts are nothing to it; empty where no row has.
    private let splitRows: [RowSet?]
    /// How many words the query has, and how many of them are distinguished.
    private let queryWords: Int
    private let wordCount: Int
    private let minProximity: Int
    private let singleWord: RelevanceSetting.SingleWordExactness

    init(_ matcher: SegmentMatcher, relevance: RelevanceSettings) {
        forward = matcher.segment.forward
        unordered = matcher.segment.unorderedRanks
        roles = matcher.roles
        let splits = matcher.splitRows
        splitRows = splits.contains { $0 != nil } ? splits : []
        admission = matcher.plan.scope.admission
        queryWords = matcher.plan.words.count
        wordCount = min(queryWords, TermRoles.mostWords)
        minProximity = relevance.minProximity
        singleWord = relevance.exactOnSingleWordQuery
    }

    /// Brings the first words of some rows from memory, so that their ways overlap and none is waited for alone.
    @inline(__always)
    func fetch(_ rows: UnsafeBufferPointer<Int>) { forward.fetch(rows) }

    /// What can be read of a row.
    func quality(of row: Int) -> RowQuality { quality(of: row, limit: WordPlace.none) ?? RowQuality() }

    /// The same, if a word is at a place or a better one; for other rows `nil` is sufficient.
    ///
    /// Of such a row no more is read than the attributes that count.
    @inline(__always)
    func quality(of row: Int, limit: UInt8) -> RowQuality? {
        wordCount == 1 ? single(row, limit) : several(row, limit)
    }

    /// The same of a query of one word, whose place and exactness are all there is.
    private func single(_ row: Int, _ limit: UInt8) -> RowQuality? {
        var quality = RowQuality()
        var best = Int.max
        var place = WordPlace.none
        var isWhole = false
        var isCut = false
        var run = ElementRun(wordCount: 1)
        let parts = strayParts(of: row)
        roles.lend { found in
            var words = MatchedWords(forward, row: row, found)
            words.lastRank = WordPlace.lastRank(limit)
            while words.advance() {
                let admitted = without(parts, admission.admitted(words.roles & 15, rank: words.rank))
                guard let role = TermRoles.Role(rawValue: admitted), role != .none else { continue }
                if role == .whole || role == .variant { isWhole = true }
                guard role.typos <= best else { continue }
                let own = words.place(unordered: unordered)
                if own <= limit { words.lastRank = .max }
                if role.typos < best {
                    (best, place) = (role.typos, own)
                    run = ElementRun(wordCount: 1)
                } else {
                    place = min(place, own)
                }
                // As long as one word is being typed, the index's own ranking says more of what is meant.
                if role != .beginning { run.note(words, 1) }
            }
            isCut = words.isCut
        }
        if isCut { return nil }
        quality.typos = best == .max ? 0 : best
        quality.words = best == .max ? 0 : 1
        quality.place = place
        quality.exact = isWhole && singleWord != .none ? 1 : 0
        quality.element = run.isComplete && singleWord == .attribute ? 2 : 0
        return quality
    }

    private func several(_ row: Int, _ limit: UInt8) -> RowQuality? {
        var quality = RowQuality()
        var attribute = 0
        // What is known of each of the first eight words, in a byte or four each.
        var typos = SIMD8<UInt8>(repeating: .max)
        var last = SIMD8<Int32>(repeating: -1)
        var distances = SIMD8<UInt8>(repeating: UInt8(RowEvaluator.farthest))
        var exact: UInt32 = 0
        var place = WordPlace.none
        var run = ElementRun(wordCount: queryWords)
        var isCut = false
        let parts = strayParts(of: row)
        roles.lend { found in
            var words = MatchedWords(forward, row: row, found)
            words.lastRank = WordPlace.lastRank(limit)
            while words.advance() {
                var rest = without(parts, admission.admitted(words.roles, rank: words.rank))
                if rest == 0 { continue }
                if words.attribute != attribute {
                    attribute = words.attribute
                    last = SIMD8(repeating: -1)
                }
                let own = words.place(unordered: unordered)
                if own <= limit { words.lastRank = .max }
                place = min(place, own)
                let position = Int32(clamping: words.position)
                var bits: UInt32 = 0
                while rest != 0 {
                    let word = rest.trailingZeroBitCount >> 2
                    let role = TermRoles.Role(rawValue: rest >> UInt32(word * 4) & 15) ?? .none
                    rest &= ~(15 << UInt32(word * 4))
                    guard word < wordCount else { continue }
                    bits |= 1 << UInt32(word)
                    typos[word] = min(typos[word], UInt8(role.typos))
                    if role == .whole || role == .variant { exact |= 1 << UInt32(word) }
                    if word > 0, last[word - 1] >= 0 {
                        note(Int(position - last[word - 1]), isReversed: false, of: word - 1, &distances)
                    }
                    if word + 1 < wordCount, last[word + 1] >= 0 {
                        note(Int(position - last[word + 1]), isReversed: true, of: word, &distances)
                    }
                    last[word] = position
                }
                run.note(words, bits)
            }
            isCut = words.isCut
        }
        if isCut { return nil }
        var errors = 0
        for word in 0..<wordCount where typos[word] != .max {
            quality.words += 1
            errors += Int(typos[word])
            if word + 1 < wordCount, typos[word + 1] != .max {
                quality.proximity += max(minProximity, Int(distances[word]))
            }
        }
        quality.typos = errors
        quality.place = place
        quality.exact = exact.nonzeroBitCount
        if run.isComplete {
            // Such an attribute is an exact match, whatever the order of its words.
            let closest = (wordCount - 1) * minProximity
            quality.element = quality.proximity > closest ? 1 : 2
            quality.proximity = min(quality.proximity, closest)
        }
        return quality
    }

    /// What in a row is found for a word of the query.
    struct Match {
        /// The number of the word.
        let word: Int
        /// The number of the term, among those of the segment.
        let term: Int
        let role: TermRoles.Role
        /// The rank of the attribute.
        let rank: Int
    }

    /// What is found for the words of the query, in their order: of each the best, and of equals the first.
    func matches(of row: Int) -> [Match] {
        var best: [Int: Match] = [:]
        let parts = strayParts(of: row)
        roles.lend { found in
            var words = MatchedWords(forward, row: row, found)
            while words.advance() {
                let admitted = without(parts, admission.admitted(words.roles, rank: words.rank))
                for word in 0..<wordCount {
                    guard let role = TermRoles.Role(rawValue: admitted >> UInt32(word * 4) & 15), role != .none,
                        best[word].map({ role.order < $0.role.order }) ?? true
                    else { continue }
                    let term = Int(forward[words.index]) - Int(ForwardIndex.firstTerm)
                    best[word] = Match(word: word, term: term, role: role, rank: words.rank)
                }
            }
        }
        return best.values.sorted { $0.word < $1.word }
    }

    /// For each word that a row does not have written as several, the bits of the role of its parts.
    @inline(__always)
    private func strayParts(of row: Int) -> UInt32 {
        var parts: UInt32 = 0
        for (word, rows) in splitRows.enumerated() where !(rows?.contains(row) ?? false) {
            parts |= TermRoles.Role.part.rawValue << UInt32(word * 4)
        }
        return parts
    }

    /// Roles without those of parts that are nothing in the row.
    @inline(__always)
    private func without(_ parts: UInt32, _ roles: UInt32) -> UInt32 {
        // Where a role is that of a part, its four bits are the same.
        guard parts != 0 else { return roles }
        let other = roles ^ parts
        var kept = roles
        for word in 0..<UInt32(splitRows.count) where other >> (word * 4) & 15 == 0 { kept &= ~(15 << (word * 4)) }
        return kept
    }

    /// Notes how far a word and the next one of the query are apart somewhere.
    @inline(__always)
    private func note(_ distance: Int, isReversed: Bool, of word: Int, _ distances: inout SIMD8<UInt8>) {
        // Words in the other order are a step farther from what was meant; one that is both stands for both.
        let steps = distance == 0 ? 1 : distance + (isReversed ? 1 : 0)
        distances[word] = min(distances[word], UInt8(clamping: min(steps, RowEvaluator.farthest)))
    }

    /// The best that a row can be that has all words with so many errors.
    func best(typos: Int, mayBeExact: Bool) -> RowQuality {
        var quality = RowQuality()
        quality.typos = typos
        quality.words = wordCount
        quality.proximity = (wordCount - 1) * minProximity
        quality.exact = wordCount - (mayBeExact ? 0 : 1)
        // The beginning of a single word is not an element, so that only an error makes another word one.
        quality.element = wordCount > 1 || mayBeExact || typos > 0 ? 2 : 0
        return quality
    }
}
