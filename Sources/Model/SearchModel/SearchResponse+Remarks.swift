// SPDX-License-Identifier: MIT

import Wire

extension SearchResponse {
    /// What an engine says of an answer beside records and counts: how it was sorted, and what its rules add.
    public struct Remarks: Sendable, Hashable {
        /// The maximum of custom data in bytes; whole entries beyond it are omitted.
        public static let customDataLimit = 16_384

        /// How many of the matching records were relevant enough to be sorted, where others were left out.
        public var sortedCount: Int?
        /// How strict the engine was about relevance, 0 to 100.
        public var relevancyStrictness: Int?
        /// The custom data of the rules that applied, objects.
        public var customData: [JSON]
        /// Which facets the engine's rules show, and in which order.
        public var facetOrdering: FacetOrdering?
        /// Where the engine's rules send people instead.
        public var redirect: String?
        /// What the engine knows the search by.
        public var queryID: String?

        public init(
            sortedCount: Int? = nil,
            relevancyStrictness: Int? = nil,
            customData: [JSON] = [],
            facetOrdering: FacetOrdering? = nil,
            redirect: String? = nil,
            queryID: String? = nil
        ) {
            self.sortedCount = sortedCount
            self.relevancyStrictness = relevancyStrictness
            self.customData = customData
            self.facetOrdering = facetOrdering
            self.redirect = redirect
            self.queryID = queryID
        }
    }
}

extension SearchResponse.Remarks {
    /// Reads what there is among the members of an engine's answer or of a `results/` event; what makes no sense is not there.
    public init(json: JSON) {
        let rendering = json["renderingContent"]
        self.init(
            sortedCount: json["nbSortedHits"]?.int.flatMap { $0 >= 0 ? $0 : nil },
            relevancyStrictness: json["appliedRelevancyStrictness"]?.int.flatMap { (0...100).contains($0) ? $0 : nil },
            customData: Self.bounded(json["userData"]?.array ?? []),
            facetOrdering: rendering?["facetOrdering"].flatMap(FacetOrdering.init(engine:)),
            redirect: rendering?["redirect"]?["url"]?.string.flatMap { (1...2_048).contains($0.utf8.count) ? $0 : nil },
            queryID: json["queryID"]?.string.flatMap { $0.utf8.count <= 256 ? $0 : nil }
        )
    }

    /// The objects that keep within the limit together.
    private static func bounded(_ entries: [JSON]) -> [JSON] {
        var left = customDataLimit
        return entries.filter { entry in
            guard entry.object != nil else { return false }
            let size = entry.bytes.count
            guard size <= left else { return false }
            left -= size
            return true
        }
    }

    /// What there is, in the words of Algolia's protocol.
    public var members: JSONObject {
        var object = JSONObject()
        if let sortedCount { object["nbSortedHits"] = JSON(sortedCount) }
        if let relevancyStrictness { object["appliedRelevancyStrictness"] = JSON(relevancyStrictness) }
        if !customData.isEmpty { object["userData"] = .array(customData) }
        var rendering = JSONObject()
        if let facetOrdering { rendering["facetOrdering"] = facetOrdering.json }
        if let redirect { rendering["redirect"] = ["url": .string(redirect)] }
        if !rendering.isEmpty { object["renderingContent"] = .object(rendering) }
        if let queryID { object["queryID"] = .string(queryID) }
        return object
    }
}
