// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Structured filters as the `filters` text of Algolia's search protocol, such as
/// `( "brand":"Apple" OR "brand":"Sony" ) AND ( NOT "price" < 10.0 )`.
///
/// A filter state has no order that means anything: its text stands in one order, so that equal states have equal texts, and a
/// cache on the way knows them again.
enum FilterText {
    /// A filter; numbers are printed with a fraction, whatever they were typed as.
    static func text(of filter: Filter) -> String {
        let name = quoted(filter.attribute)
        let text =
            switch filter.condition {
            case .facet(.text(let value)): "\(name):\(quoted(value))"
            case .facet(let value): "\(name):\(value.double.map { "\($0)" } ?? value.label)"
            case .comparison(let comparison, let bound): "\(name) \(comparison.rawValue) \(bound)"
            case .range(let range): "\(name):\(range.lowerBound) TO \(range.upperBound)"
            }
        return filter.isNegated ? "NOT \(text)" : text
    }

    /// Groups that must all hold, as they stand; `nil` where there is none.
    static func text(of groups: [FilterGroup]) -> String? {
        groups.isEmpty ? nil : groups.map(text).joined(separator: " AND ")
    }

    /// The groups of a filter state, in order of their names and texts; `nil` where there is none.
    static func text(of state: FilterState) -> String? {
        text(of: sorted(state.groupsByType))
    }

    private static func text(of group: FilterGroup) -> String {
        let filters = group.filters.map { text(of: $0) }
        return "( \(filters.joined(separator: group.id.kind == .or ? " OR " : " AND ")) )"
    }

    private static func sorted(_ groups: [FilterGroup]) -> [FilterGroup] {
        groups.enumerated()
            .sorted { left, right in
                let (first, second) = (left.element.id, right.element.id)
                if first.name != second.name { return first.name < second.name }
                let (isFirst, isSecond) = (first.kind == .or, second.kind == .or)
                return isFirst == isSecond ? left.offset < right.offset : isFirst
            }
            .map { FilterGroup(id: $0.element.id, filters: $0.element.filters.sorted { text(of: $0) < text(of: $1) }) }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\\\""))\""
    }
}

/// How a service is told the filters.
public enum FilterSyntax: String, Sendable, Hashable, CaseIterable {
    /// As lists, `facetFilters` and `numericFilters`.
    case lists
    /// As one text, `filters`.
    case text

    /// The members of a query that ask for the filters of all these states; none where they hold none.
    func members(for states: [FilterState]) -> [(String, JSON)] {
        switch self {
        case .lists:
            let lists = FilterEncoding(states)
            return [("facetFilters", lists.facetFilters), ("numericFilters", lists.numericFilters)]
                .filter { !$0.1.isEmpty }
                .map { ($0.0, .array($0.1)) }
        case .text:
            let texts = states.compactMap { FilterText.text(of: $0) }
            return texts.isEmpty ? [] : [("filters", .string(texts.joined(separator: " AND ")))]
        }
    }
}
