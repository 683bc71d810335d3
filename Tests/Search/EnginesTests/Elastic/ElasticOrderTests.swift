// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

@testable import Engines

/// Records in the order of their ids, and deep pages, where the engine does not load ids into memory.
@Suite struct ElasticOrderTests {
    private static let orders = JSONObject([
        ("window", 10), ("sorts", ["last": ["index": "things", "by": ["objectID:desc"]]]),
    ])

    @Test(
        "neither orders nor deep pages need ids in memory",
        arguments: [ElasticSimulator.Flavor.elasticsearch, .opensearch]
    )
    func withoutFielddata(flavor: ElasticSimulator.Flavor) async throws {
        let simulator = ElasticSimulator(flavor, hasIDFielddata: false)
        let engine = try ElasticUnderTest.engine(flavor, window: 10, parameters: Self.orders, simulator: simulator)
        try await engine.load("things", EngineSuite.records)
        for index in ["things", "last"] {
            var seen: [String] = []
            for page in 0..<6 {
                let request = SearchRequest(index: index, page: page, hitsPerPage: 10)
                seen += try await engine.service.search([request])[0].get().hits?.hits.map(\.objectID) ?? []
            }
            #expect(seen.count == 60 && Set(seen).count == 60)
            if index == "last" { #expect(seen == seen.sorted(by: >)) }
        }
    }

    @Test("OpenSearch before 3.3 walks by the IDs in the records")
    func older() async throws {
        let simulator = ElasticSimulator(.opensearch, version: "2.19.1", hasIDFielddata: false)
        let engine = try ElasticUnderTest.engine(.opensearch, window: 10, parameters: Self.orders, simulator: simulator)
        try await engine.load("things", EngineSuite.records)
        let request = SearchRequest(index: "things", page: 4, hitsPerPage: 10)
        #expect(try await engine.service.search([request])[0].get().hits?.hits.count == 10)
        #expect(!engine.exchanges.contains { $0.body.contains("_shard_doc") })
    }

    @Test(
        "where records do not hold their ids, Elasticsearch's order of them is refused in words",
        arguments: ["objectID", "_id"]
    )
    func refusal(attribute: String) throws {
        let dialect = ElasticDialect(shape: IndexShape(attributes: []))
        let error = #expect(throws: SearchBusError.self) {
            try dialect.encode(SearchRequest(index: "shop", sort: [SortKey(attribute)]))
        }
        #expect(error?.code == .invalidArgument && error?.remedy.contains("keyword") == true)
    }
}
