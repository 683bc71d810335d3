// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

/// Indexes whose primary key is not named `objectID`.
@Suite struct MeilisearchKeyTests {
    private static let records: [JSON] = [
        ["id": 7, "name": "oak table", "price": 30], ["id": 12, "name": "oak chair", "price": 10, "objectID": "other"],
        ["id": "k-1", "name": "oak shelf", "price": 20],
    ]

    private func engine(
        key: String,
        _ records: [JSON],
        refusing refused: Set<String> = [],
        parameters: JSONObject = JSONObject()
    ) async throws -> SimulatedEngine {
        let simulator = MeilisearchSimulator(refusing: refused)
        let engine = try SimulatedEngine("meilisearch", parameters: parameters) { engine, index, records in
            let settings: JSON = [
                "searchableAttributes": ["name", .string(key)], "filterableAttributes": [.string(key), "price"],
                "sortableAttributes": [.string(key)],
            ]
            try await engine.send("PATCH", "/indexes/\(index)/settings", settings.text)
            let path = "/indexes/\(index)/documents?primaryKey=\(key)"
            try await engine.send("POST", path, JSON.array(records).text)
        } reply: {
            simulator.reply(to: $0)
        }
        try await engine.load("things", records)
        return engine
    }

    private func hits(_ engine: SimulatedEngine, _ request: SearchRequest) async throws -> SearchResponse.Hits {
        try #require(try await engine.service.search([request])[0].get().hits)
    }

    private func only(_ filters: Filter...) -> FilterState {
        FilterState(groups: [FilterGroup(id: .init(kind: .or, name: "i"), filters: filters)])
    }

    @Test("records are identified by the index's primary key, a text or a number")
    func records() async throws {
        let engine = try await engine(key: "id", Self.records)
        let all = try await hits(engine, SearchRequest(index: "things"))
        #expect(all.hits.map(\.objectID) == ["7", "12", "k-1"])
        #expect(all.hits[0].record == ["objectID": "7", "id": 7, "name": "oak table", "price": 30])
        #expect(all.hits[1].record["objectID"] == "12", "an attribute of that name does not stand for the id")
        let some = try await hits(engine, SearchRequest(index: "things", attributesToRetrieve: ["name"]))
        #expect(some.hits[0].record == ["objectID": "7", "name": "oak table"])
    }

    @Test("filters, counts, bounds, orders and marks of the id are those of the primary key")
    func attributes() async throws {
        let engine = try await engine(key: "id", Self.records)
        let chosen = SearchRequest(index: "things", filters: only(.facet("objectID", "12"), .facet("objectID", "k-1")))
        #expect(try await hits(engine, chosen).hits.map(\.objectID) == ["12", "k-1"])
        let counted = try await hits(engine, SearchRequest(index: "things", facets: ["objectID"], stats: ["objectID"]))
        #expect(counted.facets["objectID"]?.count == 3 && counted.stats["objectID"] == 7...12)
        #expect(counted.warnings.isEmpty)
        let sorted = SearchRequest(index: "things", sort: [SortKey("objectID", isDescending: true)])
        #expect(try await hits(engine, sorted).hits.map(\.objectID) == ["12", "7", "k-1"])
        let marked = try await hits(engine, SearchRequest(index: "things", query: "12"))
        #expect(marked.hits.first?.highlights["objectID"]?.text == "12")
    }

    @Test("any other name is allowed, and a page is valid even if one ID is of another type")
    func otherNames() async throws {
        let engine = try await engine(key: "sku", [["sku": "a"], ["sku": 4_294_967_296]])
        #expect(
            try await hits(engine, SearchRequest(index: "things")).hits.map(\.objectID) == ["a", "4294967296"]
        )
    }

    @Test("with a key that may not read the index, the usual names work, and any other from the app file")
    func searchOnly() async throws {
        let refused: Set<String> = ["indexes.get", "settings.get"]
        let usual = try await engine(key: "id", Self.records, refusing: refused)
        let request = SearchRequest(index: "things", attributesToRetrieve: ["name"])
        #expect(try await hits(usual, request).hits.map(\.objectID) == ["7", "other", "k-1"])
        let named = try await engine(
            key: "sku",
            [["sku": 1]],
            refusing: refused,
            parameters: JSONObject([("primaryKey", "sku")])
        )
        let filtered = SearchRequest(index: "things", filters: only(.facet("objectID", "1")))
        #expect(try await hits(named, filtered).hits.map(\.objectID) == ["1"])
        let unknown = try await engine(key: "sku", [["sku": 1]], refusing: refused)
        guard case .failure(let error) = await unknown.service.search([SearchRequest(index: "things")])[0] else {
            Issue.record("the primary key is unknown")
            return
        }
        #expect(error.code == .backendFailed && error.message.contains("`primaryKey`"))
    }

    @Test("the primary key is read if the settings may not be", arguments: ["settings.get", "indexes.get"])
    func partly(refused: String) async throws {
        let key = refused == "indexes.get" ? "id" : "sku"
        let records: [JSON] = [.object(JSONObject([(key, 5), ("price", 3)]))]
        let engine = try await engine(key: key, records, refusing: [refused])
        let found = try await hits(engine, SearchRequest(index: "things", facets: ["price"]))
        #expect(found.hits.map(\.objectID) == ["5"] && found.facets["price"]?.count == 1)
    }
}
