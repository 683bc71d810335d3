// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The answer to a search for facet values, of an engine that searches them or of one that only lists them.
struct FacetValueSearch {
    private let attribute: String
    private let limit: Int
    private let request: SearchRequest

    init(_ attribute: String, _ limit: Int, of request: SearchRequest) {
        self.attribute = attribute
        self.limit = limit
        self.request = request
    }

    /// The values that an engine found, or of those that it listed the ones in which every word of the text begins a word.
    func response(from answer: SearchResponse) -> SearchResponse {
        var response = answer
        response.query = request.query
        switch answer.content {
        case .facetValues(_, let values):
            let list = FacetList(attribute, values, in: request, isCutAt: .max)
            response.content = .facetValues(attribute: attribute, values: list.counts)
        case .hits(let hits):
            let list = FacetList(attribute, hits.facets[attribute] ?? [], in: request, isCutAt: .max)
            let found = list.counts.filter { $0.count > 0 }.sorted(by: FacetCount.isCommoner).compactMap(marked)
            response.content = .facetValues(attribute: attribute, values: Array(found.prefix(max(0, limit))))
        }
        return response
    }

    /// A value with what was typed marked in it; `nil` for one in which it is not found.
    private func marked(_ count: FacetCount) -> FacetCount? {
        guard let highlight = PrefixMatch(request.query).highlight(in: count.value.label) else { return nil }
        return FacetCount(value: count.value, count: count.count, highlighted: highlight)
    }
}
