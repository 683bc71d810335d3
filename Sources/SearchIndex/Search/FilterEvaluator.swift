// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB
import SearchModel
import Wire

/// Finds the rows that filters let through; it looks at each filter once.
struct FilterEvaluator {
    private let snapshot: IndexSnapshot
    private let database: Database
    private var known: [Filter: RowSet] = [:]
    /// The attributes of filters that no record has.
    private(set) var absent: [String] = []

    init(snapshot: IndexSnapshot, database: Database) {
        self.snapshot = snapshot
        self.database = database
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
            rows = RowSet(capacity: snapshot.columns.rowCount)
            for condition in conditions { rows.formUnion(try matching(condition, of: filter.attribute)) }
        } else {
            rows = try matching(filter.condition, of: filter.attribute)
            if filter.isNegated { rows.invert() }
        }
        known[filter] = rows
        return rows
    }

    private mutating func matching(_ condition: Filter.Condition, of attribute: String) throws -> RowSet {
        if attribute == Record.identifierAttribute {
            guard case .facet(let value) = condition else { return RowSet(capacity: snapshot.columns.rowCount) }
            return try snapshot.rows(identifiedBy: value.label, in: database)
        }
        if case .facet(let value) = condition {
            // The numbers of an attribute that is compared only are at hand, and tell as much.
            if snapshot.columns.facets[attribute] == nil, let numbers = snapshot.columns.numbers[attribute] {
                return numbers.rows(meeting: condition)
            }
            return try rows(attribute, try snapshot.facet(attribute, in: database)) { $0.rows(with: value) }
        }
        if case .geo(let shape) = condition { return try rows(attribute, places) { $0.rows(in: shape) } }
        if snapshot.columns.numbers[attribute] == nil, let facet = snapshot.columns.facets[attribute] {
            return facet.rows(meeting: condition)
        }
        return try rows(attribute, try snapshot.numbers(attribute, in: database)) { $0.rows(meeting: condition) }
    }

    /// The places of the records.
    private var places: ColumnFinding<GeoColumn> {
        guard let places = snapshot.columns.places else { return .absent }
        return .found(places)
    }

    private mutating func rows<Column>(
        _ attribute: String,
        _ finding: ColumnFinding<Column>,
        _ matching: (Column) -> RowSet
    ) throws -> RowSet {
        switch finding {
        case .found(let column): return matching(column)
        case .absent:
            if !absent.contains(attribute) { absent.append(attribute) }
            return RowSet(capacity: snapshot.columns.rowCount)
        case .unavailable: throw FilterEvaluator.unknownAttribute(attribute, snapshot.name)
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
        case .date, .geo: false
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
