// SPDX-License-Identifier: MIT

import Wire

/// A backend's answer to one `SearchRequest`, and the data of a `results/` event.
public struct SearchResponse: Sendable, Hashable {
    /// A page of records with counts, or the matching values of a facet.
    public enum Content: Sendable, Hashable {
        case hits(Hits)
        case facetValues(attribute: String, values: [FacetCount])
    }

    /// The answer to a request for records.
    public struct Hits: Sendable, Hashable {
        public var hits: [Hit]
        public var totalCount: Int
        /// The page, from 0.
        public var page: Int
        /// How many records a full page has.
        public var hitsPerPage: Int
        /// How many pages can be asked for; engines may offer fewer than the total has.
        public var pageCount: Int
        /// The values of each counted attribute, the commonest first and then by name; selected ones are there even at
        /// count 0, and an attribute that could not be counted has none.
        public var facets: [String: [FacetCount]]
        /// The lowest and highest number of each attribute asked for, without the session's own filter on it.
        public var stats: [String: ClosedRange<Double>]
        /// What the numbers of each attribute asked for come to; an engine that does not know has none.
        public var sums: [String: NumberSum]
        /// Whether the total and the facet counts are exact.
        public var isExhaustive: Bool
        /// What was asked for and could not be given, while the rest stands.
        public var warnings: [SearchWarning]
        /// What the engine says of the answer beside all that.
        public var remarks: Remarks

        public init(
            hits: [Hit] = [],
            totalCount: Int = 0,
            page: Int = 0,
            hitsPerPage: Int = 20,
            pageCount: Int? = nil,
            facets: [String: [FacetCount]] = [:],
            stats: [String: ClosedRange<Double>] = [:],
            sums: [String: NumberSum] = [:],
            isExhaustive: Bool = true,
            warnings: [SearchWarning] = [],
            remarks: Remarks = Remarks()
        ) {
            self.hits = hits
            self.totalCount = totalCount
            self.page = page
            self.hitsPerPage = hitsPerPage
            self.pageCount = pageCount ?? Hits.pageCount(totalCount, hitsPerPage)
            self.facets = facets
            self.stats = stats
            self.sums = sums
            self.isExhaustive = isExhaustive
            self.warnings = warnings
            self.remarks = remarks
        }

        private static func pageCount(_ totalCount: Int, _ hitsPerPage: Int) -> Int {
            guard hitsPerPage > 0 else { return 0 }
            return totalCount / hitsPerPage + (totalCount % hitsPerPage > 0 ? 1 : 0)
        }
    }

    public var query: String
    /// How long the backend worked, in milliseconds.
    public var processingTimeMS: Double
    public var content: Content

    public init(query: String, processingTimeMS: Double, content: Content) {
        self.query = query
        self.processingTimeMS = processingTimeMS
        self.content = content
    }

    /// The records and counts, or `nil` for a facet search.
    public var hits: Hits? {
        guard case .hits(let hits) = content else { return nil }
        return hits
    }
}

/// A value of a facet and how many matching records have it.
public struct FacetCount: Sendable, Hashable {
    /// The value: a string, a number or a boolean.
    public let value: FacetValue
    public let count: Int
    /// The value's text with the matched parts marked, in a facet search.
    public let highlighted: Highlight?

    public init(value: FacetValue, count: Int, highlighted: Highlight? = nil) {
        self.value = value
        self.count = count
        self.highlighted = highlighted
    }
}

extension FacetCount {
    /// Whether a value comes before another where the commonest are first, and those as common by name.
    public static func isCommoner(_ left: FacetCount, _ right: FacetCount) -> Bool {
        left.count != right.count ? left.count > right.count : FacetName(left.value) < FacetName(right.value)
    }
}
