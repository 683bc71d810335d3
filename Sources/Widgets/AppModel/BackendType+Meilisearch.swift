// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Wire

extension BackendType {
    public static let meilisearch = BackendType(
        "meilisearch",
        .remote,
        "Meilisearch, from version 1.3 on; a record's objectID is the index's primary key.",
        parameters: network(isURLRequired: false) + [
            Parameter("apiKey", .text, "A key that permits searching, and best reading the index and its settings."),
            Parameter(
                "primaryKey",
                .text,
                "The attribute that identifies records, if the key may not read the index."
            ),
            Parameter("mostFacetValues", .integer(1...10_000), default: 100, "The index's maxValuesPerFacet."),
            Parameter("facetOrder", .choice(["alpha", "count"]), default: "alpha", "The index's sortFacetValuesBy."),
            Parameter("mostHits", .integer(1...10_000_000), default: 1_000, "The index's maxTotalHits."),
            sorts,
        ],
        needsOneOf: ["url", "hosts"]
    )
}
