// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Wire

extension BackendType {
    public static let elasticsearch = elastic("elasticsearch", "Elasticsearch, from version 7.12 on.")

    public static let opensearch = elastic("opensearch", "OpenSearch, from version 2.4 on.")

    private static func elastic(_ name: String, _ summary: String) -> BackendType {
        BackendType(
            name,
            .remote,
            summary,
            parameters: network(isURLRequired: false) + [
                Parameter("apiKey", .text, "An API key, encoded or as ID:KEY."),
                Parameter("username", .text, "A user, where there is no key."),
                Parameter("password", .text, "The user's password."),
                Parameter("searchFields", .list(.text), "The fields that are searched, with weights as in name^3."),
                Parameter(
                    "fuzziness",
                    .oneOf([.integer(0...2), .text]),
                    default: "AUTO",
                    "How many typing errors a word may have: AUTO, AUTO:LOW,HIGH, 1, 2, or 0 for none."
                ),
                Parameter(
                    "prefixLength",
                    .integer(0...10),
                    default: 1,
                    "How many letters at the beginning of a word have no error."
                ),
                Parameter("exactSuffix", .text, default: "keyword", "How a text's exact field is called."),
                Parameter("geoField", .text, default: "_geoloc", "The field of type geo_point."),
                Parameter(
                    "dateUnit",
                    .choice(["seconds", "milliseconds"]),
                    default: "seconds",
                    "What numbers of date fields count since 1970."
                ),
                Parameter(
                    "tieBreaker",
                    .text,
                    "A field that is another in each record, to order those of the same worth."
                ),
                Parameter("window", .integer(1...1_000_000), default: 10_000, "The index's max_result_window."),
                Parameter(
                    "mostHits",
                    .integer(1...10_000_000),
                    default: 100_000,
                    "How many records can be paged through."
                ),
                Parameter("body", .object([], isOpen: true), "Further members of each search, such as min_score."),
                sorts,
            ],
            needsOneOf: ["url", "hosts"]
        )
    }

    /// Names for an index in another order, for engines with the order as a parameter.
    static let sorts = Parameter(
        "sorts",
        .map(
            .object([
                Parameter("index", .text, isRequired: true, "The index."),
                Parameter(
                    "by",
                    .list(.text, maximum: 8),
                    isRequired: true,
                    "Attributes as ATTRIBUTE:asc or ATTRIBUTE:desc."
                ),
            ])
        ),
        "Names for an index in another order, by name."
    )
}
