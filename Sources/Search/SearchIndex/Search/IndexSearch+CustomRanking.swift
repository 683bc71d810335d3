// SPDX-License-Identifier: MIT

import SearchModel

/// The order of a replica that has a custom ranking of its own, in which segments do not have their rows.
extension IndexSearch {
    /// The rows that match best, and of those that match equally well the first by rules.
    ///
    /// Any row found may be the first by the rules, so all of them are compared; only as many as are wanted are kept.
    func ranked(
        _ limit: Int,
        _ rankings: [SegmentRanking],
        _ found: [RowSet],
        _ rules: [RankingRule]
    ) throws -> [FoundRow] {
        let columns = try self.columns(rules.map(\.sortKey))
        var first = FirstRows(limit, columns, try RankingComparison(snapshot, budget))
        for (part, set) in found.enumerated() where !set.isEmpty {
            rankings[part].forEachKey(of: set, enough: limit) { key, row in
                first.add(FoundRow(part: part, row: row, key: key))
            }
        }
        return first.sorted
    }
}

/// The first of the rows seen so far: by their keys, then by columns, then by the index's own ranking.
private struct FirstRows {
    private typealias Candidate = (found: IndexSearch.FoundRow, places: [Int])

    private let limit: Int
    private let columns: [IndexSearch.SortColumn]
    private let counts: [Int]
    private let comparison: RankingComparison
    /// The first rows, and some that were seen since they were sorted last.
    private var rows: [Candidate] = []
    /// The last of the first rows, as soon as there are enough; what does not come before it is not kept.
    private var last: Candidate?

    init(_ limit: Int, _ columns: [IndexSearch.SortColumn], _ comparison: RankingComparison) {
        self.limit = limit
        self.columns = columns
        self.comparison = comparison
        counts = columns.map(\.column.valueCount)
    }

    mutating func add(_ row: IndexSearch.FoundRow) {
        if let last, row.key > last.found.key { return }
        let candidate = (row, columns.indices.map { place(of: row, $0) })
        if let last, !precedes(candidate, last) { return }
        rows.append(candidate)
        if rows.count >= 2 * limit + 64 { cut() }
    }

    var sorted: [IndexSearch.FoundRow] {
        var copy = self
        copy.cut()
        return copy.rows.map(\.found)
    }

    private mutating func cut() {
        rows.sort(by: precedes)
        if rows.count > limit { rows.removeLast(rows.count - limit) }
        if rows.count == limit { last = rows.last }
    }

    private func place(of row: IndexSearch.FoundRow, _ number: Int) -> Int {
        IndexSearch.place(part: row.part, row: row.row, columns[number], counts[number])
    }

    private func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.found.key != right.found.key { return left.found.key < right.found.key }
        for (mine, other) in zip(left.places, right.places) where mine != other { return mine < other }
        // The rows of a segment are in the order of the index's own ranking.
        guard left.found.part != right.found.part else { return left.found.row < right.found.row }
        return comparison.precedes(left.found, right.found)
    }
}
