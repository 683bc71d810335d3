// SPDX-License-Identifier: MIT

import SearchModel

/// Translates filters into the language of an engine.
///
/// A dialect translates single conditions; this protocol combines them for all dialects. A negated value matches records without the
/// attribute; a condition on numbers, negated or not, does not match them.
public protocol FilterVisitor {
    /// A condition in the engine's language.
    associatedtype Clause

    /// Matches records with a value, or without it.
    func value(_ value: FacetValue, of attribute: String, isNegated: Bool) throws -> Clause
    /// Matches records with a number in one of the intervals; no record if there are no intervals.
    func numbers(in intervals: [NumberInterval], of attribute: String) throws -> Clause
    /// Matches records with a location in a shape, or without one.
    func place(in shape: GeoShape, of attribute: String, isNegated: Bool) throws -> Clause
    /// Matches if one of the clauses matches.
    func any(_ clauses: [Clause]) -> Clause
}

extension FilterVisitor {
    /// Translates a filter.
    public func clause(_ filter: Filter) throws -> Clause {
        switch filter.condition {
        case .facet(let value): try self.value(value, of: filter.attribute, isNegated: filter.isNegated)
        case .geo(let shape): try place(in: shape, of: filter.attribute, isNegated: filter.isNegated)
        case .comparison, .range, .date: try numbers(in: filter.intervals ?? [], of: filter.attribute)
        }
    }

    /// Translates a group into clauses that must all match.
    public func clauses(of group: FilterGroup) throws -> [Clause] {
        let clauses = try group.filters.map(clause)
        return group.id.kind == .or ? [any(clauses)] : clauses
    }

    /// Translates filter states into clauses that must all match.
    public func clauses(of states: FilterState...) throws -> [Clause] {
        try states.flatMap(\.groupsByType).flatMap { try clauses(of: $0) }
    }
}
