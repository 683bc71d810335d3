// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// What an app file says of searches in Meilisearch.
struct MeilisearchSettings: Sendable, Hashable {
    /// How many values of an attribute the index lists, its setting `faceting.maxValuesPerFacet`.
    var mostFacetValues: Int = 100
    /// Whether it lists the commonest, as `faceting.sortFacetValuesBy` says, or the first by name.
    var listsCommonest: Bool = false
    /// How many records the index lets through, its setting `pagination.maxTotalHits`.
    var mostHits: Int = 1_000
    /// The primary key, for indexes that do not report it themselves; `nil` if it is unknown.
    var primaryKey: String?
}

/// Meilisearch: `POST /multi-search`, all searches in one exchange; searches for values go beside it.
struct MeilisearchDialect: ShapedDialect {
    /// The attribute in which the engine keeps places; records have it as `_geoloc`.
    static let geoAttribute = "_geo"

    private let settings: MeilisearchSettings
    private let tags: HighlightTags
    var shape: IndexShape?

    init(_ settings: MeilisearchSettings = MeilisearchSettings(), tags: HighlightTags = HighlightTags()) {
        self.settings = settings
        self.tags = tags
    }

    var capabilities: BackendCapabilities {
        BackendCapabilities(
            facetOrders: settings.listsCommonest ? [.countDescending] : [],
            mostFacetValues: settings.mostFacetValues,
            shapes: [.circle, .box],
            ranksByOptionalFilters: false,
            sortsByAttributes: true,
            mostHits: settings.mostHits
        )
    }

    /// Which attribute is the records' `objectID`.
    private var key: MeilisearchKey { MeilisearchKey(shape?.primaryKey ?? settings.primaryKey) }

    // MARK: - Questions

    func encode(_ request: SearchRequest) throws -> JSON {
        try request.checkResolved()
        guard Name.isValid(request.index, longest: 400) else {
            throw SearchBusError(.invalidArgument, "`\(request.index.prefix(64))` is not a valid index name.")
        }
        var query = SessionParameters(meilisearch: request.parameters).passed
        query["indexUid"] = .string(request.index)
        let filters = try MeilisearchFilters(key: key).lists(of: request)
        if !filters.isEmpty { query["filter"] = .array(filters) }
        if case .facetValues(let attribute, _) = request.kind {
            query["facetName"] = .string(key.field(of: attribute))
            query["facetQuery"] = .string(request.query)
            return .object(query)
        }
        query["q"] = .string(request.query)
        if query["matchingStrategy"] == nil { query["matchingStrategy"] = "all" }
        query["page"] = JSON(request.page &+ 1)
        query["hitsPerPage"] = JSON(max(0, request.hitsPerPage))
        let counted = counted(request)
        if !counted.isEmpty { query["facets"] = JSON(counted.map(key.field)) }
        if !request.sort.isEmpty {
            query["sort"] = JSON(
                request.sort.map { "\(key.field(of: $0.attribute)):\($0.isDescending ? "desc" : "asc")" }
            )
        }
        guard !request.isForCounts else { return .object(query) }
        if let wanted = request.attributesToRetrieve {
            query["attributesToRetrieve"] = JSON(key.fields(of: wanted + ["objectID"]))
        }
        if !request.query.isEmpty {
            query["attributesToHighlight"] = JSON(
                key.fields(of: request.attributesToHighlight ?? request.attributesToRetrieve ?? ["*"])
            )
            query["highlightPreTag"] = .string(tags.open)
            query["highlightPostTag"] = .string(tags.close)
        }
        return .object(query)
    }

    /// The attributes that the index counts, of those that the request counts or bounds.
    private func counted(_ request: SearchRequest) -> [String] {
        let counted = request.countedAttributes
        return (counted + request.stats.filter { !counted.contains($0) }).filter(isCountable)
    }

    /// Whether an index has an attribute in its `filterableAttributes`, by itself or by one that it is in, as far as is known.
    private func isCountable(_ attribute: String) -> Bool {
        guard let shape, shape.isComplete else { return true }
        let field = key.field(of: attribute)
        return shape.attributes.contains { $0.isCountable && ($0.name == field || field.hasPrefix($0.name + ".")) }
    }

    func exchanges(for queries: [JSON]) -> [(exchange: HTTPExchange, count: Int)] {
        var exchanges: [(exchange: HTTPExchange, count: Int)] = []
        var together: [JSON] = []
        func flush() {
            guard !together.isEmpty else { return }
            exchanges.append((.post("/multi-search", ["queries": .array(together)]), together.count))
            together = []
        }
        for query in queries {
            guard query["facetName"] != nil, var search = query.object, let index = search["indexUid"]?.string else {
                together.append(query)
                continue
            }
            flush()
            search["indexUid"] = nil
            exchanges.append((.post("/indexes/\(PercentCoding.encoded(index))/facet-search", .object(search)), 1))
        }
        flush()
        return exchanges
    }

    // MARK: - Answers

    func answers(in reply: JSON, count: Int) throws -> [Result<JSON, any Error>] {
        if reply["facetHits"] != nil { return [.success(reply)] }
        guard reply["results"] != nil else { throw JSONError("`results` is missing") }
        return try reply.list("results").map { .success($0) }
    }

    func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        let time = max(0, answer["processingTimeMs"]?.double ?? 0)
        let reader = MeilisearchAnswer(request: request, tags: tags, key: key, mostHits: settings.mostHits)
        let content: SearchResponse.Content
        if case .facetValues(let attribute, let limit) = request.kind {
            content = .facetValues(attribute: attribute, values: try reader.found(answer, limit))
        } else {
            var hits = try reader.hits(answer)
            let uncounted = (request.countedAttributes + request.stats).filter { !isCountable($0) }
            hits.warnings += uncounted.map { .notFilterable($0, request.index) }
            content = .hits(hits)
        }
        return SearchResponse(query: request.query, processingTimeMS: time, content: content)
    }

    // MARK: - Attributes

    /// The settings, and the index itself, which tells its primary key; a key may be permitted either.
    func descriptionExchanges(of index: String) -> [HTTPExchange] {
        Name.isValid(index, longest: 400)
            ? ["/indexes/\(index)/settings", "/indexes/\(index)"].map { HTTPExchange(.get, $0) } : []
    }

    /// What the settings say: which attributes are filtered, sorted and searched.
    func description(in replies: [JSON?], of index: String) throws -> IndexShape {
        let primaryKey = replies.dropFirst().first.flatMap(\.self)?["primaryKey"]?.string
        guard let settings = replies.first.flatMap(\.self) else {
            return IndexShape(attributes: [], isComplete: false, primaryKey: primaryKey)
        }
        return try MeilisearchSchema.shape(of: settings, primaryKey: primaryKey)
    }
}

extension SearchWarning {
    fileprivate static func notFilterable(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeNotCounted,
            attribute: attribute,
            "The index `\(index)` does not count `\(attribute)`.",
            remedy: "Add it to the index's `filterableAttributes`."
        )
    }
}
