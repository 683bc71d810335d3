// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchIndex
import SearchModel
import Wire

/// The queries that answer one request, and how their answers become one response.
///
/// Pure: JSON in and out.
///
/// The first query brings records, total and most counts. An attribute that is counted or bounded without its own filters
/// needs another query; attributes that leave out the same filters share one.
struct QueryPlan {
    /// What a query beyond the first is for.
    private struct Side {
        let filters: FilterState
        var facets: [String] = []
        var stats: [String] = []

        /// The attributes to ask for; bounds come with counts only.
        var attributes: [String] { facets + stats.filter { !facets.contains($0) } }
    }

    private let request: SearchRequest
    private let syntax: FilterSyntax
    private var main: Side
    private var sides: [Side] = []

    init(_ request: SearchRequest, syntax: FilterSyntax = .lists) {
        self.request = request
        self.syntax = syntax
        main = Side(filters: request.filters)
        guard request.kind == .hits else { return }
        for attribute in request.countedAttributes {
            place(request.filters.counting(attribute)) { $0.facets.append(attribute) }
        }
        for attribute in request.stats {
            place(request.filters.without(attribute)) { $0.stats.append(attribute) }
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
        if case .facetValues(let attribute, let limit) = request.kind {
            return [facetQuery(attribute: attribute, limit: limit)]
        }
        var first = query(main)
        first["page"] = JSON(request.page)
        first["hitsPerPage"] = JSON(request.hitsPerPage)
        first["highlightPreTag"] = .string(String(HighlightTags.open))
        first["highlightPostTag"] = .string(String(HighlightTags.close))
        first["attributesToRetrieve"] = request.attributesToRetrieve.map { JSON($0) }
        first["attributesToHighlight"] = request.attributesToHighlight.map { JSON($0) }
        let others = sides.map { side in
            var other = query(side)
            other["page"] = 0
            other["hitsPerPage"] = 0
            other["attributesToRetrieve"] = []
            other["attributesToHighlight"] = []
            other["analytics"] = false
            return JSON.object(other)
        }
        return [.object(first)] + others
    }

    private func query(_ side: Side) -> JSONObject {
        var query = filtered(by: side.filters)
        query["query"] = .string(request.query)
        query["facets"] = JSON(side.attributes)
        query["maxValuesPerFacet"] = JSON(request.facets.map(\.limit).max() ?? 100)
        return query
    }

    private func facetQuery(attribute: String, limit: Int) -> JSON {
        var query = filtered(by: request.filters.without(attribute))
        query["type"] = "facet"
        query["facet"] = .string(attribute)
        query["facetQuery"] = .string(request.query)
        query["maxFacetHits"] = JSON(limit)
        query["highlightPreTag"] = .string(String(HighlightTags.open))
        query["highlightPostTag"] = .string(String(HighlightTags.close))
        return .object(query)
    }

    private func filtered(by filters: FilterState) -> JSONObject {
        JSONObject([("indexName", .string(request.index))] + syntax.members(for: [request.baseFilters, filters]))
    }

    /// How many queries there are.
    var count: Int { 1 + sides.count }

    // MARK: - Answers

    /// Makes one response of the answers to the queries, which are as many and in the same order.
    ///
    /// - Throws: `JSONError` that names the member which is missing or of the wrong kind.
    func response(from answers: [JSON]) throws -> SearchResponse {
        guard answers.count == count, let first = answers.first else {
            throw JSONError("\(answers.count) answers to \(count) queries")
        }
        let time = answers.reduce(0) { max($0, $1["processingTimeMS"]?.double ?? 0) }
        if case .facetValues(let attribute, _) = request.kind {
            let values = try AnswerDecoding.facetValues(first, selected: request.filters.selectedValues(of: attribute))
            let content = SearchResponse.Content.facetValues(attribute: attribute, values: values)
            return SearchResponse(query: request.query, processingTimeMS: time, content: content)
        }
        var hits = try AnswerDecoding.hits(first, request: request)
        for (side, answer) in zip([main] + sides, answers) {
            hits.isExhaustive = hits.isExhaustive && AnswerDecoding.isExhaustive(answer)
            for attribute in side.facets {
                hits.facets[attribute] = try AnswerDecoding.facet(attribute, in: answer, request: request)
            }
            for attribute in side.stats {
                hits.stats[attribute] = AnswerDecoding.bounds(of: attribute, in: answer)
            }
        }
        return SearchResponse(query: request.query, processingTimeMS: time, content: .hits(hits))
    }
}
