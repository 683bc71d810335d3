// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The plainer requests that answer one request, and how their answers become one response.
///
/// Pure. A `SearchRequest` asks for records, for counts that leave out the filters which choose among an attribute's own values,
/// for bounds without an attribute's own filters, and for values in any order. Few engines do all of it at once: here a request
/// becomes several in which every count is under the request's own filters. The first brings records, total and most counts;
/// attributes that leave out the same filters share another. Selected values that the answers leave out are counted by a second
/// exchange.
struct FacetingPlan {
    /// The request that is answered.
    let request: SearchRequest
    private let capabilities: BackendCapabilities
    /// What each of the plainer requests is for; the first is for the records.
    private let sides: [FacetingSide]

    init(_ request: SearchRequest, for capabilities: BackendCapabilities = BackendCapabilities()) {
        self.request = request
        self.capabilities = capabilities
        guard request.kind == .hits else {
            sides = []
            return
        }
        sides = FacetingPlan.sides(of: request, capabilities)
    }

    private static func sides(of request: SearchRequest, _ capabilities: BackendCapabilities) -> [FacetingSide] {
        var sides = [FacetingSide(filters: request.filters)]
        func place(_ filters: FilterState, _ add: (inout FacetingSide) -> Void) {
            let wanted = capabilities.countsDisjunctively ? request.filters : filters
            if let index = sides.firstIndex(where: { $0.filters == wanted }) {
                add(&sides[index])
            } else {
                var side = FacetingSide(filters: wanted)
                add(&side)
                sides.append(side)
            }
        }
        for attribute in request.countedAttributes {
            place(request.filters.counting(attribute)) { $0.facets.append(attribute) }
        }
        for attribute in request.stats {
            place(request.filters.without(attribute)) { $0.stats.append(attribute) }
        }
        return sides
    }

    // MARK: - Requests

    /// The requests of the first exchange; the first of them is for the records, or the only one.
    var requests: [SearchRequest] {
        if case .facetValues(let attribute, let limit) = request.kind { return [facetSearch(attribute, limit)] }
        return sides.enumerated().map { place, side in
            var part = place == 0 ? request : request.counting(under: side.filters)
            part.facets = side.facets.flatMap { needs(of: $0) }
            part.stats = side.stats
            return part
        }
    }

    /// How many requests the first exchange has.
    var count: Int { request.kind == .hits ? sides.count : 1 }

    /// What an engine is asked of an attribute's values.
    private func needs(of attribute: String) -> [FacetNeed] {
        let needs = request.facets.filter { $0.attribute == attribute }
        return wantsAll(attribute) ? [FacetNeed(attribute, limit: capabilities.mostFacetValues)] : needs
    }

    /// Whether all values are asked for, because those that the engine lists first are not all that is wanted.
    private func wantsAll(_ attribute: String) -> Bool {
        let needs = request.facets.filter { $0.attribute == attribute }
        let isListed = needs.allSatisfy {
            capabilities.facetOrders.contains($0.order) && $0.limit <= capabilities.mostFacetValues
        }
        return !isListed
            || !capabilities.countsSelectedValues && !request.filters.selectedValues(of: attribute).isEmpty
    }

    private func facetSearch(_ attribute: String, _ limit: Int) -> SearchRequest {
        let filters = request.filters.without(attribute)
        guard !capabilities.searchesFacetValues else {
            var part = request
            part.filters = filters
            return part
        }
        var part = request.counting(under: filters)
        part.kind = .hits
        part.query = ""
        part.facets = [FacetNeed(attribute, limit: capabilities.mostFacetValues)]
        return part
    }

    /// The requests of a second exchange, which count the selected values that the answers leave out; mostly none.
    func recounts(after responses: [SearchResult]) -> [SearchRequest] {
        guard !capabilities.countsSelectedValues, responses.count == count, request.kind == .hits else { return [] }
        return zip(sides, responses).flatMap { side, response -> [SearchRequest] in
            guard let hits = try? response.get().hits else { return [] }
            return side.facets.flatMap { attribute in
                uncounted(attribute, in: hits).map { value in
                    var filters = side.filters
                    filters.add(.facet(attribute, value), to: .init(kind: .and, name: attribute))
                    return request.counting(under: filters)
                }
            }
        }
    }

    /// The selected values of an attribute that an answer leaves out though some records may have them.
    private func uncounted(_ attribute: String, in hits: SearchResponse.Hits) -> [FacetValue] {
        let list = list(of: attribute, in: hits)
        return list.isCut ? list.missing : []
    }

    private func list(of attribute: String, in hits: SearchResponse.Hits) -> FacetList {
        let most = needs(of: attribute).map(\.limit).max() ?? 0
        return FacetList(attribute, hits.facets[attribute] ?? [], in: request, isCutAt: most)
    }

    // MARK: - Answers

    /// Makes one response of the answers to the requests, which are as many and in the same order.
    ///
    /// If the first failed, the request failed. If another failed, the attributes that it is for have no counts, and the response
    /// has a warning.
    ///
    /// - Parameters:
    ///   - responses: What came of `requests`.
    ///   - recounts: What came of `recounts(after:)`; where some are missing the response is not exhaustive.
    /// - Returns: The response, or why there is none.
    func result(from responses: [SearchResult], recounts: [SearchResult] = []) -> SearchResult {
        guard let first = responses.first, responses.count == count else {
            return .failure(SearchBusError(.backendFailed, "The engine answered fewer queries than it received."))
        }
        return first.map { first in
            if case .facetValues(let attribute, let limit) = request.kind {
                return FacetValueSearch(attribute: attribute, limit: limit, request: request).response(from: first)
            }
            guard let content = first.hits else { return first }
            return merged(content, first, responses, recounts)
        }
    }

    private func merged(
        _ content: SearchResponse.Hits,
        _ first: SearchResponse,
        _ responses: [SearchResult],
        _ recounts: [SearchResult]
    ) -> SearchResponse {
        var (hits, response, rest) = (content, first, recounts[...])
        (hits.facets, hits.stats) = ([:], [:])
        for (side, result) in zip(sides, responses) {
            switch result {
            case .failure(let error):
                hits.isExhaustive = false
                hits.warnings += side.attributes.map { .uncounted($0, error) }
            case .success(let answer):
                guard let part = answer.hits else { continue }
                response.processingTimeMS = max(response.processingTimeMS, answer.processingTimeMS)
                hits.isExhaustive = hits.isExhaustive && part.isExhaustive
                hits.warnings += part.warnings.filter { !hits.warnings.contains($0) }
                for attribute in side.facets { add(attribute, of: part, &rest, to: &hits) }
                for attribute in side.stats { hits.stats[attribute] = part.stats[attribute] }
            }
        }
        if !capabilities.ranksByOptionalFilters {
            let optional = (request.baseFilters.optionalGroups + request.filters.optionalGroups).flatMap(\.filters)
            let attributes = Set(optional.map(\.attribute)).sorted()
            hits.warnings += attributes.map(SearchWarning.notRanked)
        }
        response.query = request.query
        response.content = .hits(hits)
        return response
    }

    private func add(
        _ attribute: String,
        of part: SearchResponse.Hits,
        _ recounts: inout ArraySlice<SearchResult>,
        to hits: inout SearchResponse.Hits
    ) {
        let list = list(of: attribute, in: part)
        let needs = request.facets.filter { $0.attribute == attribute }
        var counts: [Int] = []
        if list.isCut && !capabilities.countsSelectedValues {
            counts = recounts.prefix(list.missing.count).compactMap { try? $0.get().hits?.totalCount }
            recounts = recounts.dropFirst(list.missing.count)
            if counts.count < list.missing.count { (counts, hits.isExhaustive) = ([], false) }
        }
        if list.isCut, needs.contains(where: { isUnsure($0, asked: list.limit) }) {
            hits.warnings.append(.cut(attribute, list.limit))
        }
        hits.facets[attribute] = list.listed(needs, counts: counts)
    }

    /// Whether values that the engine did not list may come before those that it did.
    private func isUnsure(_ need: FacetNeed, asked: Int) -> Bool {
        !capabilities.facetOrders.contains(need.order) || need.limit > asked
    }
}

/// What one of the plainer requests is for.
struct FacetingSide {
    let filters: FilterState
    var facets: [String] = []
    var stats: [String] = []

    /// The attributes that are counted or bounded, each once.
    var attributes: [String] { facets + stats.filter { !facets.contains($0) } }
}

extension SearchRequest {
    /// The same question under other filters, for the sake of its counts: no records are wanted.
    fileprivate func counting(under filters: FilterState) -> SearchRequest {
        var request = self
        request.filters = filters
        request.page = 0
        request.hitsPerPage = 0
        request.facets = []
        request.stats = []
        request.sums = []
        request.attributesToRetrieve = []
        request.attributesToHighlight = []
        request.sort = []
        return request
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

    fileprivate static func uncounted(_ attribute: String, _ error: SearchBusError) -> SearchWarning {
        SearchWarning(
            .attributeNotCounted,
            attribute: attribute,
            "The values of `\(attribute)` could not be counted: \(error.message)",
            remedy: error.remedy
        )
    }

    fileprivate static func notRanked(_ attribute: String) -> SearchWarning {
        SearchWarning(
            .parameterIgnored,
            attribute: attribute,
            "The engine does not rank by optional filters, such as those on `\(attribute)`.",
            remedy: "Remove them, or use an engine that ranks by them."
        )
    }
}
