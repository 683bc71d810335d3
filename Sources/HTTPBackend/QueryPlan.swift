// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The queries that answer one request, and how their answers become one response.
///
/// Pure: JSON in and out. The first query brings records, total and most counts. An attribute that is counted or bounded
/// without its own filters needs another query; attributes that leave out the same filters share one. Selected values
/// that the answers leave out are counted by a second exchange.
struct QueryPlan {
    /// What a query is for.
    private struct Side {
        let filters: FilterState
        var facets: [String] = []
        var stats: [String] = []

        /// The attributes to ask for; bounds come with counts only.
        var attributes: [String] { facets + stats.filter { !facets.contains($0) } }
    }

    /// How many values of an attribute a service lists at the most.
    private static let mostValues = 1_000

    private let request: SearchRequest
    private let syntax: FilterSyntax
    private let tags: HighlightTags
    /// Why the service cannot be asked; such a request has no queries.
    private let problem: SearchBusError?
    private let ownParameters: Set<String>
    private var main: Side
    private var sides: [Side] = []

    init(_ request: SearchRequest, syntax: FilterSyntax = .lists, tags: HighlightTags = HighlightTags()) {
        self.request = request
        self.syntax = syntax
        self.tags = tags
        main = Side(filters: request.filters)
        problem = QueryPlan.problem(with: request)
        ownParameters = QueryPlan.ownParameters(of: request)
        guard request.kind == .hits, problem == nil else { return }
        for attribute in request.countedAttributes {
            place(request.filters.counting(attribute)) { $0.facets.append(attribute) }
        }
        for attribute in request.stats {
            place(request.filters.without(attribute)) { $0.stats.append(attribute) }
        }
    }

    private static func problem(with request: SearchRequest) -> SearchBusError? {
        do throws(SearchBusError) {
            try request.checkResolved()
            _ = try GeoParameters([request.baseFilters, request.filters])
            return nil
        } catch {
            return error
        }
    }

    private mutating func place(_ filters: FilterState, _ add: (inout Side) -> Void) {
        if filters == main.filters {
            add(&main)
        } else if let index = sides.firstIndex(where: { $0.filters == filters }) {
            add(&sides[index])
        } else {
            var side = Side(filters: filters)
            add(&side)
            sides.append(side)
        }
    }

    // MARK: - Queries

    /// The queries, as members of `requests` in one call.
    func queries() -> [JSON] {
        guard problem == nil else { return [] }
        if case .facetValues(let attribute, let limit) = request.kind {
            return [facetQuery(attribute: attribute, limit: limit)]
        }
        var first = query(main)
        first["page"] = JSON(request.page)
        first["hitsPerPage"] = JSON(request.hitsPerPage)
        first["highlightPreTag"] = .string(tags.open)
        first["highlightPostTag"] = .string(tags.close)
        first["attributesToRetrieve"] = request.attributesToRetrieve.map { JSON($0) }
        let highlighted = request.attributesToHighlight ?? request.attributesToRetrieve
        first["attributesToHighlight"] = highlighted.map { JSON($0) }
        let others = sides.map { side in
            JSON.object(withoutRecords(query(side)))
        }
        return [.object(first)] + others
    }

    private func query(_ side: Side) -> JSONObject {
        var query = filtered(by: side.filters)
        query["query"] = .string(request.query)
        query["facets"] = JSON(side.attributes)
        query["maxValuesPerFacet"] = JSON(valuesAsked(side))
        return query
    }

    /// How many values of each attribute a query asks for: as many as there are where the commonest are not enough.
    private func valuesAsked(_ side: Side) -> Int {
        let needs = request.facets.filter { side.facets.contains($0.attribute) }
        let isCommonestEnough = needs.allSatisfy { need in
            need.order == .countDescending && request.filters.selectedValues(of: need.attribute).isEmpty
        }
        return isCommonestEnough ? min(needs.map(\.limit).max() ?? 100, Self.mostValues) : Self.mostValues
    }

    private func withoutRecords(_ query: JSONObject) -> JSONObject {
        var query = query
        query["page"] = 0
        query["hitsPerPage"] = 0
        query["attributesToRetrieve"] = []
        query["attributesToHighlight"] = []
        query["analytics"] = false
        return query
    }

    private func facetQuery(attribute: String, limit: Int) -> JSON {
        var query = filtered(by: request.filters.without(attribute))
        query["type"] = "facet"
        query["facet"] = .string(attribute)
        query["facetQuery"] = .string(request.query)
        query["maxFacetHits"] = JSON(limit)
        query["highlightPreTag"] = .string(tags.open)
        query["highlightPostTag"] = .string(tags.close)
        return .object(query)
    }

    private func filtered(by filters: FilterState) -> JSONObject {
        var query = JSONObject([("indexName", .string(request.index))])
        let states = [request.baseFilters, filters]
        let places = (try? GeoParameters(states).members) ?? []
        for member in request.parameters.members where !ownParameters.contains(member.key) {
            query[member.key] = member.value
        }
        for (key, value) in places { query[key] = value }
        for (key, value) in syntax.members(for: states) { query[key] = value }
        return query
    }

    /// The parameters that the request says in its own way; those on places, and what is optional, where filters are so.
    private static func ownParameters(of request: SearchRequest) -> Set<String> {
        let states = [request.baseFilters, request.filters]
        var names = alwaysOwn
        if (try? GeoParameters(states).members.isEmpty) == false { names.formUnion(GeoParameters.names) }
        if states.contains(where: { !$0.optionalGroups.isEmpty }) { names.formUnion(FilterSyntax.optionalNames) }
        return names
    }

    /// How many queries there are.
    var count: Int { problem == nil ? 1 + sides.count : 0 }

    /// The parameters that a request says in its own way.
    private static let alwaysOwn: Set<String> = [
        "indexName", "query", "page", "hitsPerPage", "facets", "maxValuesPerFacet", "facetFilters", "numericFilters",
        "attributesToRetrieve", "attributesToHighlight", "highlightPreTag", "highlightPostTag", "type", "facet",
        "facetQuery", "maxFacetHits", "responseFields",
    ]

    // MARK: - Answers

    /// The queries that count the selected values which the answers leave out, for a second exchange; mostly none.
    ///
    /// - Throws: `JSONError` as `response` does.
    func countQueries(after answers: [JSON]) throws -> [JSON] {
        guard problem == nil, answers.count == count, request.kind == .hits else { return [] }
        return try zip([main] + sides, answers).flatMap { side, answer in
            try side.facets.flatMap { attribute in
                try uncounted(attribute, side, answer).map { value in
                    var filters = side.filters
                    filters.add(.facet(attribute, value), to: .init(kind: .and, name: attribute))
                    var query = filtered(by: filters)
                    query["query"] = .string(request.query)
                    return .object(withoutRecords(query))
                }
            }
        }
    }

    /// The selected values of an attribute that an answer leaves out though some records may have them.
    private func uncounted(_ attribute: String, _ side: Side, _ answer: JSON) throws -> [FacetValue] {
        let decoding = try FacetDecoding(attribute, in: answer, request: request, asked: valuesAsked(side))
        return decoding.isCut ? decoding.missing : []
    }

    /// Makes one response of the answers to the queries, which are as many and in the same order.
    ///
    /// - Parameters:
    ///   - answers: The answers to `queries`.
    ///   - counts: The answers to `countQueries`; where they are missing the response is not exhaustive.
    /// - Returns: The answer to the request.
    /// - Throws: `JSONError` that names the member which is missing or of the wrong kind; `SearchBusError` for a request
    ///   that the service cannot be asked.
    func response(from answers: [JSON], counts: [JSON] = []) throws -> SearchResponse {
        if let problem { throw problem }
        guard answers.count == count, let first = answers.first else {
            throw JSONError("\(answers.count) answers to \(count) queries")
        }
        let time = answers.reduce(0) { max($0, $1["processingTimeMS"]?.double ?? 0) }
        if case .facetValues(let attribute, _) = request.kind {
            let values = try FacetDecoding.found(first, attribute: attribute, request: request, tags: tags)
            let content = SearchResponse.Content.facetValues(attribute: attribute, values: values)
            return SearchResponse(query: request.query, processingTimeMS: time, content: content)
        }
        var hits = try AnswerDecoding.hits(first, request: request, tags: tags)
        var rest = counts[...]
        for (side, answer) in zip([main] + sides, answers) {
            hits.isExhaustive = hits.isExhaustive && AnswerDecoding.isExhaustive(answer)
            for attribute in side.facets { try add(attribute, of: side, answer, &rest, to: &hits) }
            for attribute in side.stats {
                hits.stats[attribute] = AnswerDecoding.bounds(of: attribute, in: answer)
            }
        }
        for name in request.parameters.keys where ownParameters.contains(name) {
            hits.warnings.append(.reserved(name))
        }
        return SearchResponse(query: request.query, processingTimeMS: time, content: .hits(hits))
    }

    private func add(
        _ attribute: String,
        of side: Side,
        _ answer: JSON,
        _ counts: inout ArraySlice<JSON>,
        to hits: inout SearchResponse.Hits
    ) throws {
        let asked = valuesAsked(side)
        let decoding = try FacetDecoding(attribute, in: answer, request: request, asked: asked)
        let needs = request.facets.filter { $0.attribute == attribute }
        var missingCounts: [Int] = []
        if decoding.isCut {
            missingCounts = counts.prefix(decoding.missing.count).compactMap { $0["nbHits"]?.int }
            counts = counts.dropFirst(decoding.missing.count)
            if missingCounts.count < decoding.missing.count { hits.isExhaustive = false }
            if needs.contains(where: { $0.order != .countDescending || $0.limit > asked }) {
                hits.warnings.append(.cut(attribute, asked))
            }
        }
        hits.facets[attribute] = decoding.listed(
            needs,
            selected: request.filters.selectedValues(of: attribute),
            missingCounts: missingCounts
        )
    }
}

extension SearchWarning {
    fileprivate static func cut(_ attribute: String, _ count: Int) -> SearchWarning {
        SearchWarning(
            .facetCut,
            attribute: attribute,
            "The engine lists the \(count) commonest values of `\(attribute)` only; others may come before them.",
            remedy: "Sort the values by count, or show fewer of them."
        )
    }

    fileprivate static func reserved(_ parameter: String) -> SearchWarning {
        SearchWarning(
            .parameterIgnored,
            attribute: parameter,
            "The parameter `\(parameter)` is set by the searcher itself.",
            remedy: "Leave it out."
        )
    }
}
