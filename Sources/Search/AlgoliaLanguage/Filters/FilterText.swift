// SPDX-License-Identifier: MIT

import SearchModel

/// Structured filters as the `filters` text of Algolia's search protocol, such as
/// `( "brand":"Apple" OR "brand":"Sony" ) AND ( NOT "price" < 10.0 )`.
///
/// The order of a filter state has no meaning: its text has a fixed order, so that equal states have equal texts, and a
/// cache on the way knows them again.
package enum FilterText {
    /// A filter; numbers are printed with a fraction, whatever they were typed as.
    package static func text(of filter: Filter) -> String {
        let name = quoted(filter.attribute)
        let text =
            switch filter.condition {
            case .facet(.text(let value)): "\(name):\(quoted(value))"
            case .facet(let value): "\(name):\(unquoted(value))"
            case .comparison(let comparison, let bound): "\(name) \(comparison.rawValue) \(bound)"
            case .geo(let shape): "\(name):\(quoted(shape.label))"
            case .date(let period): "\(name):\(quoted(period.text))"
            case .range(let range): "\(name):\(range.lowerBound) TO \(range.upperBound)"
            }
        return (filter.isNegated ? "NOT \(text)" : text) + score(of: filter)
    }

    /// What follows a filter that has a score: `<score=5>`.
    package static func score(of filter: Filter) -> String { filter.score.map { "<score=\($0)>" } ?? "" }

    /// A number with a fraction, or a boolean.
    package static func unquoted(_ value: FacetValue) -> String { value.double.map { "\($0)" } ?? value.label }

    /// Groups that must all hold, in the given order; `nil` without groups.
    package static func text(of groups: [FilterGroup]) -> String? {
        groups.isEmpty ? nil : groups.map(text).joined(separator: " AND ")
    }

    /// The groups of a filter state, in order of their names and texts; `nil` without groups.
    package static func text(of state: FilterState) -> String? {
        text(of: sorted(state.groupsByType))
    }

    private static func text(of group: FilterGroup) -> String {
        let filters = group.filters.map { text(of: $0) }
        return "( \(filters.joined(separator: group.id.kind == .or ? " OR " : " AND ")) )"
    }

    /// Groups in order of their names, and in them the filters in order of their texts.
    package static func sorted(_ groups: [FilterGroup]) -> [FilterGroup] {
        groups.enumerated()
            .sorted { left, right in
                let (first, second) = (left.element.id, right.element.id)
                if first.name != second.name { return first.name < second.name }
                let (isFirst, isSecond) = (first.kind == .or, second.kind == .or)
                return isFirst == isSecond ? left.offset < right.offset : isFirst
            }
            .map { FilterGroup(id: $0.element.id, filters: $0.element.filters.sorted { text(of: $0) < text(of: $1) }) }
    }

    /// A text in quotes: quotes inside of it, and backslashes before a quote, follow a backslash.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        var backslashes = 0
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += String(repeating: "\\", count: backslashes + 1) }
            backslashes = scalar == "\\" ? backslashes + 1 : 0
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + String(repeating: "\\", count: backslashes) + "\""
    }
}
