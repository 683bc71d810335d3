// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchModel
import Wire

/// An engine that is asked as Algolia's is, and answers like it: the smallest backend is one method.
///
///     struct Mine: DefaultBackend {
///         func search(_ query: JSONObject) async throws -> JSON { … }
///     }
///
/// The query holds the parameters of Algolia's search protocol: `indexName`, `query`, `page`, `hitsPerPage`, `facets`,
/// `facetFilters`, `numericFilters` and so on, or, for a search of facet values, `type` (`facet`), `facet` and `facetQuery`. The
/// answer is an object with `hits`, and where there are any `nbHits`, `facets` and `facets_stats`, or with `facetHits`.
public protocol DefaultBackend: Backend where Query == JSONObject, Answer == JSON {
    /// How filters are written and answers read; the standard form writes filters as lists.
    var dialect: AlgoliaDialect { get }
}

extension DefaultBackend {
    public var dialect: AlgoliaDialect { .standard }

    public func map(request: SearchRequest) throws -> JSONObject { try dialect.encode(request) }

    public func map(answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try dialect.decode(answer, of: request)
    }
}

extension AlgoliaDialect {
    /// Filters as lists, and tags that are others in each process.
    public static let standard = AlgoliaDialect()
}
