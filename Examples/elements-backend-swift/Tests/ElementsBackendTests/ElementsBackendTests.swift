// SPDX-License-Identifier: MIT

import Backends
import ElementsBackend
import SearchModel
import Testing
import Wire

@Suite struct ElementsBackendTests {
    private let service = BackendService(ElementsBackend(), name: "elements")

    private func filters(_ families: FacetValue...) -> FilterState {
        let filters = families.map { Filter.facet("family", $0) }
        return FilterState(groups: [FilterGroup(id: .init(kind: .or, name: "family"), filters: filters)])
    }

    @Test("families are counted without the choice among them, though the engine counts nothing of the kind")
    func counts() async throws {
        let request = SearchRequest(index: "elements", query: "ne", filters: filters("noble gas"), facets: ["family"])
        let hits = try #require(await service.search([request])[0].get().hits)
        #expect(hits.hits.map(\.objectID) == ["10"] && hits.totalCount == 1)
        #expect(hits.facets["family"]?.map { "\($0.value.label) \($0.count)" } == ["noble gas 1"])
        let all = SearchRequest(index: "elements", filters: filters("halogen", "unknown"), facets: ["family"])
        let counts = try await service.search([all])[0].get().hits?.facets["family"]
        #expect(counts?.first.map { "\($0.value.label) \($0.count)" } == "nonmetal 4")
        #expect(counts?.last.map { "\($0.value.label) \($0.count)" } == "unknown 0", "selected values are listed")
    }

    @Test("values are searched, though the engine cannot")
    func facetSearch() async throws {
        let request = SearchRequest(index: "elements", kind: .facetValues(attribute: "family", limit: 5), query: "me")
        guard case .facetValues(_, let values) = try await service.search([request])[0].get().content else {
            Issue.record("no values")
            return
        }
        #expect(values.map(\.value) == ["alkali metal", "earth metal", "metalloid"])
    }

    @Test("what it cannot do is refused in words, and the other requests are answered")
    func refusals() async throws {
        let price = FilterGroup(id: .init(kind: .and, name: "n"), filters: [.range("number", 1...2)])
        let results = await service.search([
            SearchRequest(index: "elements", filters: FilterState(groups: [price])), SearchRequest(index: "isotopes"),
            SearchRequest(index: "elements", page: 1, hitsPerPage: 10),
        ])
        func code(_ result: SearchResult) -> ErrorCode? {
            guard case .failure(let error) = result else { return nil }
            return error.code
        }
        #expect(results.map(code) == [.invalidArgument, .unknownIndex, nil])
        #expect(try results[2].get().hits?.hits.count == 2)
        let far = await service.search([SearchRequest(index: "elements", page: .max, hitsPerPage: 10)])
        #expect(try far[0].get().hits?.hits.isEmpty == true, "a page that no list reaches is empty")
    }
}
