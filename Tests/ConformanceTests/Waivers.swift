// SPDX-License-Identifier: MIT

/// A case whose expectation the project departs from on purpose: one case, and the rule that it follows instead.
struct Waiver {
    /// The rules of the design in which this project differs from the one that the cases describe.
    enum Rule: String {
        /// Bounds come from every response and never filter; a selection outside of them is kept.
        case bounds = "Bounds, selection and constraint are three things"
        /// A selection without a search does not exist: selecting, from the start or by name, searches.
        case initialSelections = "Initial selections take effect"
        /// A selected facet value is listed even at count 0, and even beyond the limit.
        case selectedValues = "Selected values never vanish"
        /// Facets, numbers and tags of one name are separate groups, joined by and.
        case groups = "An or-group holds filters of one type and kind"
        /// How many engine queries the counts take is the backend's business.
        case counts = "Counts are exact"
        /// One search is in flight and one waits, so pages are asked for one after another.
        case latestWins = "Latest wins"
        /// On failure the last good results stay and are marked stale.
        case phases = "Every view has a `phase`"
    }

    let id: String
    let rule: Rule

    private init(_ id: String, _ rule: Rule) {
        self.id = id
        self.rule = rule
    }

    /// The waivers.
    static let all = [
        Waiver("number-range/new-bounds-reclamp-item", .bounds),
        Waiver("number-range/bounds-read-once", .bounds),
        Waiver("sort-by/initial-selection-leaves-searcher-alone", .initialSelections),
        Waiver("sort-by/selecting-by-name-does-not-search", .initialSelections),
        Waiver("facet-sorting/limit-after-sort", .selectedValues),
        Waiver("disjunctive/selected-empty-facets-kept-at-zero", .selectedValues),
        Waiver("filter-state/wrong-type-in-or-group-dropped", .groups),
        Waiver("disjunctive/one-query-per-manual-attribute", .counts),
        Waiver("disjunctive/faceting-query-parameters", .counts),
        Waiver("hierarchical-faceting/queries-per-level", .counts),
        Waiver("hierarchical-faceting/root-query-has-empty-filters", .counts),
        Waiver("hierarchical-faceting/with-disjunctive-filters", .counts),
        Waiver("stats/cleared-on-error", .phases),
        Waiver("hits-searcher/query-change-cancels-in-flight", .latestWins),
        Waiver("sequencer/oldest-cancelled-over-capacity", .latestWins),
        Waiver("sequencer/default-capacity-is-three", .latestWins),
        Waiver("infinite-scroll/settled-page-leaves-pending", .latestWins),
        Waiver("infinite-scroll/request-change-clears-pending", .latestWins),
        Waiver("hits/request-change-invalidates", .latestWins),
    ]
}
