// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A query's request to an engine, and the form of its answer.
public struct AlgoliaQuery: Sendable {
    /// The facts about an index that are necessary to read a query.
    public struct Index: Sendable, Hashable {
        /// The attributes that are counted for `*`.
        public var facets: [String]
        /// The attributes whose lowest and highest number is returned with their counts.
        public var numeric: [String]
        /// The attributes that are searched, and those of them in which matches are marked by default.
        public var searched: [String]
        public var highlighted: [String]
        /// Whether a query's parameters for matching and order are passed to the engine.
        public var takesRelevance: Bool
        /// The defaults that the index's settings give to parameters, such as `hitsPerPage`.
        public var defaults: JSONObject

        public init(
            facets: [String] = [],
            numeric: [String] = [],
            searched: [String] = [],
            highlighted: [String] = [],
            takesRelevance: Bool = false,
            defaults: JSONObject = JSONObject()
        ) {
            self.facets = facets
            self.numeric = numeric
            self.searched = searched
            self.highlighted = highlighted
            self.takesRelevance = takesRelevance
            self.defaults = defaults
        }
    }

    /// The number of records of a search that pages can reach.
    public static let paginationLimit = 1_000

    /// The request to the engine.
    public let request: SearchRequest
    let shape: AnswerShape
    /// The matcher of the query's words in records; `nil` if the engine marks them itself.
    let marker: (any TextMarking)?

    /// Reads a query for records or values.
    ///
    /// - Parameters:
    ///   - question: The request.
    ///   - index: The known facts about the index.
    ///   - marking: Creates the matcher of a request's words in records; `nil` if the engine marks them itself.
    /// - Throws: `AlgoliaError` that names the invalid parameter.
    public init(
        _ question: AlgoliaQuestion,
        of index: Index = Index(),
        marking: ((SearchRequest) -> any TextMarking)? = nil
    ) throws(AlgoliaError) {
        let own = try ParameterValues(question.parameters)
        let values =
            index.defaults.isEmpty ? own : try ParameterValues(index.defaults.merging(own.members))
        let filters = try AlgoliaQuery.filters(values, question.restrictions)
        if question.kind == .facets {
            let limit = try values.integer("maxFacetHits", in: 0...100) ?? 10
            let attribute = try values.text("facetName") ?? ""
            let page = PageWindow(start: 0, length: limit)
            shape = try AnswerShape(values, echoing: own, question, index: index, page: page)
            marker = nil
            request = SearchRequest(
                index: question.index,
                kind: .facetValues(attribute: attribute, limit: limit),
                query: AlgoliaQuery.bounded(try values.text("facetQuery") ?? ""),
                baseFilters: filters,
                ignoresCase: true
            )
            return
        }
        let limit = question.hitLimit
        let page =
            question.kind == .browse
            ? try PageWindow(browsing: values, limit: limit) : try PageWindow(values, limit: limit)
        let facets = try AlgoliaQuery.facets(values, index)
        let shape = try AnswerShape(values, echoing: own, question, index: index, page: page)
        self.shape = shape
        let relevance = try RelevanceParameters.readQuery(values, searched: index.takesRelevance ? index.searched : [])
        let isEach = try values.texts("facets")?.contains("*") ?? false
        let numeric = isEach ? index.numeric : facets.map(\.attribute).filter(index.numeric.contains)
        var request = SearchRequest(
            index: question.index,
            query: AlgoliaQuery.bounded(try values.text("query") ?? ""),
            page: page.requestPage,
            // Records that the answer omits need not be read.
            hitsPerPage: shape.wants("hits") ? page.requestSize : 0,
            baseFilters: filters,
            ignoresCase: true,
            facets: facets,
            stats: numeric,
            sums: shape.wants("facets_stats") ? numeric : [],
            attributesToRetrieve: shape.neededAttributes,
            attributesToHighlight: shape.marked,
            parameters: index.takesRelevance ? relevance : JSONObject(),
            ranking: shape.tellsRanking ? RankingNeed(origin: try PlaceFilters.origin(values)) : nil
        )
        marker = marking?(request)
        // Texts that are marked here need not be marked by the engine too.
        if marker != nil { request.attributesToHighlight = [] }
        self.request = request
    }

    /// The counted attributes, and their maximum number of values.
    private static func facets(_ values: ParameterValues, _ index: Index) throws(AlgoliaError) -> [FacetNeed] {
        let limit = try values.integer("maxValuesPerFacet", in: 0...1_000) ?? 100
        let order: FacetNeed.Order
        switch try values.text("sortFacetValuesBy") ?? "count" {
        case "count": order = .countDescending
        case "alpha": order = .nameAscending
        default: throw AlgoliaError("sortFacetValuesBy: `count` or `alpha` is expected")
        }
        let named = try values.texts("facets") ?? []
        guard named.count <= 100 else { throw AlgoliaError("facets: more than 100 attributes") }
        let attributes = named.contains("*") ? index.facets : named
        var known: Set<String> = []
        return attributes.filter { !$0.isEmpty && known.insert($0).inserted }.map {
            FacetNeed($0, limit: max(1, limit), order: order)
        }
    }

    /// The names of parameters that filter.
    public static let filterNames = ["filters", "facetFilters", "numericFilters", "tagFilters"]

    /// The names of parameters that narrow the records found, for every kind of query.
    public static let narrowingNames = filterNames + ["insideBoundingBox", "insidePolygon"]
    /// The names of parameters that together select the records around a point.
    public static let circleNames = ["aroundLatLng", "aroundRadius"]

    /// All filters of a query and of its key.
    private static func filters(
        _ values: ParameterValues,
        _ restrictions: [JSONObject]
    ) throws(AlgoliaError) -> FilterState {
        var groups = FilterGroups()
        for restriction in restrictions { try add(try ParameterValues(restriction), to: &groups) }
        try add(values, to: &groups)
        for list in try FilterLists.lists(.optionalFilters, in: values) { try groups.addOptional(list) }
        return groups.state
    }

    private static func add(_ values: ParameterValues, to groups: inout FilterGroups) throws(AlgoliaError) {
        for list in try FilterTextParser.lists(try values.text("filters") ?? "") { try groups.add(list) }
        for kind in [FilterLists.Kind.facetFilters, .numericFilters, .tagFilters] {
            for list in try FilterLists.lists(kind, in: values) { try groups.add(list) }
        }
        try groups.add(try PlaceFilters.alternatives(values))
    }

    /// A query's first 512 bytes, as many as are searched; cut between letters.
    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > 512 else { return text }
        var bytes = 0
        return String(
            text.prefix { letter in
                bytes += letter.utf8.count
                return bytes <= 512
            }
        )
    }
}
