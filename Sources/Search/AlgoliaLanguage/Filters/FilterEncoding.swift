// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Structured filters as the `facetFilters` and `numericFilters` of Algolia's search protocol: lists of which every element
/// must hold, an element that is a list itself when one of its members does.
package struct FilterEncoding {
    /// Conditions on facet values and tags, such as `brand:Apple` and `brand:-Apple`.
    package private(set) var facetFilters: [JSON] = []
    /// Conditions on numbers, such as `price>=10` and `price:10 TO 20`.
    package private(set) var numericFilters: [JSON] = []

    /// Encodes the groups of all states, which must all hold.
    package init(_ states: [FilterState]) {
        for group in states.flatMap(\.groupsByType) {
            switch group.id.kind {
            case .and, .hierarchical, .optional: for filter in group.filters { add([filter]) }
            case .or: add(group.filters)
            }
        }
    }

    /// The optional groups of all states as `optionalFilters`: a list of alternatives for each group.
    static func optionalFilters(_ states: [FilterState]) -> [JSON] {
        states.flatMap(\.optionalGroups).map { oneOf($0.filters.compactMap(facet)) }
    }

    /// Adds filters of one type, of which one must hold.
    private mutating func add(_ alternatives: [Filter]) {
        let facets = alternatives.compactMap(FilterEncoding.facet)
        let numbers = alternatives.flatMap(FilterEncoding.numbers)
        if !facets.isEmpty { facetFilters.append(FilterEncoding.oneOf(facets)) }
        if !numbers.isEmpty { numericFilters.append(FilterEncoding.oneOf(numbers)) }
    }

    private static func oneOf(_ conditions: [String]) -> JSON {
        conditions.count == 1 ? .string(conditions[0]) : JSON(conditions)
    }

    private static func facet(_ filter: Filter) -> String? {
        guard let value = filter.facetValue else { return nil }
        let text = value.label
        // A value's own dash is escaped; a bare one would negate.
        let escaped = text.hasPrefix("-") ? "\\" + text : text
        return "\(filter.attribute):\(filter.isNegated ? "-" : "")\(escaped)\(FilterText.score(of: filter))"
    }

    /// The conditions of which one must hold for a filter on numbers to hold.
    private static func numbers(_ filter: Filter) -> [String] {
        (filter.numericConditions ?? []).compactMap { condition in
            switch condition {
            case .facet, .date, .geo: nil
            case .range(let range):
                "\(filter.attribute):\(number(range.lowerBound)) TO \(number(range.upperBound))"
            case .comparison(let comparison, let bound): "\(filter.attribute)\(comparison.rawValue)\(number(bound))"
            }
        }
    }

    private static func number(_ value: Double) -> String { JSON.number(value).text }
}
