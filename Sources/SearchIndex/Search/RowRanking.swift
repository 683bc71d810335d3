// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The rows found, in the order in which they are shown.
///
/// Rows that optional filters favour come first, those worth most before the others; among rows of equal worth the better
/// tier comes first, and within a tier rows stand in ranking order by themselves.
struct RowRanking {
    /// The rows that are favoured: a list for each worth, the highest first, each in ranking order.
    private let favoured: [[Int32]]
    /// The best tiers first, with all rows.
    private let tiers: [RowSet]
    /// The tiers without the rows that are favoured.
    private let others: [RowSet]
    /// What the optional filters that a row meets are worth, by row; empty where there are none.
    private let worths: [Int]

    /// - Parameters:
    ///   - tiers: The rows found, the best first; no row is in two of them.
    ///   - optional: The rows that meet each optional filter, whether found or not, and what meeting it is worth.
    init(tiers: [RowSet], optional: [(rows: RowSet, worth: Int)] = []) {
        self.tiers = tiers
        let optional = optional.filter { $0.worth > 0 }
        guard !optional.isEmpty, let capacity = tiers.first?.capacity else {
            (favoured, others, worths) = ([], tiers, [])
            return
        }
        var worths = [Int](repeating: 0, count: capacity)
        for filter in optional { filter.rows.forEach { worths[$0] += filter.worth } }
        var lists: [Int: [Int32]] = [:]
        var found = RowSet(capacity: capacity)
        for tier in tiers { found.formUnion(tier) }
        var rest = found
        found.forEach { row in
            guard worths[row] > 0 else { return }
            lists[worths[row], default: []].append(Int32(row))
        }
        for list in lists.values { list.forEach { rest.remove(Int($0)) } }
        favoured = lists.sorted { $0.key > $1.key }.map(\.value)
        others = tiers.map { $0.intersection(rest) }
        self.worths = worths
    }

    /// What the optional filters that a row meets are worth.
    func worth(of row: Int) -> Int { worths.indices.contains(row) ? worths[row] : 0 }

    /// Up to `limit` rows after the first `offset` ones.
    func rows(offset: Int, limit: Int) -> [Int] {
        var rows: [Int] = []
        var offset = offset
        for list in favoured where rows.count < limit {
            guard offset < list.count else {
                offset -= list.count
                continue
            }
            rows += byTier(list).dropFirst(offset).prefix(limit - rows.count)
            offset = 0
        }
        for tier in others where rows.count < limit {
            rows += tier.rows(offset: offset, limit: limit - rows.count)
            offset = max(0, offset - tier.count)
        }
        return rows
    }

    /// Rows of equal worth, those of the better tiers first.
    private func byTier(_ list: [Int32]) -> [Int] {
        tiers.flatMap { tier in list.lazy.map { Int($0) }.filter { tier.contains($0) } }
    }
}
