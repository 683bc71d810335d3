// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

@Suite struct MeilisearchSuiteTests {
    private func engine(
        _ parameters: JSONObject = JSONObject(),
        _ own: MeilisearchSimulator? = nil
    ) throws -> SimulatedEngine {
        let simulator = own ?? MeilisearchSimulator()
        return try SimulatedEngine(
            "meilisearch",
            parameters: parameters,
            mayBeReal: own == nil,
            filling: { engine, index, records in try await MeilisearchSuiteTests.fill(engine, index, records) },
            reply: { simulator.reply(to: $0) }
        )
    }

    private static func fill(_ engine: SimulatedEngine, _ index: String, _ records: [JSON]) async throws {
        let attributes = EngineSuite.attributes
        let filtered = attributes.texts + attributes.numbers + attributes.truths + ["_geo", "nobody"]
        let settings: JSON = [
            "searchableAttributes": JSON(attributes.searched), "filterableAttributes": JSON(filtered),
            "sortableAttributes": ["price"],
        ]
        try await engine.send("DELETE", "/indexes/\(index)", "")
        try await engine.send("PATCH", "/indexes/\(index)/settings", settings.text)
        let documents = records.map { record -> JSON in
            var document = record.object ?? JSONObject()
            document["_geo"] = document["_geoloc"]
            document["_geoloc"] = nil
            return .object(document)
        }
        let answer = try await engine.send("POST", "/indexes/\(index)/documents", JSON.array(documents).text)
        try await finish(answer, of: engine)
    }

    /// Waits for a task of the engine, which a server completes some time after it accepted it.
    private static func finish(_ answer: JSON, of engine: SimulatedEngine) async throws {
        let path = "/tasks/\(try answer.requiredInt("taskUid"))"
        for _ in 0..<100_000 {
            switch try await engine.send("GET", path)["status"] {
            case "succeeded": return
            case "enqueued", "processing": continue
            case let status: throw JSONError("\(path): \(status?.text ?? "no status")")
            }
        }
        throw JSONError("\(path) takes too long")
    }

    @Test("Meilisearch passes the suite of all engines")
    func suite() async throws { try await EngineSuite(engine()).run() }

    @Test("searches of one index are one exchange; one that fails does not fail the others")
    func exchanges() async throws {
        let engine = try engine(JSONObject(), MeilisearchSimulator())
        try await engine.load("things", EngineSuite.records)
        let bad = SearchRequest(
            index: "things",
            filters: FilterState(groups: [
                FilterGroup(id: .init(kind: .and, name: "x"), filters: [.facet("secret", "x")])
            ])
        )
        let before = engine.exchanges.count
        let results = await engine.service.search([SearchRequest(index: "things"), bad, SearchRequest(index: "things")])
        #expect(results.map(\.failureCode) == [nil, .backendRefused, nil])
        let searches = engine.exchanges[before...].map(\.line)
        #expect(
            searches == ["GET /indexes/things/settings", "GET /indexes/things"]
                + Array(repeating: "POST /multi-search", count: 4)
        )
    }

    @Test("an attribute that the index does not count is an empty list and a warning")
    func uncounted() async throws {
        let engine = try engine()
        try await engine.load("things", EngineSuite.records)
        let hits = try await engine.service.search([SearchRequest(index: "things", facets: ["note", "brand"])])[0].get()
            .hits
        #expect(hits?.facets["note"] == [] && hits?.facets["brand"]?.isEmpty == false)
        #expect(hits?.warnings.map(\.attribute) == ["note"] && hits?.warnings.first?.code == .attributeNotCounted)
    }

    @Test("names of orders refer to the index in that order, and keys are sent")
    func sortsAndKeys() async throws {
        let parameters = JSONObject([("sorts", ["dear": ["index": "things", "by": ["price:desc"]]])])
        let engine = try engine(parameters)
        try await engine.load("things", EngineSuite.records)
        let hits = try await engine.service.search([SearchRequest(index: "dear", hitsPerPage: 60)])[0].get().hits
        let prices = hits?.hits.compactMap { $0.record["price"]?.double } ?? []
        #expect(prices == prices.sorted(by: >) && prices.count > 40)
        let locked = MeilisearchSimulator(key: "abcd")
        let denied = try self.engine(JSONObject(), locked)
        #expect(await denied.service.search([SearchRequest(index: "things")])[0].failureCode == .backendDenied)
        let admitted = try self.engine(JSONObject([("apiKey", "abcd")]), locked)
        #expect(await admitted.service.search([SearchRequest(index: "things")])[0].failureCode == .unknownIndex)
    }
}
