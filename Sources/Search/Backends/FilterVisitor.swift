// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// Filters in the language of an engine, which says what one condition is; how filters and groups combine is told here, once.
///
/// As with every engine, a record without an attribute has no value of it: a negated value holds for such a record, and a condition on
/// numbers, negated or not, does not.
public protocol FilterVisitor {
    /// A condition in the engine's language.
    associatedtype Clause

    /// Holds for records that have a value, or do not have it.
    func value(_ value: FacetValue, of attribute: String, isNegated: Bool) throws -> Clause
    /// Holds for records of which some number lies in one of the intervals; for none where there are none.
    func numbers(in intervals: [NumberInterval], of attribute: String) throws -> Clause
    /// Holds for records that lie in a part of the earth, or do not.
    func place(in shape: GeoShape, of attribute: String, isNegated: Bool) throws -> Clause
    /// Holds where one of some does.
    func any(_ clauses: [Clause]) -> Clause
}

extension FilterVisitor {
    /// Holds where a filter does.
    public func clause(_ filter: Filter) throws -> Clause {
        switch filter.condition {
        case .facet(let value): try self.value(value, of: filter.attribute, isNegated: filter.isNegated)
        case .geo(let shape): try place(in: shape, of: filter.attribute, isNegated: filter.isNegated)
        case .comparison, .range, .date: try numbers(in: filter.intervals ?? [], of: filter.attribute)
        }
    }

    /// What a group asks for: clauses that must all hold.
    public func clauses(of group: FilterGroup) throws -> [Clause] {
        let clauses = try group.filters.map(clause)
        return group.id.kind == .or ? [any(clauses)] : clauses
    }

    /// What filter states ask for: clauses that must all hold.
    public func clauses(of states: FilterState...) throws -> [Clause] {
        try states.flatMap(\.groupsByType).flatMap { try clauses(of: $0) }
    }
}
