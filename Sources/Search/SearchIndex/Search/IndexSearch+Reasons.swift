// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Why records stand where they do.
extension IndexSearch {
    mutating func reason(_ entry: FoundRow, _ need: RankingNeed, _ words: WordMatches) throws -> HitRanking {
        let ranking = try self.ranking(entry.part, words)
        let quality = words.plan.isEmpty ? RowQuality() : ranking.evaluator.quality(of: entry.row)
        let worth = ranking.preferences.filter { $0.rows.contains(entry.row) }.reduce(0) { $0 + $1.worth }
        let segment = snapshot.parts[entry.part].segment
        var reason = HitRanking(
            words: quality.words,
            exactWords: quality.exact,
            typos: quality.typos,
            firstWord: words.plan.isEmpty ? 0 : WordPlace.firstMatchedWord(quality.place),
            filterScore: worth,
            ownScore: segment.rowCount - entry.row,
            place: (need.origin ?? parameters.origin?.point).flatMap { segment.points?.nearest(to: $0, of: entry.row) }
        )
        guard need.isExplained else { return reason }
        reason.criteria = try criteria(reason, quality, entry)
        if !words.plan.isEmpty { reason.matches = matches(entry, ranking.evaluator, words.plan) }
        // It is part of the results, whose size is limited.
        budget.hold(reason.explanation.bytes.count)
        try budget.check()
        return reason
    }

    /// What records are ordered by: attributes, then the criteria that can tell two of them apart, then the order of the index.
    private func criteria(
        _ reason: HitRanking,
        _ quality: RowQuality,
        _ entry: FoundRow
    ) throws -> [HitRanking.Criterion] {
        let sort = request.sort + parameters.relevance.sort.map(\.sortKey)
        let record = sort.isEmpty ? [:] : try JSON(parsing: snapshot.record(part: entry.part, row: entry.row).bytes)
        let sorted = sort.map { key in
            var value = JSON.null
            AttributePath(key.attribute).forEachScalar(in: record) { if value.isNull { value = $0 } }
            return HitRanking.Criterion(key.attribute, value)
        }
        let ranked = RankingKeys(parameters.relevance.ranking).criteria.compactMap { criterion in
            value(of: criterion, reason, quality).map { HitRanking.Criterion(criterion.rawValue, JSON($0)) }
        }
        let own = RelevanceSetting.Criterion.custom.rawValue
        return sorted + ranked + [HitRanking.Criterion(own, JSON(reason.ownScore))]
    }

    /// What a criterion is for a record; `nil` for one that tells nothing apart in this search.
    private func value(of criterion: RelevanceSetting.Criterion, _ reason: HitRanking, _ quality: RowQuality) -> Int? {
        let hasWords = quality.words > 0
        switch criterion {
        case .typo: return hasWords ? reason.typos : nil
        case .geo: return reason.place.map { Int(min($0.distance, 1e9)) }
        case .words: return hasWords ? reason.words : nil
        case .filters:
            return request.filters.optionalGroups.isEmpty && request.baseFilters.optionalGroups.isEmpty
                ? nil : reason.filterScore
        case .proximity: return quality.words > 1 ? quality.proximity : nil
        case .attribute: return hasWords ? reason.firstWord : nil
        case .exact: return hasWords ? 3 * quality.exact + quality.element : nil
        case .custom: return nil
        }
    }

    private func matches(_ entry: FoundRow, _ evaluator: RowEvaluator, _ plan: QueryPlan) -> [HitRanking.Match] {
        let terms = snapshot.parts[entry.part].segment.terms
        let attributes = snapshot.settings.searchedAttributes
        return evaluator.matches(of: entry.row).map { match in
            HitRanking.Match(
                String(decoding: plan.words[match.word].word, as: UTF8.self),
                found: String(decoding: terms[match.term], as: UTF8.self),
                kind: match.role.kind,
                attributes: attributes.filter { $0.rank == match.rank }.map(\.name)
            )
        }
    }
}

extension TermRoles.Role {
    fileprivate var kind: HitRanking.Match.Kind {
        switch self {
        case .none, .whole: .exact
        case .beginning: .prefix
        case .oneTypo: .typo
        case .twoTypos: .typos
        case .variant: .variant
        case .part: .split
        case .joined: .joined
        case .synonym: .synonym
        }
    }
}
