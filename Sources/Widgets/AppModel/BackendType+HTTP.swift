// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Wire

extension BackendType {
    public static let http = BackendType(
        "http",
        .remote,
        "Any service that answers in JSON, by a mapping.",
        parameters: network() + [
            Parameter("method", .choice(["GET", "POST"]), "The HTTP method; POST if there is a `body`."),
            Parameter("path", .text, "The path below `url`, with its query and placeholders such as {query}."),
            Parameter("body", .any, "What is posted, with placeholders in its texts."),
            Parameter("hits", .text, isRequired: true, "Where in an answer the records are, such as `result.items`."),
            Parameter("id", .text, "Where in a record its id is; `objectID` otherwise."),
            Parameter("record", .text, "Where in a hit the record is, if not the hit itself."),
            Parameter("total", .text, "Where in an answer the number of matching records is."),
            Parameter("facets", .text, "Where the counts of an attribute are, such as `facets.{attribute}`."),
            Parameter("facetValue", .text, "Where in a listed count its value is; `value` otherwise."),
            Parameter("facetCount", .text, "Where in a listed count its number is; `count` otherwise."),
            Parameter("bounds", .text, "Where the `min` and `max` of an attribute are, such as `stats.{attribute}`."),
            Parameter(
                "counts",
                .choice(["conjunctive", "disjunctive"]),
                "Whether counts leave out the filters of their own attribute."
            ),
            Parameter("highlights", .text, "Where in a hit the texts with marks are, by attribute."),
            Parameter("highlightTags", .list(.text), "The two texts around a match, if the service has fixed ones."),
        ]
    )
}
