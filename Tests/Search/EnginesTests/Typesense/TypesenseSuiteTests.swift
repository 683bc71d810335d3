// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

@Suite struct TypesenseSuiteTests {
    private func engine(
        _ parameters: JSONObject = JSONObject([("searchFields", ["name", "note"])]),
        _ own: TypesenseSimulator? = nil
    ) throws -> SimulatedEngine {
        let simulator = own ?? TypesenseSimulator()
        return try SimulatedEngine(
            "typesense",
            parameters: parameters,
            mayBeReal: own == nil,
            waivers: [.oddValues: "values are compared by their letters and digits: one of signs only is empty"],
            filling: { engine, index, records in try await TypesenseSuiteTests.fill(engine, index, records) },
            reply: { simulator.reply(to: $0) }
        )
    }

    private static func fill(_ engine: SimulatedEngine, _ index: String, _ records: [JSON]) async throws {
        func field(_ name: String, _ type: String, isFacet: Bool = true) -> JSON {
            ["name": .string(name), "type": .string(type), "facet": .bool(isFacet), "optional": true]
        }
        let texts = EngineSuite.attributes.texts.map { field($0, $0 == "color" ? "string[]" : "string") }
        let others = [
            field("name", "string", isFacet: false), field("note", "string", isFacet: false), field("price", "float"),
            field("rating", "int32"), field("sale", "bool"), field("_geoloc", "geopoint", isFacet: false),
        ]
        let separators = ["<", ">", "/", "&", "\"", "'", ":", "\\", "-", "=", ",", "(", ")"]
        let schema: JSON = [
            "name": .string(index), "fields": .array(texts + others), "token_separators": JSON(separators),
        ]
        try await engine.send("DELETE", "/collections/\(index)", "")
        try await engine.send("POST", "/collections", schema.text)
        let lines = records.map { record -> String in
            var document = record.object ?? JSONObject()
            document["id"] = document["objectID"]
            document["objectID"] = nil
            if let place = document["_geoloc"] { document["_geoloc"] = [place["lat"] ?? .null, place["lng"] ?? .null] }
            return JSON.object(document).text
        }
        try await engine.send(
            "POST",
            "/collections/\(index)/documents/import",
            lines.joined(separator: "\n"),
            type: "text/plain"
        )
    }

    @Test("Typesense passes the suite of all engines")
    func suite() async throws { try await EngineSuite(engine()).run() }

    @Test(
        "values that look like operators find their records, if they have a letter or digit"
    )
    func oddValues() async throws {
        let engine = try engine()
        try await engine.load("things", EngineSuite.records)
        for value in EngineSuite.oddValues where value != "*" {
            let group = FilterGroup(id: .init(kind: .or, name: "o"), filters: [.facet("odd", .text(value))])
            let request = SearchRequest(index: "things", filters: FilterState(groups: [group]), facets: ["odd"])
            let hits = try await engine.service.search([request])[0].get().hits
            #expect(hits?.totalCount == 3, "`\(value)`")
            #expect(hits?.facets["odd"]?.first { $0.value == .text(value) }?.count == 3, "`\(value)`")
        }
    }

    @Test("preferred records are first, and names of orders refer to the index in that order")
    func orders() async throws {
        var parameters = JSONObject([("sorts", ["dear": ["index": "things", "by": ["price:desc"]]])])
        parameters["searchFields"] = ["name"]
        let engine = try engine(parameters)
        try await engine.load("things", EngineSuite.records)
        let dear = try await engine.service.search([SearchRequest(index: "dear", hitsPerPage: 60)])[0].get().hits
        let prices = dear?.hits.compactMap { $0.record["price"]?.double } ?? []
        #expect(prices == prices.sorted(by: >) && prices.count > 40)
        let group = FilterGroup(id: .init(kind: .optional, name: "o"), filters: [.facet("brand", "Gale", score: 2)])
        let request = SearchRequest(index: "things", hitsPerPage: 60, filters: FilterState(groups: [group]))
        let hits = try await engine.service.search([request])[0].get().hits
        let brands = hits?.hits.map { $0.record["brand"]?.string == "Gale" } ?? []
        #expect(hits?.totalCount == 60 && brands.firstIndex(of: false) == brands.count { $0 })
    }

    @Test("keys are sent, and a missing one is denied")
    func keys() async throws {
        let locked = TypesenseSimulator(key: "abcd")
        let denied = try engine(JSONObject(), locked)
        #expect(await denied.service.search([SearchRequest(index: "things")])[0].failureCode == .backendDenied)
        let admitted = try engine(JSONObject([("apiKey", "abcd")]), locked)
        #expect(await admitted.service.search([SearchRequest(index: "things")])[0].failureCode == .unknownIndex)
    }

    @Test("many searches are split into requests of the engine's maximum, and one that fails does not fail the others")
    func manySearches() async throws {
        let engine = try engine(JSONObject([("searchFields", ["name", "note"])]), TypesenseSimulator())
        try await engine.load("things", EngineSuite.records)
        let requests = (0..<60).map { SearchRequest(index: $0 == 7 ? "nowhere" : "things", query: "number\($0)") }
        let before = engine.exchanges.count
        let results = await engine.service.search(requests)
        #expect(results.enumerated().allSatisfy { $1.failureCode == ($0 == 7 ? .unknownIndex : nil) })
        #expect(engine.exchanges[before...].count { $0.line == "POST /multi_search" } == 2)
    }
}
