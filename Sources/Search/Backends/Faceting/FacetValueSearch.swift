// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The answer to a search for facet values, of an engine that searches them or of one that only lists them.
struct FacetValueSearch {
    let attribute: String
    let limit: Int
    let request: SearchRequest

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
            let counts = list.counts.filter { $0.count > 0 }
            let found = PrefixMatch(request.query).found(among: counts, limit: limit)
            response.content = .facetValues(attribute: attribute, values: found)
        }
        return response
    }
}
