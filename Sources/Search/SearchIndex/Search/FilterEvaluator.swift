// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Finds the rows of one segment that filters let through; it looks at each filter once.
struct FilterEvaluator {
    /// The maximum size of the rows that are kept for filters which come again, in bytes.
    static let maxKnownBytes = 16 << 20

    private let snapshot: IndexSnapshot
    private let part: Int
    private let ignoresCase: Bool
    private let budget: WorkBudget
    private var known: [Filter: RowSet] = [:]
    private var knownBytes = 0
    /// The attributes of filters that no record has.
    private(set) var absent: [String] = []

    /// Prepares for the rows of a segment.
    ///
    /// Once the budget is spent, rows are missing.
    ///
    /// - Parameters:
    ///   - snapshot: The version.
    ///   - part: The segment.
    ///   - ignoresCase: Whether filters on texts match in any letter case, except on tags and on `objectID`.
    ///   - budget: What pays for it.
    init(snapshot: IndexSnapshot, part: Int, ignoresCase: Bool = false, _ budget: WorkBudget) {
        self.snapshot = snapshot
        self.part = part
        self.ignoresCase = ignoresCase
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
        var rows = try matching(filter)
        if filter.isNegated, filter.type != .numeric { rows.invert() }
        budget.spend(rows.cost * 2)
        let bytes = rows.cost * MemoryLayout<UInt64>.stride
        if knownBytes + bytes <= FilterEvaluator.maxKnownBytes {
            known[filter] = rows
            knownBytes += bytes
        }
        return rows
    }

    /// The rows that meet the condition of a filter, or, of one on numbers, the opposite one where it is negated.
    private mutating func matching(_ filter: Filter) throws -> RowSet {
        let (condition, attribute) = (filter.condition, filter.attribute)
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
        case .found(let column): return rows(meeting: filter, column)
        case .absent:
            if !absent.contains(attribute) { absent.append(attribute) }
            return RowSet(capacity: capacity)
        case .unavailable: throw FilterEvaluator.unknownAttribute(attribute, snapshot.name)
        }
    }

    private func rows(meeting filter: Filter, _ column: AttributeColumn) -> RowSet {
        var rows = RowSet(capacity: capacity)
        guard let values = column.parts[part] else { return rows }
        if let value = filter.facetValue {
            if ignoresCase, filter.type == .facet, case .text(let text) = value {
                guard budget.spend(WorkBudget.lookup + values.foldingCost) else { return rows }
                return values.rows(inAnyCase: text)
            }
            return budget.spend(WorkBudget.lookup) ? column.rows(with: value, part: part, capacity: capacity) : rows
        }
        for stretch in NumberStretch.stretches(of: filter) ?? [] {
            // The lists of all values in a range have at most as many rows as would be read otherwise.
            guard budget.spend(capacity * 2) else { break }
            rows.formUnion(values.rows(values.ordinals(in: stretch)))
        }
        return rows
    }

    static func unknownAttribute(_ attribute: String, _ index: String) -> SearchBusError {
        SearchBusError(
            .invalidArgument,
            "Index `\(index)` cannot filter or count `\(attribute)`.",
            remedy: "List it in attributesForFaceting or numericAttributes of the settings, and import the index again."
        )
    }
}
