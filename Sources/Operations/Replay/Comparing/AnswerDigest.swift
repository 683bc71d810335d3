// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What is compared of an answer: little of it, so that many can be kept.
public struct AnswerDigest: Sendable, Hashable {
    /// How many hits are compared.
    public static let mostHits = 10

    /// The identifiers of the first hits of the page; the values' texts in the answer to a search for values.
    public var hits: [String]
    /// How many records match; how many values, in the answer to a search for values.
    public var count: Int
    public var facets: [String: [FacetValue: Int]]

    public init(hits: [String], count: Int, facets: [String: [FacetValue: Int]] = [:]) {
        // A repeated hit counts at its first position.
        var seen: Set<String> = []
        self.hits = hits.prefix(Self.mostHits).filter { seen.insert($0).inserted }
        self.count = count
        self.facets = facets
    }

    /// Takes what is compared from an answer.
    public init(_ response: SearchResponse) {
        switch response.content {
        case .hits(let hits):
            self.init(
                hits: hits.hits.prefix(Self.mostHits).map(\.objectID),
                count: hits.totalCount,
                facets: hits.facets.mapValues(Self.counts)
            )
        case .facetValues(let attribute, let values):
            self.init(
                hits: values.prefix(Self.mostHits).map(\.value.label),
                count: values.count,
                facets: [attribute: Self.counts(of: values)]
            )
        }
    }

    private static func counts(of values: [FacetCount]) -> [FacetValue: Int] {
        Dictionary(values.map { ($0.value, $0.count) }, uniquingKeysWith: { first, _ in first })
    }
}
