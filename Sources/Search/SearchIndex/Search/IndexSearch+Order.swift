// SPDX-License-Identifier: MIT

import SearchModel

/// The order in which records are handed out: by attributes where that is asked for, and then by how well they match.
extension IndexSearch {
    /// A column by which records are ordered before all else.
    ///
    /// With the number of its first text: numbers come before texts in either direction, as a price before “on request”.
    typealias SortColumn = (column: AttributeColumn, isDescending: Bool, texts: Int)

    mutating func ordered(_ limit: Int, _ words: WordMatches, _ found: [RowSet]) throws -> [FoundRow] {
        let rankings = try snapshot.parts.indices.map { try ranking($0, words) }
        return try ordered(limit, by: try sortColumns()[...], rankings, found)
    }

    /// What the request is ordered by, and then the index.
    private func sortColumns() throws -> [SortColumn] {
        try columns(request.sort + parameters.relevance.sort.map(\.sortKey))
    }

    func columns(_ keys: [SortKey]) throws -> [SortColumn] {
        try keys.compactMap { key in
            guard case .found(let column) = try snapshot.columns.column(key.attribute, of: snapshot, budget) else {
                return nil
            }
            return (column, key.isDescending, key.isDescending ? column.firstText : 0)
        }
    }

    /// The first rows by the values of columns; those that have the same are distinguished by the next column, and then ranked.
    ///
    /// Two walks over the rows find the value with which the page ends; only rows of the page are put in order.
    private func ordered(
        _ limit: Int,
        by columns: ArraySlice<SortColumn>,
        _ rankings: [SegmentRanking],
        _ found: [RowSet]
    ) throws -> [FoundRow] {
        let count = found.reduce(0) { $0 + $1.count }
        guard limit > 0, count > 0 else { return [] }
        guard budget.allowsList(ofBytes: min(limit, count) * IndexSearch.bytesOfRow) else { return [] }
        // A row alone is first in any order.
        guard let order = count > 1 ? columns.first : nil else {
            guard let customRanking else { return try ranked(limit, rankings, found) }
            return try ranked(limit, rankings, found, customRanking)
        }
        var rows: [FoundRow] = []
        for same in groups(limit, order, found) {
            guard !budget.isSpent else { break }
            rows += try ordered(limit - rows.count, by: columns.dropFirst(), rankings, same)
        }
        return rows
    }

    /// The size of a row that is ranked, with its place in a heap, in bytes.
    private static let bytesOfRow = MemoryLayout<FoundRow>.stride + MemoryLayout<BestRows.Entry>.stride

    /// The rows with the first values of a column, by value, up to the value with which the page ends.
    func groups(_ limit: Int, _ order: SortColumn, _ found: [RowSet]) -> [[RowSet]] {
        let price = found.reduce(order.column.valueCount) { $0 + $1.cost + $1.count * 8 }
        guard budget.spend(price) else { return [] }
        let last = lastValue(limit, order, found)
        var groups: [Int: [RowSetBuilder]] = [:]
        let empty = found.map { RowSetBuilder(capacity: $0.capacity) }
        forEachRow(of: found, order) { part, row, value in
            if value <= last { groups[value, default: empty][part].insert(row) }
        }
        return groups.sorted { $0.key < $1.key }.map { $0.value.map { $0.finish() } }
    }

    /// The place, among all values in their order, of the last one that the first rows have.
    private func lastValue(_ limit: Int, _ order: SortColumn, _ found: [RowSet]) -> Int {
        // Rows without a value come behind all others, whichever way the values go.
        var counts = [UInt32](repeating: 0, count: order.column.valueCount + 1)
        forEachRow(of: found, order) { _, _, value in counts[value] += 1 }
        var left = limit
        for (value, count) in counts.enumerated() where count > 0 {
            left -= Int(count)
            if left <= 0 { return value }
        }
        return counts.count - 1
    }

    private func forEachRow(of found: [RowSet], _ order: SortColumn, _ body: (Int, UInt32, Int) -> Void) {
        let count = order.column.valueCount
        for (part, rows) in found.enumerated() {
            rows.forEach { row in
                body(part, UInt32(row: row), IndexSearch.place(part: part, row: row, order, count))
            }
        }
    }

    /// The place of a row's value among the values of a column, of which there are so many, in their order; rows without one are last.
    @inline(__always)
    static func place(part: Int, row: Int, _ order: SortColumn, _ count: Int) -> Int {
        let number = order.column.firstNumber(part: part, row: row).map { Int($0) } ?? count
        guard number < count else { return count }
        guard order.isDescending else { return number }
        return number < order.texts ? order.texts - 1 - number : order.texts + count - 1 - number
    }

    private func ranked(_ limit: Int, _ rankings: [SegmentRanking], _ found: [RowSet]) throws -> [FoundRow] {
        var rows: [FoundRow] = []
        for (part, set) in found.enumerated() where !set.isEmpty {
            rows += rankings[part].best(limit, of: set).map { FoundRow(part: part, row: $0.row, key: $0.key) }
        }
        return try merged(rows, limit)
    }

    /// The first of rows that are each segment's first.
    func merged(_ rows: [FoundRow], _ limit: Int) throws -> [FoundRow] {
        guard snapshot.parts.count > 1 else { return rows }
        let comparison = try RankingComparison(snapshot, budget)
        return Array(
            rows.sorted { left, right in
                left.key != right.key ? left.key < right.key : comparison.precedes(left, right)
            }.prefix(limit)
        )
    }
}

/// Tells records of different segments apart by the index's own ranking.
struct RankingComparison {
    private let rules: [(column: AttributeColumn?, isDescending: Bool)]
    private let snapshot: IndexSnapshot

    init(_ snapshot: IndexSnapshot, _ budget: WorkBudget) throws {
        self.snapshot = snapshot
        rules = try (snapshot.settings.customRanking ?? []).map { rule in
            guard case .found(let column) = try snapshot.columns.column(rule.attribute, of: snapshot, budget) else {
                return (nil, false)
            }
            return (column, rule.direction == .descending)
        }
    }

    func precedes(_ left: IndexSearch.FoundRow, _ right: IndexSearch.FoundRow) -> Bool {
        for rule in rules {
            guard let column = rule.column else { continue }
            let numbers = [left, right].map { column.firstNumber(part: $0.part, row: $0.row) }
            switch (numbers[0], numbers[1]) {
            case (nil, nil): continue
            case (nil, _?): return false
            case (_?, nil): return true
            case (let first?, let second?):
                if first != second { return (first < second) != rule.isDescending }
            }
        }
        return place(left) < place(right)
    }

    private func place(_ entry: IndexSearch.FoundRow) -> UInt32 {
        snapshot.parts[entry.part].segment.place(of: entry.row)
    }
}
