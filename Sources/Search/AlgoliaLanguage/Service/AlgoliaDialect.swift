// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Requests and answers in the words of Algolia's search protocol.
///
/// Pure: JSON in and out.
public struct AlgoliaDialect: Sendable {
    /// The syntax in which filters are sent to the service.
    public let filters: FilterSyntax
    /// The tags that it is asked to put around matches.
    let tags: HighlightTags

    /// - Parameters:
    ///   - filters: The syntax of filters.
    ///   - token: An unpredictable number from which the tags around matches are made.
    public init(filters: FilterSyntax = .lists, token: UInt64 = .random(in: .min ... .max)) {
        self.filters = filters
        tags = HighlightTags(token: token)
    }

    // MARK: - Requests

    /// The parameters that ask for what a request does, `indexName` first.
    ///
    /// - Throws: `SearchBusError` for filters that the protocol has no words for.
    public func encode(_ request: SearchRequest) throws -> JSONObject {
        try request.checkResolved()
        switch request.kind {
        case .facetValues(let attribute, let limit):
            var query = try filtered(request)
            query["type"] = "facet"
            query["facet"] = .string(attribute)
            query["facetQuery"] = .string(request.query)
            query["maxFacetHits"] = JSON(limit)
            return tagged(query)
        case .hits:
            var query = try filtered(request)
            query["query"] = .string(request.query)
            let attributes = attributes(of: request)
            if !attributes.isEmpty || !request.isForCounts {
                query["facets"] = JSON(attributes)
                query["maxValuesPerFacet"] = JSON(request.facets.map(\.limit).max() ?? 100)
            }
            query["page"] = JSON(request.page)
            query["hitsPerPage"] = JSON(request.hitsPerPage)
            query["attributesToRetrieve"] = request.attributesToRetrieve.map { JSON($0) }
            let highlighted = request.attributesToHighlight ?? request.attributesToRetrieve
            query["attributesToHighlight"] = highlighted.map { JSON($0) }
            guard !request.isForCounts else {
                // A question that no person asked is not to be counted as one.
                query["analytics"] = false
                return query
            }
            return tagged(query)
        }
    }

    /// The attributes to ask for; bounds come with counts only.
    private func attributes(of request: SearchRequest) -> [String] {
        let counted = request.countedAttributes
        return counted + request.stats.filter { !counted.contains($0) }
    }

    private func tagged(_ query: JSONObject) -> JSONObject {
        var query = query
        query["highlightPreTag"] = .string(tags.open)
        query["highlightPostTag"] = .string(tags.close)
        return query
    }

    private func filtered(_ request: SearchRequest) throws -> JSONObject {
        var query = JSONObject([("indexName", .string(request.index))])
        let states = [request.baseFilters, request.filters]
        let own = try AlgoliaDialect.ownParameters(of: request)
        for member in request.parameters.members where !own.contains(member.key) { query[member.key] = member.value }
        for (name, value) in try GeoParameters(states).members { query[name.rawValue] = value }
        for (key, value) in filters.members(for: states) { query[key] = value }
        return query
    }

    /// The parameters that a request says in its own way; those on places, and what is optional, where filters are so.
    private static func ownParameters(of request: SearchRequest) throws -> Set<String> {
        let states = [request.baseFilters, request.filters]
        var names = alwaysOwn
        if try !GeoParameters(states).members.isEmpty { names.formUnion(GeoParameters.names) }
        if states.contains(where: { !$0.optionalGroups.isEmpty }) { names.formUnion(FilterSyntax.optionalNames) }
        return names
    }

    private static let alwaysOwn: Set<String> = [
        "indexName", "query", "page", "hitsPerPage", "facets", "maxValuesPerFacet", "facetFilters", "numericFilters",
        "attributesToRetrieve", "attributesToHighlight", "highlightPreTag", "highlightPostTag", "type", "facet",
        "facetQuery", "maxFacetHits", "responseFields",
    ]

    // MARK: - Answers

    /// What a service's answer says to a request.
    ///
    /// - Throws: `JSONError` that names the member which is missing or of the wrong kind.
    public func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        let time = max(0, answer["processingTimeMS"]?.double ?? 0)
        if case .facetValues(let attribute, _) = request.kind {
            let values = try FacetDecoding.found(answer, tags: tags)
            let content = SearchResponse.Content.facetValues(attribute: attribute, values: values)
            return SearchResponse(query: request.query, processingTimeMS: time, content: content)
        }
        var hits = try AnswerDecoding.hits(answer, request: request, tags: tags)
        hits.isExhaustive = AnswerDecoding.isExhaustive(answer)
        for attribute in request.countedAttributes {
            hits.facets[attribute] = try FacetDecoding.counts(of: attribute, in: answer)
        }
        for attribute in request.stats { hits.stats[attribute] = AnswerDecoding.bounds(of: attribute, in: answer) }
        let own = try AlgoliaDialect.ownParameters(of: request)
        hits.warnings = request.parameters.keys.filter(own.contains).map(SearchWarning.reserved)
        return SearchResponse(query: request.query, processingTimeMS: time, content: .hits(hits))
    }
}

extension SearchWarning {
    fileprivate static func reserved(_ parameter: String) -> SearchWarning {
        SearchWarning(
            .parameterIgnored,
            attribute: parameter,
            "The parameter `\(parameter)` is set by the searcher itself.",
            remedy: "Leave it out."
        )
    }
}
