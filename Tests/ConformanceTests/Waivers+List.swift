// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension Waiver {
    /// The waivers, by the rule that they follow.
    static let all =
        missingComponents + missingParts + structuredFilters + engineQueries + ranges + phases + selections + latestWins

    private static func subjects(_ subjects: [(String, of: String)], _ reason: String) -> [Waiver] {
        subjects.map { Waiver(scope: .subject($0, of: $1), reason: reason) }
    }

    private static func cases(_ ids: [String], _ reason: String) -> [Waiver] {
        ids.map { Waiver(scope: .testCase($0), reason: reason) }
    }

    /// Components that do not exist here.
    private static let missingComponents =
        [
            "dynamic-facets", "filter-map", "filter-toggle", "hierarchical", "multi-index-hits",
            "number",
            "number-rating", "observer", "query-rule-custom-data", "query-suggestion", "related-items",
            "relevant-sort", "sort-by",
        ]
        .map { Waiver(scope: .component($0), reason: "No counterpart in this version.") }

    /// Parts of components that do not exist here.
    private static let missingParts = subjects(
        [
            ("score", of: "filter"),
            ("score", of: "filter-groups"),
            ("score", of: "filter-state"),
            ("command set-hierarchical-attributes", of: "filter-state"),
            ("command set-hierarchical-path", of: "filter-state"),
            ("output hierarchical-attributes", of: "filter-state"),
            ("output hierarchical-path", of: "filter-state"),
            ("command add-item", of: "current-filters"),
            ("a list of numeric filters", of: "filter-list"),
            ("a list of several attributes", of: "filter-list"),
            ("another index", of: "hits-searcher"),
            ("command set-index", of: "hits-searcher"),
            ("command set-filters", of: "hits-searcher"),
            ("a page without a search", of: "hits-searcher"),
            ("event request-changed", of: "hits-searcher"),
            ("record schema", of: "hits"),
            ("output page-clean-up-offset", of: "hits"),
            ("command evict", of: "page-map"),
            ("command cancel-all", of: "sequencer"),
        ],
        "No counterpart in this version."
    )

    /// The rule that filters are structured from end to end, and strings of them exist only at an edge.
    private static let structuredFilters =
        subjects(
            [("legacy", of: "filter"), ("legacy", of: "filter-groups"), ("legacy", of: "filter-state")],
            "Filters are structured from end to end; the lists of conditions that a service is sent need no quotes."
        ) + [
            Waiver(
                scope: .component("params-encoding"),
                reason: "Filters are structured from end to end: a service is sent JSON and no encoded text."
            )
        ]

    /// The rule that the backend decides how many engine queries a search takes.
    private static let engineQueries = subjects(
        [
            ("query-count", of: "query-builder"),
            ("disjunctive-query-count", of: "query-builder"),
            ("hierarchical-query-count", of: "query-builder"),
            ("main-query", of: "query-builder"),
            ("faceting-queries", of: "query-builder"),
            ("requests", of: "multi-searcher"),
            ("requests without a searcher", of: "multi-searcher"),
        ],
        "Which engine queries bring the counts, and how their answers are told apart, is the backend's business."
    )

    /// The rule that bounds, selection and constraint are three things.
    private static let ranges =
        cases(
            ["number-range/clamped-to-bounds", "number-range/new-bounds-reclamp-item"],
            "Bounds never filter: a selection outside of them is kept and shown as such."
        )
        + cases(
            ["number-range/bounds-read-once"],
            "Bounds come from every response, computed without the widget's own filter."
        )

    /// The rule that the last good results stay on failure, marked stale.
    private static let phases = cases(
        ["stats/cleared-on-error"],
        "On failure the last good results stay and are marked stale."
    )

    /// The rule that selected values never vanish.
    private static let selections = cases(
        [
            "disjunctive/selected-empty-facets-kept-at-zero", "facet-sorting/hide-empty",
            "facet-sorting/limit-after-sort",
        ],
        "A selected facet value is listed even at count 0, whatever its group, and even beyond the limit."
    )

    /// The rule that the latest wins: a session and searcher has one search in flight and one waiting.
    private static let latestWins =
        cases(
            ["hits-searcher/query-change-cancels-in-flight"],
            "One search is in flight, so one is overtaken."
        )
        + subjects(
            [
                ("pending", of: "sequencer"),
                ("cancelled", of: "sequencer"),
                ("cancelled-count", of: "sequencer"),
                ("delivered", of: "sequencer"),
                ("delivered-count", of: "sequencer"),
            ],
            "One search is in flight: a newer one overtakes it at once, and not only when several are under way."
        )
        + subjects(
            [
                ("pages with a gap", of: "hits"),
                ("pages with a gap", of: "infinite-scroll"),
                ("pages with a gap", of: "page-map"),
                ("several pages at once", of: "hits"),
            ],
            "One search is in flight: pages are asked for one after another, and a list never has a gap."
        )
}
