// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

@Suite struct ElasticServiceTests {
    private func filled(
        _ parameters: JSONObject = JSONObject(),
        _ simulator: ElasticSimulator = ElasticSimulator(.elasticsearch)
    ) async throws -> SimulatedEngine {
        let engine = try ElasticUnderTest.engine(.elasticsearch, parameters: parameters, simulator: simulator)
        try await engine.load("things", EngineSuite.records)
        return engine
    }

    @Test("several searches with all their counts are one exchange, after one request of the mapping")
    func exchanges() async throws {
        let engine = try await filled()
        let before = engine.exchanges.count
        let group = FilterGroup(id: .init(kind: .or, name: "b"), filters: [.facet("brand", "Acme")])
        let request = SearchRequest(index: "things", filters: FilterState(groups: [group]), facets: ["brand", "color"])
        for _ in 0..<2 { _ = await engine.service.search([request, SearchRequest(index: "things", query: "lamp")]) }
        #expect(
            engine.exchanges[before...].map(\.line) == ["GET /things/_mapping", "POST /_msearch", "POST /_msearch"]
        )
    }

    @Test("an overloaded index is busy, and the others answer")
    func busy() async throws {
        let simulator = ElasticSimulator(.elasticsearch)
        let engine = try await filled(JSONObject([("retries", 0)]), simulator)
        _ = await engine.service.search([SearchRequest(index: "things")])
        try await engine.load("others", EngineSuite.records)
        _ = await engine.service.search([SearchRequest(index: "others")])
        simulator.overload("things")
        let results = await engine.service.search([SearchRequest(index: "things"), SearchRequest(index: "others")])
        #expect(results[0].failureCode == .backendBusy)
        #expect(results[1].failureCode == nil)
    }

    @Test(
        "keys are sent in the engine's form, and a missing one is denied with an explanation",
        arguments: [
            (JSONObject([("apiKey", "id:secret")]), "ApiKey aWQ6c2VjcmV0"),
            (JSONObject([("apiKey", "aWQ6c2VjcmV0")]), "ApiKey aWQ6c2VjcmV0"),
            (JSONObject([("username", "me"), ("password", "pass")]), "Basic bWU6cGFzcw=="),
        ]
    )
    func keys(parameters: JSONObject, header: String) async throws {
        let simulator = ElasticSimulator(.elasticsearch, authorization: header)
        let engine = try ElasticUnderTest.engine(.elasticsearch, parameters: parameters, simulator: simulator)
        // The key is right: there is no index yet.
        #expect(await engine.service.search([SearchRequest(index: "things")])[0].failureCode == .unknownIndex)
        let other = try ElasticUnderTest.engine(.elasticsearch, simulator: simulator)
        #expect(await other.service.search([SearchRequest(index: "things")])[0].failureCode == .backendDenied)
    }

    @Test("names of orders refer to the index in that order")
    func sorts() async throws {
        let sorts: JSON = [
            "cheapest": ["index": "things", "by": ["price:asc"]], "by_name": ["index": "things", "by": ["name:desc"]],
        ]
        let engine = try await filled(JSONObject([("sorts", sorts)]))
        let hits = try await engine.service.search([SearchRequest(index: "cheapest", hitsPerPage: 60)])[0].get().hits
        let prices = hits?.hits.compactMap { $0.record["price"]?.double } ?? []
        #expect(prices == prices.sorted() && prices.count > 40 && hits?.hits.count == 60)
        // A text is ordered by its exact field.
        let named = try await engine.service.search([SearchRequest(index: "by_name", hitsPerPage: 60)])[0].get().hits
        let names = named?.hits.compactMap { $0.record["name"]?.string } ?? []
        #expect(names == names.sorted(by: >) && names.count == 60)
    }

    @Test("an index is described with the uses of its attributes")
    func description() async throws {
        let engine = try await filled()
        let shape = try await engine.service.describe("things")
        #expect(shape?["brand"]?.isCountable == true && shape?["price"]?.isComparable == true)
        #expect(shape?["kind.l0"]?.isCountable == true && shape?["nobody"] == nil)
        let error = await #expect(throws: SearchBusError.self) { try await engine.service.describe("nowhere") }
        #expect(error?.code == .unknownIndex)
    }

    @Test("with a key that only permits searching, attributes are fields of the same name")
    func hiddenMappings() async throws {
        let engine = try await filled(JSONObject(), ElasticSimulator(.elasticsearch, hidesMappings: true))
        let group = FilterGroup(id: .init(kind: .or, name: "b"), filters: [.facet("brand.keyword", "Acme")])
        let filters = FilterState(groups: [group])
        let request = SearchRequest(index: "things", query: "lamp", filters: filters, facets: ["brand.keyword"])
        let hits = try await engine.service.search([request])[0].get().hits
        #expect(hits?.facets["brand.keyword"]?.isEmpty == false && hits?.hits.isEmpty == false)
        #expect(hits?.hits.allSatisfy { $0.record["brand"] == "Acme" } == true)
        // A text is not counted, in the engine's words.
        let text = await engine.service.search([SearchRequest(index: "things", facets: ["brand"])])[0]
        #expect(text.failureCode == .backendRefused)
        guard case .failure(let error) = text else { return }
        #expect(error.message.contains("Fielddata is disabled"))
    }

    @Test("marks stay within the elements of a list, and the others are there")
    func lists() async throws {
        let engine = try await filled()
        let request = SearchRequest(index: "things", query: "green", hitsPerPage: 60)
        let hits = try await engine.service.search([request])[0].get().hits?.hits ?? []
        let lists = hits.filter { ($0.record["color"]?.array?.count ?? 0) > 1 }
        #expect(!lists.isEmpty)
        for hit in lists where hit.highlights["color"] != nil {
            #expect(
                hit.highlights["color"]?.text
                    == hit.record["color"]?.array?.compactMap(\.string).joined(separator: ", ")
            )
            #expect(hit.highlights["color"]?.spans.filter(\.isMatched).map(\.text) == ["green"])
        }
    }
}

extension Result where Failure == SearchBusError {
    /// The code of a failure; `nil` for an answer.
    var failureCode: ErrorCode? {
        guard case .failure(let error) = self else { return nil }
        return error.code
    }
}
