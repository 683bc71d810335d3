// SPDX-License-Identifier: MIT

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

extension BackendType {
    public static let groonga = BackendType(
        "groonga",
        .remote,
        "Tables of a Groonga server.",
        parameters: network() + [
            Parameter("searchColumns", .list(.text), "The columns that are searched; all columns of texts otherwise."),
            Parameter(
                "matching",
                .choice(["prefix", "tokens"]),
                "How a word is found: as a beginning, or as the tokenizer cuts it."
            ),
            Parameter("present", .text, "A column that lists the attributes which a record has."),
            Parameter("place", .text, "The column of places, which is the attribute `_geoloc`."),
        ]
    )
}

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

extension BackendType {
    public static let postgresql = BackendType(
        "postgresql",
        .remote,
        "Tables and views of a PostgreSQL database.",
        parameters: [
            Parameter("url", .text, isRequired: true, "The address, postgresql://USER@HOST:PORT/DATABASE."),
            Parameter("password", .text, "The password, as ${NAME}."),
            Parameter(
                "sslmode",
                .choice(["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]),
                "How the connection is made secure."
            ),
            Parameter("certificateAuthority", .text, "A file of certificates to trust, in PEM form."),
            Parameter("schema", .text, "The schema of the tables that may be searched; `public` otherwise."),
            Parameter("id", .text, "The column that identifies records; by default `objectID` or `objectid`."),
            Parameter("record", .text, "A column of the type jsonb that holds whole records."),
            Parameter("searchColumns", .list(.text), "The attributes that are searched, the most important first."),
            Parameter("searchVector", .text, "A column of the type tsvector that is searched instead."),
            Parameter("language", .text, "The text search configuration; `simple` otherwise."),
            Parameter("channel", .text, "The channel on which changed tables are notified; `searchbus` otherwise."),
            Parameter("timeout", .number(0.001...600), "Timeout of a response in seconds."),
            Parameter("connectTimeout", .number(0.001...600), "Timeout of a connection attempt in seconds."),
            Parameter("connections", .integer(1...100), "Maximum number of connections."),
            Parameter("largestAnswer", .integer(1_024...1_073_741_824), "How many bytes an answer may have."),
            sorts,
        ]
    )
}

extension BackendType {
    public static let typesense = BackendType(
        "typesense",
        .remote,
        "Typesense, from version 0.25 on; a record's objectID is the document's id.",
        parameters: network(isURLRequired: false) + [
            Parameter("apiKey", .text, "A key that permits searching, and best reading the collection."),
            Parameter(
                "searchFields",
                .list(.text),
                "The fields that are searched; all texts, where the key may read them."
            ),
            Parameter("geoField", .text, default: "_geoloc", "The field of type geopoint."),
            Parameter("parameters", .object([], isOpen: true), "Further members of each search, such as num_typos."),
            sorts,
        ],
        needsOneOf: ["url", "hosts"]
    )
}
