// SPDX-License-Identifier: MIT

import AlgoliaTesting
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Backends

@Suite struct BackendServiceTests {
    /// A clock that a test moves.
    private final class Clock: Sendable {
        private let state = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { state.withLock { $0 } }
        func pass(_ duration: Duration) { state.withLock { $0 = $0.advanced(by: duration) } }
    }

    /// A switch that tests turn.
    private final class Switch: Sendable {
        private let state = Mutex<SearchBusError?>(nil)
        var error: SearchBusError? {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test("an engine that is down gets few requests, reports its failure, and is used again when it is back")
    func circuit() async {
        let (clock, failure) = (Clock(), Switch())
        let backend = ScriptedBackend { _ in
            if let error = failure.error { throw error }
            return ["hits": [], "nbHits": 1]
        }
        let service = BackendService(backend, name: "far", now: { clock.now })
        let request = [SearchRequest(index: "i")]
        failure.error = SearchBusError(.backendTimeout, "No answer.")
        for _ in 0..<5 { #expect(await service.search(request)[0].failure?.code == .backendTimeout) }
        #expect(service.health?.circuit == .open && service.health?.failed == 5)
        let refused = await service.search(request)[0].failure
        #expect(backend.queries.count == 5, "it is left in peace")
        #expect(refused?.code == .backendTimeout && refused?.message.contains("tried again within 1 s") == true)
        failure.error = nil
        clock.pass(.milliseconds(500))
        #expect((try? await service.search(request)[0].get()) != nil)
        #expect(service.health?.circuit == .closed && service.health?.lastError == nil)
    }

    @Test(
        "a wrong question says nothing about the engine",
        arguments: [ErrorCode.unknownIndex, .backendRefused, .backendDenied]
    )
    func wrongQuestions(code: ErrorCode) async {
        let backend = ScriptedBackend { _ in throw SearchBusError(code, "No.") }
        let service = BackendService(backend, name: "far")
        for _ in 0..<9 { #expect(await service.search([SearchRequest(index: "i")])[0].failure?.code == code) }
        #expect(backend.queries.count == 9 && service.health?.circuit == .closed)
    }

    @Test("one failure stays one, and an attribute that cannot be counted does not affect the rest")
    func failsAlone() async throws {
        let backend = ScriptedBackend { query in
            if query["indexName"] == "bad" { throw SearchBusError(.backendRefused, "Bad.") }
            if query["hitsPerPage"] == 0 { throw SearchBusError(.backendRefused, "Cannot be counted.") }
            return ["hits": [["objectID": "1"]], "nbHits": 1, "facets": ["type": ["tv": 1]]]
        }
        let filters = FilterState.of((.or, "brand", [.facet("brand", "Acme")]))
        let results = await BackendService(backend, name: "far").search([
            SearchRequest(index: "bad"), SearchRequest(index: "good", filters: filters, facets: ["brand", "type"]),
        ])
        #expect(results[0].failure?.code == .backendRefused)
        let hits = try #require(try results[1].get().hits)
        #expect(hits.hits.map(\.objectID) == ["1"] && hits.facets["type"]?.count == 1 && hits.facets["brand"] == nil)
        #expect(hits.warnings.map(\.attribute) == ["brand"] && !hits.isExhaustive)
    }

    @Test("unsupported parameters are refused or reported, never silently ignored")
    func capabilities() async throws {
        let backend = ScriptedBackend(
            capabilities: BackendCapabilities(filterTypes: [.facet], ranksByOptionalFilters: false, mostHits: 100)
        ) { _ in ["hits": [], "nbHits": 500] }
        let optional = FilterState.of((.optional, "o", [.facet("brand", "Acme")]))
        let results = await BackendService(backend, name: "far").search([
            SearchRequest(index: "i", filters: .of((.and, "p", [.range("price", 1...2)]))),
            SearchRequest(index: "i", page: 5, hitsPerPage: 20), SearchRequest(index: "i", page: .max, hitsPerPage: 20),
            SearchRequest(index: "i", filters: optional), SearchRequest(index: "i", page: 4, hitsPerPage: 20),
        ])
        #expect(results.map { $0.failure?.code } == [.invalidArgument, .invalidArgument, .invalidArgument, nil, nil])
        #expect(try results[3].get().hits?.warnings.map(\.attribute) == ["brand"])
        #expect(backend.queries.count == 2)
    }

    @Test("the values of an engine without value search are searched here, with matches marked")
    func facetSearch() async throws {
        let backend = ScriptedBackend(capabilities: BackendCapabilities(searchesFacetValues: false)) { query in
            #expect(query["query"] == "" && query["hitsPerPage"] == 0 && query["maxValuesPerFacet"] == 1_000)
            #expect(query["facetFilters"] == ["type:tv"])
            return ["hits": [], "nbHits": 9, "facets": ["brand": ["Acme Sound": 2, "Sony": 3, "Bolt": 4, "so-so": 1]]]
        }
        let request = SearchRequest(
            index: "i",
            kind: .facetValues(attribute: "brand", limit: 2),
            query: "SO",
            filters: .of((.or, "b", [.facet("brand", "Bolt")]), (.and, "t", [.facet("type", "tv")]))
        )
        let response = try await BackendService(backend, name: "far").search([request])[0].get()
        guard case .facetValues("brand", let values) = response.content else {
            Issue.record("no values")
            return
        }
        #expect(values.map(\.value) == ["Sony", "Acme Sound"] && response.query == "SO")
        #expect(
            values[1].highlighted?.spans == [
                .init("Acme ", isMatched: false), .init("So", isMatched: true), .init("und", isMatched: false),
            ]
        )
    }
}
