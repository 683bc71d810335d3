// SPDX-License-Identifier: MIT

import SearchModel

extension IndexSearch {
    /// What the numbers of an attribute come to, without the session's own filter on it; `nil` where there are none.
    mutating func sum(of attribute: String, base: [RowSet], found: [RowSet]) throws -> NumberSum? {
        guard case .found(let column) = try snapshot.columns.column(attribute, of: snapshot, budget), column.hasNumbers
        else {
            return nil
        }
        let filters = request.filters.without(attribute)
        let rows = filters == request.filters ? found : try refined(base, by: filters)
        return budget.spend(counting: column, in: rows) ? column.sum(in: rows) : nil
    }
}

extension AttributeColumn {
    /// What the numbers of rows come to; `nil` where they have none.
    func sum(in rows: [RowSet]) -> NumberSum? {
        NumberSum(
            counts(in: rows).enumerated().lazy.compactMap { number, count in
                guard count > 0, let value = self.number(number) else { return nil }
                return (value, Int(count))
            }
        )
    }
}
