// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// A search engine of one's own: the lightest chemical elements, in memory.
///
/// It shows the three steps of a backend: a request becomes a question of the engine's own (`map(request:)`), the engine answers it
/// (`search`), and its answer becomes results (`map(answer:of:)`). It counts no facets by itself, so every count is asked for under
/// the filters that are in force for it: SearchBus does the rest.
public struct ElementsBackend: Backend {
    /// A question: what is typed, and which families are wanted.
    public struct Query: Sendable, Hashable {
        public var text: String
        /// Each of these lists must have the element's family.
        public var families: [[String]] = []
    }

    /// The elements that were found, the lightest first.
    public typealias Answer = [Element]

    public init() {}

    /// It filters by families, and by nothing else; what it cannot do is refused in words.
    public var capabilities: BackendCapabilities {
        BackendCapabilities(searchesFacetValues: false, filterTypes: [.facet], ranksByOptionalFilters: false)
    }

    public func map(request: SearchRequest) throws -> Query {
        guard request.index == "elements" else {
            throw SearchBusError(.unknownIndex, "There is no index `\(request.index)`.", remedy: "Use `elements`.")
        }
        var query = Query(text: request.query.lowercased())
        for group in (request.baseFilters.groups + request.filters.groups).flatMap(\.byType) {
            let choices = group.id.kind == .or ? [group.filters] : group.filters.map { [$0] }
            for filters in choices { query.families.append(try filters.map(family)) }
        }
        return query
    }

    private func family(_ filter: Filter) throws -> String {
        guard filter.attribute == "family", !filter.isNegated, case .text(let name)? = filter.facetValue else {
            throw SearchBusError(.invalidArgument, "Elements are filtered by `family` only.", remedy: "Filter by it.")
        }
        return name
    }

    public func search(_ query: Query) async throws -> [Element] {
        Element.lightest.filter { element in
            element.name.lowercased().hasPrefix(query.text)
                && query.families.allSatisfy { $0.contains(element.family) }
        }
    }

    public func map(answer: [Element], of request: SearchRequest) throws -> SearchResponse {
        var hits = SearchResponse.Hits(
            hits: request.slice(of: answer).map(\.hit),
            totalCount: answer.count,
            page: request.page,
            hitsPerPage: request.hitsPerPage
        )
        let families = Dictionary(grouping: answer, by: \.family)
        for need in request.facets where need.attribute == "family" {
            hits.facets["family"] = families.map { FacetCount(value: .text($0.key), count: $0.value.count) }
                .sorted(by: FacetCount.isCommoner)
        }
        return SearchResponse(query: request.query, processingTimeMS: 0, content: .hits(hits))
    }

    public func describe(_ index: String) async throws -> IndexShape? {
        IndexShape(attributes: [
            .init("name", type: "text", isCountable: false, isComparable: false),
            .init("family", type: "text", isCountable: true, isComparable: false),
        ])
    }
}
