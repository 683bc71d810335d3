// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The syntax of filters, except geographic ones.
public enum FilterSyntax: String, Sendable, Hashable, CaseIterable {
    /// As lists, `facetFilters` and `numericFilters`.
    case lists
    /// As one text, `filters`.
    case text

    /// The members of a query that ask for the filters of all these states; none where they hold none.
    package func members(for states: [FilterState]) -> [(String, JSON)] {
        required(states) + FilterSyntax.optional(states)
    }

    /// The names of members that say what is optional.
    package static let optionalNames: Set<String> = [FilterLists.Kind.optionalFilters.rawValue, scoring]
    private static let scoring = "sumOrFiltersScores"

    /// What is optional: the scores of all filters that a record meets are added up.
    private static func optional(_ states: [FilterState]) -> [(String, JSON)] {
        let filters = FilterEncoding.optionalFilters(states)
        return filters.isEmpty
            ? [] : [(FilterLists.Kind.optionalFilters.rawValue, .array(filters)), (scoring, .bool(true))]
    }

    private func required(_ states: [FilterState]) -> [(String, JSON)] {
        switch self {
        case .lists:
            let lists = FilterEncoding(states)
            let named: [(FilterLists.Kind, [JSON])] = [
                (.facetFilters, lists.facetFilters), (.numericFilters, lists.numericFilters),
            ]
            return named.filter { !$0.1.isEmpty }.map { ($0.0.rawValue, .array($0.1)) }
        case .text:
            let texts = states.map(\.withoutShapes).compactMap { FilterText.text(of: $0) }
            return texts.isEmpty ? [] : [(FilterTextParser.name, .string(texts.joined(separator: " AND ")))]
        }
    }
}
