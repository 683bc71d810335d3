// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

extension EmbeddedBackend: IndexCatalog {
    public var catalog: (any IndexCatalog)? { self }

    public func profile(of index: String) throws -> IndexProfile {
        let reader = try reader(of: index)
        let settings = try reader.settings
        return IndexProfile(
            searched: settings.searchedAttributes.map(\.name),
            facets: settings.attributesForFaceting ?? [],
            numeric: settings.numericAttributes ?? [],
            highlighted: settings.attributesToHighlight ?? [],
            given: try reader.givenSettings.json,
            extra: try reader.extra,
            name: index,
            primary: try reader.primaryName
        )
    }

    public func version(of index: String) throws -> IndexVersion { try reader(of: index).current }

    public func records(_ objectIDs: [String], of index: String) throws -> [[UInt8]?] {
        try reader(of: index).records(objectIDs)
    }

    public func listing() throws -> [IndexListing] {
        try directory.list().filter(\.isReadable).map { summary in
            IndexListing(
                name: summary.name,
                records: summary.recordCount,
                bytes: summary.bytes,
                updatedAt: Int(summary.updated.components.seconds)
            )
        }
    }

    public func marker(for request: SearchRequest) -> any TextMarking {
        (try? reader(of: request.index).marker(for: request)) ?? QueryMarker(request.query)
    }
}

extension IndexReader {
    /// Which facets are shown and in which order, as Algolia's clients have set it for the index or its replica.
    ///
    /// The index keeps it with the other settings that it does not know (`AlgoliaIndexSettings`).
    func facetOrdering(of name: String) throws -> FacetOrdering? {
        let kept = try extra
        let settings = [kept["replicas"]?[name], kept["settings"]].compactMap(\.self)
        guard let content = settings.lazy.compactMap({ $0["renderingContent"] }).first else { return nil }
        return SearchResponse.Remarks(json: ["renderingContent": content]).facetOrdering
    }
}

extension SearchResult {
    /// The answer with the order of facets that its index has.
    func with(_ ordering: FacetOrdering?) -> SearchResult {
        guard let ordering, case .success(var response) = self, case .hits(var hits) = response.content else {
            return self
        }
        hits.remarks.facetOrdering = ordering
        response.content = .hits(hits)
        return .success(response)
    }
}
