// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension IndexSearch {
    /// A record found, with what it is ranked by.
    struct FoundRow {
        let part: Int
        let row: Int
        let key: UInt64
    }

    /// Fills in the page of records, and the number of groups where records are grouped.
    mutating func fill(_ answer: inout SearchResponse.Hits, _ words: WordMatches, _ found: [RowSet]) throws {
        let (first, overflow) = request.page.multipliedReportingOverflow(by: request.hitsPerPage)
        let (end, isTooFar) = first.addingReportingOverflow(request.hitsPerPage)
        let groups = try groupColumn()
        if let groups, budget.spend(counting: groups.column, in: found) {
            let counts = groups.column.counts(in: found)
            let grouped = counts.reduce(0) { $0 + min(Int($1), groups.most) }
            let total = found.reduce(0) { $0 + $1.count }
            // Records without the attribute are groups of their own.
            let alone = total - withValue(groups.column, found)
            answer = SearchResponse.Hits(
                totalCount: grouped + alone,
                page: request.page,
                hitsPerPage: request.hitsPerPage
            )
        }
        guard request.hitsPerPage > 0, !overflow, !isTooFar else { return }
        var wanted = end
        var rows = try ordered(wanted, words, found)
        if let groups {
            var kept = groups.filter(rows)
            // Groups of many records hide others, so that more have to be looked at.
            while kept.count < end, rows.count == wanted {
                try budget.check()
                wanted = wanted.multipliedReportingOverflow(by: 4).overflow ? .max : wanted * 4
                rows = try ordered(wanted, words, found)
                kept = groups.filter(rows)
            }
            rows = kept
        }
        try budget.check()
        let page = rows.dropFirst(first).prefix(request.hitsPerPage)
        let cutter = RecordCutter(request, plan: words.plan, settings: snapshot.settings, budget)
        for entry in page {
            let segment = snapshot.parts[entry.part].segment
            let identifier = segment.identifier(of: entry.row)
            var hit = try cutter.hit(identifier, try snapshot.record(part: entry.part, row: entry.row))
            if let need = request.ranking { hit.ranking = try reason(entry, need, words) }
            answer.hits.append(hit)
        }
    }

    // MARK: - Ranking

    /// What tells the rows of a segment apart.
    mutating func ranking(_ part: Int, _ words: WordMatches) throws -> SegmentRanking {
        let filters = (request.baseFilters.optionalGroups + request.filters.optionalGroups).flatMap(\.filters)
        var preferences: [(rows: RowSet, worth: Int)] = []
        for filter in filters {
            let worth = filter.score ?? 1
            if worth > 0 { preferences.append((try evaluators[part].rows(of: filter), worth)) }
        }
        return SegmentRanking(
            matcher: words.matchers[part],
            evaluator: RowEvaluator(words.matchers[part], relevance: parameters.relevance),
            keys: RankingKeys(parameters.relevance.ranking),
            preferences: preferences,
            origin: parameters.origin
        )
    }

    // MARK: - Groups

    /// The attribute of which each value is shown a few times only.
    private struct Groups {
        let column: AttributeColumn
        let most: Int

        func filter(_ rows: [FoundRow]) -> [FoundRow] {
            var counts: [UInt32: Int] = [:]
            return rows.filter { entry in
                guard let number = column.firstNumber(part: entry.part, row: entry.row) else { return true }
                counts[number, default: 0] += 1
                return counts[number, default: 0] <= most
            }
        }
    }

    private func groupColumn() throws -> Groups? {
        let relevance = parameters.relevance
        guard relevance.distinct > 0, let attribute = relevance.attributeForDistinct,
            case .found(let column) = try snapshot.columns.column(attribute, of: snapshot, budget)
        else { return nil }
        return Groups(column: column, most: relevance.distinct)
    }

    private func withValue(_ column: AttributeColumn, _ found: [RowSet]) -> Int {
        var count = 0
        for (part, rows) in found.enumerated() {
            rows.forEach { if column.firstNumber(part: part, row: $0) != nil { count += 1 } }
        }
        return count
    }
}
