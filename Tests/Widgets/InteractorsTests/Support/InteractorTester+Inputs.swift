// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

extension InteractorTester {
    /// Gives the answer of a search.
    func answer(
        _ request: Int,
        query: String = "",
        of searcher: String = "products",
        _ hits: SearchResponse.Hits,
        at location: SourceLocation = #_sourceLocation
    ) {
        let response = SearchResponse(query: query, processingTimeMS: 1.4, content: .hits(hits))
        give(.results(searcher: searcher, request: request, response), at: location)
    }

    /// Gives the answer of a facet search.
    func answer(
        _ request: Int,
        query: String = "",
        values: [FacetCount],
        of attribute: String,
        from searcher: String = "products",
        at location: SourceLocation = #_sourceLocation
    ) {
        let content = SearchResponse.Content.facetValues(attribute: attribute, values: values)
        let response = SearchResponse(query: query, processingTimeMS: 0.2, content: content)
        give(.results(searcher: searcher, request: request, response), at: location)
    }

    /// Gives the searcher's request.
    func request(
        _ number: Int,
        query: String = "",
        isAdmitted: Bool = true,
        since: Int = 0,
        of searcher: String = "products",
        at location: SourceLocation = #_sourceLocation
    ) {
        let request = MemberRequest(
            number: number,
            since: isAdmitted ? since : number,
            cleared: isAdmitted ? 0 : number,
            isAdmitted: isAdmitted,
            query: query,
            index: "products"
        )
        give(.request(searcher: searcher, request), at: location)
    }

    /// Gives the progress of a search.
    func search(
        _ request: Int,
        _ progress: SearchProgress,
        of searcher: String = "products",
        at location: SourceLocation = #_sourceLocation
    ) {
        give(.search(searcher: searcher, request: request, progress), at: location)
    }

    /// Gives the filters of the filter state, and stores them as the session's.
    func filters(_ groups: FilterGroup..., at location: SourceLocation = #_sourceLocation) {
        keep(FilterState(groups: groups))
        give(.filters(filters), at: location)
    }
}

extension SearchProgress {
    /// A failure for a test.
    static func failed(_ code: String = "backend-failed") -> SearchProgress {
        .failed(code: code, message: "gone", remedy: nil)
    }
}

extension FilterGroup {
    /// A group for a test.
    static func or(_ name: String, _ filters: Filter...) -> FilterGroup {
        FilterGroup(id: ID(kind: .or, name: name), filters: filters)
    }

    /// A group for a test.
    static func and(_ name: String, _ filters: Filter...) -> FilterGroup {
        FilterGroup(id: ID(kind: .and, name: name), filters: filters)
    }
}

extension SearchResponse.Hits {
    /// A page of hits that are named by their position in the whole list.
    static func page(_ page: Int, of total: Int, size: Int = 3) -> SearchResponse.Hits {
        let positions = page * size..<max(page * size, min(total, (page + 1) * size))
        return SearchResponse.Hits(
            hits: positions.map { Hit(objectID: "p\($0)", record: ["n": JSON($0)]) },
            totalCount: total,
            page: page,
            hitsPerPage: size
        )
    }
}
