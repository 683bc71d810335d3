// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A request for recommended records, as a plan of searches.
///
/// The similarity of records depends on their content: the values of counted attributes that they share, weighted by how
/// few records have them. Users' actions (purchases, views, trends) are not used: models that need them find nothing, and
/// use `fallbackParameters`.
public struct AlgoliaRecommendation: Sendable {
    /// The reason for a recommendation.
    public enum Model: String, Sendable, Hashable, CaseIterable {
        case relatedProducts = "related-products"
        case lookingSimilar = "looking-similar"
        case boughtTogether = "bought-together"
        case trendingItems = "trending-items"
        case trendingFacets = "trending-facets"

        /// Whether it depends only on the contents of records.
        var isOfContent: Bool { self == .relatedProducts || self == .lookingSimilar }
        /// Whether it starts from a record.
        var hasSubject: Bool { isOfContent || self == .boughtTogether }
    }

    let model: Model
    /// The record to which others must be similar; empty for models without one.
    let objectID: String
    /// The minimum score, 0 to 100, of recommended records.
    let threshold: Double
    /// The request, and the form of its answer.
    let query: AlgoliaQuery
    /// The request if not enough is found.
    let fallback: AlgoliaQuery?
    /// The request for the record itself, which the key's filters must match.
    private let subject: SearchRequest
    /// The attributes whose values make records alike.
    private let attributes: [String]

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - question: The request, with the members from `question(_:)`.
    ///   - index: The known facts about the index.
    ///   - marking: Creates the matcher of a request's words in records.
    /// - Throws: `AlgoliaError` that names the invalid parameter.
    public init(
        _ question: AlgoliaQuestion,
        of index: AlgoliaQuery.Index = AlgoliaQuery.Index(),
        marking: ((SearchRequest) -> any TextMarking)? = nil
    ) throws(AlgoliaError) {
        let values = try ParameterValues(question.parameters)
        guard let model = try values.text("model").flatMap(Model.init(rawValue:)) else {
            throw AlgoliaError("model: one of \(Model.allCases.map(\.rawValue).joined(separator: ", ")) is expected")
        }
        self.model = model
        objectID = try values.text("objectID") ?? ""
        guard !objectID.isEmpty || !model.hasSubject else { throw AlgoliaError("objectID: a record is expected") }
        guard let threshold = (values.value("threshold") ?? 0).double, (0...100).contains(threshold) else {
            throw AlgoliaError("threshold: a number from 0 to 100 is expected")
        }
        self.threshold = threshold
        func query(_ parameters: JSONObject) throws(AlgoliaError) -> AlgoliaQuery {
            var inner = AlgoliaQuestion(.hits, index: question.index, parameters: parameters)
            inner.restrictions = question.restrictions
            return try AlgoliaQuery(inner, of: index, marking: marking)
        }
        self.query = try query(values.value("queryParameters")?.object ?? JSONObject())
        fallback = try values.value("fallbackParameters")?.object.map(query)
        attributes = index.facets
        var subject = try query(JSONObject([("hitsPerPage", 1)])).request
        subject.attributesToRetrieve = index.facets
        subject.baseFilters = subject.baseFilters.adding([
            FilterGroup(id: RelatedItems.exclusion, filters: [.facet("objectID", .text(objectID))])
        ])
        self.subject = subject
    }

    /// The default number of recommended records.
    static let usual = 30

    /// Converts a request of Algolia's interface.
    ///
    /// - Parameter request: `{"indexName", "model", "objectID", "threshold", "maxRecommendations", "queryParameters",
    ///   "fallbackParameters"}`.
    /// - Returns: The request, with its searches as `queryParameters` and `fallbackParameters`.
    /// - Throws: `AlgoliaError` for missing or invalid members.
    public static func question(_ request: JSON) throws(AlgoliaError) -> AlgoliaQuestion {
        guard let members = request.object, let index = members["indexName"]?.string else {
            throw AlgoliaError("requests: a request has no indexName")
        }
        var parameters = JSONObject()
        for name in ["model", "objectID", "threshold", "facetName", "facetValue"] { parameters[name] = members[name] }
        let wanted =
            try ParameterValues(members).integer("maxRecommendations", in: 0...AlgoliaQuery.paginationLimit) ?? 0
        let limit = wanted > 0 ? wanted : usual
        for name in ["queryParameters", "fallbackParameters"] {
            guard members[name]?.isNull ?? true || members[name]?.object != nil else {
                throw AlgoliaError("\(name): an object is expected")
            }
            // Without a requested number there is no fallback.
            guard name == "queryParameters" || wanted > 0 && members[name]?.object != nil else { continue }
            var own = try ParameterValues(members[name]?.object ?? JSONObject()).members
            for page in ["page", "offset", "length"] { own[page] = nil }
            own["hitsPerPage"] = JSON(limit)
            parameters[name] = .object(own)
        }
        return AlgoliaQuestion(.recommendations, index: index, parameters: parameters)
    }

    // MARK: Searches

    /// Searches for the recommended records.
    ///
    /// - Parameter search: Sends a request to the engine.
    /// - Returns: The answer in the format of Algolia's clients, one JSON object in UTF-8.
    /// - Throws: Errors of the closure.
    public func answer(_ search: (SearchRequest) throws -> SearchResponse) throws -> [UInt8] {
        var found: (hits: [Hit], best: Int, time: Double) = ([], 0, 0)
        if model.isOfContent { found = try similar(search) }
        if let fallback, found.hits.count < query.request.hitsPerPage {
            var request = fallback.request
            request.baseFilters = request.baseFilters.adding([exclusion])
            let response = try search(request)
            var known = Set(found.hits.map(\.objectID))
            found.hits += (response.hits?.hits ?? []).filter { known.insert($0.objectID).inserted }.map { hit in
                var hit = hit
                // The record itself is not a recommendation.
                hit.ranking = nil
                return hit
            }
            found.time += response.processingTimeMS
        }
        let hits = Array(found.hits.prefix(query.request.hitsPerPage))
        let content = SearchResponse.Hits(
            hits: hits,
            totalCount: hits.count,
            page: 0,
            hitsPerPage: query.request.hitsPerPage
        )
        let response = SearchResponse(
            query: query.request.query,
            processingTimeMS: found.time,
            content: .hits(content)
        )
        return query.answer(response, bestScore: found.best)
    }

    private var exclusion: FilterGroup {
        FilterGroup(id: RelatedItems.exclusion, filters: [.facet("objectID", .text(objectID), isNegated: true)])
    }

    /// The records that share most with the given one, the best first; none if there is no such record.
    private func similar(
        _ search: (SearchRequest) throws -> SearchResponse
    ) throws -> (hits: [Hit], best: Int, time: Double) {
        let seen = try search(subject)
        guard !attributes.isEmpty, let record = seen.hits?.hits.first?.record else {
            return ([], 0, seen.processingTimeMS)
        }
        var counting = query.request
        counting.baseFilters = counting.baseFilters.adding([exclusion])
        var request = counting
        counting.hitsPerPage = 0
        (counting.stats, counting.sums) = ([], [])
        counting.facets = attributes.map { FacetNeed($0, limit: Self.listed) }
        let counted = try search(counting)
        let patterns = attributes.map { RelatedItems.Pattern(attribute: $0, score: 1) }
        let shared = RelatedItems(to: objectID, record: record, patterns: patterns).preferred.optionalGroups
        let weighed = Self.weighed(shared.flatMap(\.filters), by: counted.hits)
        let best = weighed.reduce(0) { $0 + ($1.score ?? 0) }
        let time = seen.processingTimeMS + counted.processingTimeMS
        guard best > 0 else { return ([], 0, time) }
        let group = FilterGroup(id: FilterGroup.ID(kind: .optional, name: "shared"), filters: weighed)
        request.baseFilters = request.baseFilters.adding([group])
        request.ranking = request.ranking ?? RankingNeed()
        let response = try search(request)
        let hits = (response.hits?.hits ?? []).filter { hit in
            guard let ranking = hit.ranking, ranking.filterScore > 0 else { return false }
            return ranking.score(of: best) >= threshold
        }
        return (hits, best, time + response.processingTimeMS)
    }

    /// The maximum number of counted values of an attribute, and of used values of a record.
    private static let (listed, looked) = (1_000, 100)

    /// Filters on values that other records have too, with higher scores for rarer values.
    private static func weighed(_ filters: [Filter], by counted: SearchResponse.Hits?) -> [Filter] {
        let total = Double(counted?.totalCount ?? 0)
        let weighed = filters.compactMap { filter -> Filter? in
            guard let value = filter.facetValue, let counts = counted?.facets[filter.attribute] else { return nil }
            // A value that is not listed counts as rare as the rarest listed one.
            let rarest = counts.count < listed ? 0 : counts.map(\.count).min() ?? 0
            let count = counts.first { $0.value == value }?.count ?? rarest
            guard count > 0 else { return nil }
            return .facet(filter.attribute, value, score: 1 + Self.rarity(Double(count), of: total))
        }
        return Array(weighed.sorted { ($0.score ?? 0) > ($1.score ?? 0) }.prefix(looked))
    }

    /// How rare a value is, in thousandths of halvings: 0 if all have it, 1,000 if every second has it.
    private static func rarity(_ count: Double, of total: Double) -> Int {
        guard total > count, count > 0 else { return 0 }
        // The logarithm to the base of 2, by the exponent and linear interpolation between powers.
        let ratio = total / count
        return Int((Double(ratio.exponent) + ratio.significand - 1) * 1_000)
    }
}

extension FilterState {
    /// The state with further groups.
    fileprivate func adding(_ others: [FilterGroup]) -> FilterState { FilterState(groups: groups + others) }
}
