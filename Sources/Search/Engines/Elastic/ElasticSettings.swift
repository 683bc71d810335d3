// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Which of the two engines is asked: they take the same searches, and differ in how a point in time is opened.
public enum ElasticFlavor: String, Sendable, Hashable {
    case elasticsearch
    case opensearch
}

/// What an app file says of searches in Elasticsearch or OpenSearch.
public struct ElasticSettings: Sendable, Hashable {
    /// Members of a search that are always written here, and so may not be in `body`.
    public static let ownMembers: Set<String> = [
        "query", "post_filter", "aggs", "aggregations", "from", "size", "search_after", "pit", "slice", "highlight",
        "_source", "sort", "track_total_hits", "fields", "stored_fields", "docvalue_fields",
    ]

    /// What numbers of `date` fields count since 1970.
    public enum DateUnit: String, Sendable, Hashable {
        case seconds, milliseconds
    }

    public var flavor: ElasticFlavor
    /// The fields that are searched, with their weights as in `name^3`; empty for those of the index.
    public var searchFields: [String]
    /// How many typing errors words may have; `nil` for none.
    public var typos: ElasticTypos?
    /// What the exact field of a text is called behind the dot, where it has several.
    public var exactSuffix: String
    /// The field of type `geo_point`; records have it as `_geoloc`.
    public var geoField: String
    /// What numbers of `date` fields count, in filters, counts and bounds.
    public var dateUnit: DateUnit
    /// A field whose value is another in each record, which decides between records that are worth the same; `nil` for none.
    public var tieBreaker: String?
    /// Further members of each search, such as `min_score`.
    public var body: JSONObject
    /// How many records one search lets through, `index.max_result_window`.
    public var window: Int
    /// How many records can be paged through.
    public var mostHits: Int

    public init(
        flavor: ElasticFlavor = .elasticsearch,
        searchFields: [String] = [],
        typos: ElasticTypos? = ElasticTypos(),
        exactSuffix: String = "keyword",
        geoField: String = "_geoloc",
        dateUnit: DateUnit = .seconds,
        tieBreaker: String? = nil,
        body: JSONObject = JSONObject(),
        window: Int = 10_000,
        mostHits: Int = 100_000
    ) {
        self.flavor = flavor
        self.searchFields = searchFields
        self.typos = typos
        self.exactSuffix = exactSuffix
        self.geoField = geoField
        self.dateUnit = dateUnit
        self.tieBreaker = tieBreaker
        self.body = body
        self.window = max(1, window)
        self.mostHits = max(1, mostHits)
    }
}
