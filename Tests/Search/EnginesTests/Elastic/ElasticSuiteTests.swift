// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

@Suite struct ElasticSuiteTests {
    @Test(
        "Elasticsearch and OpenSearch pass the suite of all engines",
        arguments: [ElasticSimulator.Flavor.elasticsearch, .opensearch]
    )
    func suite(flavor: ElasticSimulator.Flavor) async throws {
        let engine = try ElasticUnderTest.engine(flavor)
        try await EngineSuite(engine).run()
    }

    @Test("attributes of nested objects pass the suite as others do")
    func nestedSuite() async throws {
        try await EngineSuite(try ElasticUnderTest.engine(.elasticsearch, nested: "kind")).run()
    }

    @Test(
        "every page can be reached, however few records one search lets through",
        arguments: [ElasticSimulator.Flavor.elasticsearch, .opensearch]
    )
    func deepPages(flavor: ElasticSimulator.Flavor) async throws {
        let simulator = ElasticSimulator(flavor)
        let parameters = JSONObject([
            ("window", 10), ("sorts", ["by_price": ["index": "things", "by": ["price:desc"]]]),
        ])
        let engine = try ElasticUnderTest.engine(flavor, window: 10, parameters: parameters, simulator: simulator)
        try await engine.load("things", EngineSuite.records)
        for index in ["things", "by_price"] {
            var (seen, prices): ([String], [Double]) = ([], [])
            for page in 0..<10 {
                let request = SearchRequest(index: index, query: "", page: page, hitsPerPage: 7, facets: ["brand"])
                let hits = try await engine.service.search([request])[0].get().hits
                seen += hits?.hits.map(\.objectID) ?? []
                prices += hits?.hits.compactMap { $0.record["price"]?.double } ?? []
                #expect(hits?.totalCount == 60 && hits?.facets["brand"]?.count == 4)
            }
            #expect(seen.count == 60 && Set(seen).count == 60)
            if index == "by_price" { #expect(prices == prices.sorted(by: >) && prices.count > 40) }
        }
        #expect(simulator.openPoints == 0)
        let steps = engine.exchanges.filter { $0.line.hasPrefix("POST /_search?") }
        #expect(!steps.isEmpty && steps.allSatisfy { !$0.body.contains("aggs") })
    }
}
