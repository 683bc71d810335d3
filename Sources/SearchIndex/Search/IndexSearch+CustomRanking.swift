// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// The order of a replica that has a custom ranking of its own, in which segments do not have their rows.
extension IndexSearch {
    /// The rows that match best, and of those that match equally well the first by rules.
    ///
    /// All rows found are compared, since any of them may be the first by the rules.
    func ranked(
        _ limit: Int,
        _ rankings: [SegmentRanking],
        _ found: [RowSet],
        _ rules: [RankingRule]
    ) throws -> [FoundRow] {
        let columns = try self.columns(rules.map(\.sortKey))
        var all: [FoundRow] = []
        for (part, set) in found.enumerated() where !set.isEmpty {
            all += rankings[part].best(set.count, of: set).map { FoundRow(part: part, row: $0.row, key: $0.key) }
        }
        var rows: [FoundRow] = []
        for (key, same) in equals(all, limit, found) {
            rows += try tied(limit - rows.count, by: columns[...], same, key: key)
        }
        return rows
    }

    /// The rows of each key, the lowest key first, up to the one with which the page ends.
    private func equals(_ rows: [FoundRow], _ limit: Int, _ found: [RowSet]) -> [(key: UInt64, rows: [RowSet])] {
        var counts: [UInt64: Int] = [:]
        for row in rows { counts[row.key, default: 0] += 1 }
        var (last, left) = (UInt64.max, limit)
        for (key, count) in counts.sorted(by: { $0.key < $1.key }) where left > 0 {
            left -= count
            last = key
        }
        let empty = found.map { RowSetBuilder(capacity: $0.capacity) }
        var groups: [UInt64: [RowSetBuilder]] = [:]
        for row in rows where row.key <= last {
            groups[row.key, default: empty][row.part].insert(UInt32(truncatingIfNeeded: row.row))
        }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map { $0.finish() }) }
    }

    /// The first rows by the values of columns, and of equals by the index's own order.
    private func tied(
        _ limit: Int,
        by columns: ArraySlice<SortColumn>,
        _ found: [RowSet],
        key: UInt64
    ) throws -> [FoundRow] {
        guard limit > 0 else { return [] }
        guard let order = columns.first else {
            let first = found.enumerated().flatMap { part, rows in
                rows.first(limit).map { FoundRow(part: part, row: $0, key: key) }
            }
            return try merged(first, limit)
        }
        var rows: [FoundRow] = []
        for same in groups(limit, order, found) {
            rows += try tied(limit - rows.count, by: columns.dropFirst(), same, key: key)
        }
        return rows
    }
}
