// SPDX-License-Identifier: MIT

import Wire

/// Plays the cases of one component against its implementation here.
protocol CasePlayer: SendableMetatype {
    /// Builds the component.
    init(given: JSON) throws

    /// Executes one command.
    mutating func play(_ command: String, _ data: JSON) throws

    /// An output; the case's expectation says what is asked where the output is a list of queries.
    ///
    /// A player translates between a case's notation and the project's own; it computes nothing that a case asserts.
    func output(_ name: String, expected: JSON) throws -> JSON
}

/// A part of a case without a counterpart here.
struct Missing: Error, CustomStringConvertible {
    let feature: String

    var description: String { "no counterpart" }

    init(_ feature: String) {
        self.feature = feature
    }

    /// A command that the component does not know.
    static func command(_ name: String) -> Missing { Missing("command \(name)") }

    /// An output that the component does not have.
    static func output(_ name: String) -> Missing { Missing("output \(name)") }
}

/// The players by the component whose cases they play.
let players: [String: any CasePlayer.Type] = [
    "current-filters": CurrentFiltersPlayer.self,
    "dynamic-facets": DynamicFacetsPlayer.self,
    "facet-list": FacetListPlayer.self,
    "facet-list-presenter": FacetListPlayer.self,
    "filter": FilterPlayer.self,
    "filter-clear": FilterClearPlayer.self,
    "filter-groups": FilterGroupsPlayer.self,
    "filter-list": FilterListPlayer.self,
    "filter-map": FilterMapPlayer.self,
    "filter-state": FilterStatePlayer.self,
    "filter-toggle": FilterTogglePlayer.self,
    "hierarchical": HierarchicalPlayer.self,
    "highlighting": HighlightingPlayer.self,
    "hits": HitsPlayer.self,
    "hits-searcher": HitsSearcherPlayer.self,
    "infinite-scroll": InfiniteScrollPlayer.self,
    "loading": LoadingPlayer.self,
    "multi-index-hits": MultiHitsPlayer.self,
    "multi-searcher": MultiSearcherPlayer.self,
    "number": NumberPlayer.self,
    "number-range": NumberRangePlayer.self,
    "number-rating": NumberRatingPlayer.self,
    "page-map": PageMapPlayer.self,
    "params-encoding": ParameterEncodingPlayer.self,
    "query-builder": QueryBuilderPlayer.self,
    "query-rule-custom-data": QueryRuleDataPlayer.self,
    "query-suggestion": QuerySuggestionPlayer.self,
    "related-items": RelatedItemsPlayer.self,
    "relevant-sort": RelevantSortPlayer.self,
    "search-box": SearchBoxPlayer.self,
    "selectable-list": SelectableListPlayer.self,
    "sequencer": SequencerPlayer.self,
    "sort-by": SortByPlayer.self,
    "stats": StatsPlayer.self,
]
