// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Finds the rows of one segment that filters let through; it looks at each filter once.
struct FilterEvaluator {
    /// The maximum size of the rows that are kept for filters which come again, in bytes.
    static let maxKnownBytes = 16 << 20

    private let snapshot: IndexSnapshot
    private let part: Int
    private let budget: WorkBudget
    private var known: [Filter: RowSet] = [:]
    private var knownBytes = 0
    /// The attributes of filters that no record has.
    private(set) var absent: [String] = []

    /// Prepares for the rows of a segment.
    ///
    /// Once the budget is spent, rows are missing.
    init(snapshot: IndexSnapshot, part: Int, _ budget: WorkBudget) {
        self.snapshot = snapshot
        self.part = part
        self.budget = budget
    }

    private var capacity: Int { snapshot.parts[part].segment.rowCount }

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
                guard budget.spend(matching.cost * 2) else { return matching }
                guard rows != nil else {
                    rows = matching
                    continue
                }
                switch group.id.kind {
                case .or: rows?.formUnion(matching)
                case .and, .hierarchical, .optional: rows?.formIntersection(matching)
                }
            }
            guard let rows else { continue }
            if result == nil { result = rows } else { result?.formIntersection(rows) }
        }
        return result
    }

    /// The rows that one filter lets through.
    ///
    /// A record without the attribute meets no condition but that of not having a value.
    mutating func rows(of filter: Filter) throws -> RowSet {
        if let rows = known[filter] { return rows }
        try filter.checkResolved()
        var rows: RowSet
        if let conditions = filter.numericConditions {
            rows = RowSet(capacity: capacity)
            for condition in conditions { rows.formUnion(try matching(condition, of: filter.attribute)) }
        } else {
            rows = try matching(filter.condition, of: filter.attribute)
            if filter.isNegated { rows.invert() }
        }
        budget.spend(rows.cost * 2)
        let bytes = rows.cost * MemoryLayout<UInt64>.stride
        if knownBytes + bytes <= FilterEvaluator.maxKnownBytes {
            known[filter] = rows
            knownBytes += bytes
        }
        return rows
    }

    private mutating func matching(_ condition: Filter.Condition, of attribute: String) throws -> RowSet {
        if attribute == Record.identifierAttribute {
            guard case .facet(let value) = condition else { return RowSet(capacity: capacity) }
            var identifier = value.label
            let row = identifier.withUTF8 { snapshot.parts[part].segment.row(of: UnsafeRawBufferPointer($0)) }
            return RowSet(capacity: capacity, sorted: row.map { [UInt32(row: $0)] } ?? [])
        }
        if case .geo(let shape) = condition {
            guard snapshot.parts.contains(where: { $0.segment.points != nil }) else {
                if !absent.contains(attribute) { absent.append(attribute) }
                return RowSet(capacity: capacity)
            }
            guard budget.spend(capacity * WorkBudget.distance * (1 + shape.outline.count)) else {
                return RowSet(capacity: capacity)
            }
            return snapshot.parts[part].segment.points?.rows(in: shape) ?? RowSet(capacity: capacity)
        }
        switch try snapshot.columns.column(attribute, of: snapshot, budget) {
        case .found(let column): return rows(meeting: condition, column)
        case .absent:
            if !absent.contains(attribute) { absent.append(attribute) }
            return RowSet(capacity: capacity)
        case .unavailable: throw FilterEvaluator.unknownAttribute(attribute, snapshot.name)
        }
    }

    private func rows(meeting condition: Filter.Condition, _ column: AttributeColumn) -> RowSet {
        guard let values = column.parts[part] else { return RowSet(capacity: capacity) }
        let isRange =
            switch condition {
            case .range, .comparison: true
            case .facet, .date, .geo: false
            }
        // The lists of all values in a range have at most so many rows as are gone through otherwise.
        guard budget.spend(isRange ? capacity * 2 : WorkBudget.lookup) else { return RowSet(capacity: capacity) }
        switch condition {
        case .facet(let value): return column.rows(with: value, part: part, capacity: capacity)
        case .date, .geo: return RowSet(capacity: capacity)
        case .range(let range):
            return values.rows(
                values.ordinals(from: range.lowerBound, isLowIn: true, to: range.upperBound, isHighIn: true)
            )
        case .comparison(let comparison, let bound):
            func ordinals(_ low: Double, _ isLowIn: Bool, _ high: Double, _ isHighIn: Bool) -> RowSet {
                values.rows(values.ordinals(from: low, isLowIn: isLowIn, to: high, isHighIn: isHighIn))
            }
            switch comparison {
            case .less: return ordinals(-.infinity, true, bound, false)
            case .lessOrEqual: return ordinals(-.infinity, true, bound, true)
            case .equal: return ordinals(bound, true, bound, true)
            case .greaterOrEqual: return ordinals(bound, true, .infinity, true)
            case .greater: return ordinals(bound, false, .infinity, true)
            case .notEqual:
                return ordinals(-.infinity, true, bound, false).union(ordinals(bound, false, .infinity, true))
            }
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
