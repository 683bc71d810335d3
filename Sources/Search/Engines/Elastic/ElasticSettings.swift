// SPDX-License-Identifier: MIT

import Wire

/// Which of the two engines is asked: they take the same searches, and differ in how a point in time is opened.
enum ElasticFlavor: String, Sendable, Hashable {
    case elasticsearch
    case opensearch
}

/// What an app file says of searches in Elasticsearch or OpenSearch.
struct ElasticSettings: Sendable, Hashable {
    /// Members of a search that are always written here, and so may not be in `body`.
    static let ownMembers: Set<String> = [
        "query", "post_filter", "aggs", "aggregations", "from", "size", "search_after", "pit", "slice", "highlight",
        "_source", "sort", "track_total_hits", "fields", "stored_fields", "docvalue_fields",
    ]

    enum DateUnit: String, Sendable, Hashable {
        case seconds, milliseconds
    }

    var flavor: ElasticFlavor = .elasticsearch
    /// The fields that are searched, with their weights as in `name^3`; empty for those of the index.
    var searchFields: [String] = []
    /// How many typing errors words may have; `nil` for none.
    var typos: ElasticTypos? = ElasticTypos()
    /// What the exact field of a text is called behind the dot, where it has several.
    var exactSuffix: String = "keyword"
    /// The field of type `geo_point`; records have it as `_geoloc`.
    var geoField: String = "_geoloc"
    /// What numbers of `date` fields count, in filters, counts and bounds.
    var dateUnit: DateUnit = .seconds
    /// A field whose value is another in each record, which decides between records that are worth the same; `nil` for none.
    var tieBreaker: String?
    /// Further members of each search, such as `min_score`.
    var body: JSONObject = JSONObject()
    /// How many records one search lets through, `index.max_result_window`.
    var window: Int = 10_000
    var mostHits: Int = 100_000
}
