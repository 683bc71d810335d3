// SPDX-License-Identifier: MIT

import SearchModel

/// What a searcher's answers say of the values of one attribute, for a widget that lists them.
struct FacetAnswers: Sendable, Hashable {
    var search = SearchPhase()
    /// The values that some result has, each once.
    private(set) var facets: [FacetCount] = []
    private(set) var query: String?
    /// What the searcher could not say of the attribute.
    private(set) var warning: SearchWarning?

    /// Takes in whatever input it may be.
    mutating func take(_ input: Input, about attribute: String) {
        switch search.take(input) {
        case nil: break
        case .cleared: (facets, query, warning) = ([], nil, nil)
        case .answer(let response, _, _): take(response, about: attribute)
        }
    }

    private mutating func take(_ response: SearchResponse, about attribute: String) {
        let values: [FacetCount]
        switch response.content {
        case .hits(let hits):
            values = hits.facets[attribute] ?? []
            query = nil
            warning = hits.warning(about: attribute, besides: [.attributeNotNumeric])
        case .facetValues(let searched, let found):
            guard searched == attribute else { return }
            values = found
            query = response.query
        }
        var known: Set<FacetValue> = []
        facets = values.filter { $0.count > 0 && known.insert($0.value).inserted }
    }
}
