// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Finds the rows that filters let through.
///
/// Pure: it looks at columns only, and each filter once.
struct FilterEvaluator {
    private let columns: Columns
    private let indexName: String
    private var known: [Filter: RowSet] = [:]

    init(columns: Columns, indexName: String) {
        self.columns = columns
        self.indexName = indexName
    }

    /// The rows that all groups let through.
    ///
    /// - Returns: `nil` where there is no filter, which lets all rows through.
    /// - Throws: `SearchBusError.invalidArgument` for a filter on an attribute that the index does not keep.
    mutating func rows(of state: FilterState) throws -> RowSet? {
        var result: RowSet?
        for group in state.groupsByType {
            var rows: RowSet?
            for filter in group.filters {
                let matching = try self.rows(of: filter)
                guard rows != nil else {
                    rows = matching
                    continue
                }
                switch group.id.kind {
                case .or: rows?.formUnion(matching)
                case .and, .hierarchical: rows?.formIntersection(matching)
                }
            }
            guard let rows else { continue }
            if result == nil { result = rows } else { result?.formIntersection(rows) }
        }
        return result
    }

    /// The rows that one filter lets through.
    ///
    /// A record without the attribute meets no condition but negated ones.
    mutating func rows(of filter: Filter) throws -> RowSet {
        if let rows = known[filter] { return rows }
        guard var rows = matching(filter) else {
            throw FilterEvaluator.unknownAttribute(filter.attribute, indexName)
        }
        if filter.isNegated { rows.invert() }
        known[filter] = rows
        return rows
    }

    private func matching(_ filter: Filter) -> RowSet? {
        let facet = columns.facets[filter.attribute]
        let number = columns.numbers[filter.attribute]
        switch filter.condition {
        case .facet(let value):
            if let facet { return facet.rows(with: value) }
            return number?.rows(meeting: filter.condition)
        case .comparison, .range:
            return number?.rows(meeting: filter.condition) ?? facet?.rows(meeting: filter.condition)
        }
    }

    /// The error for an attribute that the index keeps no column of.
    static func unknownAttribute(_ attribute: String, _ index: String) -> SearchBusError {
        SearchBusError(
            .invalidArgument,
            "Index `\(index)` cannot filter or count `\(attribute)`.",
            remedy: "List it in attributesForFaceting or numericAttributes of the settings, and import the index again."
        )
    }
}

extension FacetColumn {
    /// The rows with a value that is a number and meets the condition.
    func rows(meeting condition: Filter.Condition) -> RowSet {
        let numbers = values.map(\.double)
        let matching = numbers.map { number in number.map { condition.holds(for: $0) } ?? false }
        return ordinals.rows { matching[Int($0)] }
    }
}

extension Filter.Condition {
    /// Whether a number meets the condition.
    func holds(for number: Double) -> Bool {
        switch self {
        case .facet(let value): value.double == number
        case .range(let range): range.contains(number)
        case .comparison(.less, let bound): number < bound
        case .comparison(.lessOrEqual, let bound): number <= bound
        case .comparison(.equal, let bound): number == bound
        case .comparison(.notEqual, let bound): number != bound
        case .comparison(.greaterOrEqual, let bound): number >= bound
        case .comparison(.greater, let bound): number > bound
        }
    }
}
