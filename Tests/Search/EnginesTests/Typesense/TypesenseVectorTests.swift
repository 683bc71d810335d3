// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

/// Fields with vectors, the user's and the engine's.
@Suite struct TypesenseVectorTests {
    private func record(_ wanted: [String]? = nil, _ parameters: JSONObject = JSONObject()) async throws -> JSON? {
        let simulator = TypesenseSimulator()
        let engine = try SimulatedEngine("typesense", parameters: parameters) { engine, index, records in
            let schema: JSON = [
                "name": .string(index),
                "fields": [
                    ["name": "name", "type": "string"], ["name": "sizes", "type": "float[]"],
                    ["name": "own", "type": "float[]", "num_dim": 2],
                    [
                        "name": "made", "type": "float[]",
                        "embed": ["from": ["name"], "model_config": ["model_name": "x"]],
                    ],
                ],
            ]
            try await engine.send("POST", "/collections", schema.text)
            let lines = records.map(\.text).joined(separator: "\n")
            try await engine.send("POST", "/collections/\(index)/documents/import", lines, type: "text/plain")
        } reply: {
            simulator.reply(to: $0)
        }
        try await engine.load(
            "things",
            [["id": "a", "name": "oak", "sizes": [1.5, 2], "own": [1, 2], "made": [3, 4]]]
        )
        let request = SearchRequest(index: "things", attributesToRetrieve: wanted)
        return try await engine.service.search([request])[0].get().hits?.hits.first?.record
    }

    @Test("they are not returned with records, unless they are named; other lists of numbers do")
    func vectors() async throws {
        #expect(try await record() == ["objectID": "a", "name": "oak", "sizes": [1.5, 2]])
        #expect(try await record(["name", "own"]) == ["objectID": "a", "name": "oak", "own": [1, 2]])
    }

    @Test("an app file can exclude further fields")
    func further() async throws {
        let parameters = JSONObject([("parameters", ["exclude_fields": "sizes"])])
        #expect(try await record(nil, parameters) == ["objectID": "a", "name": "oak"])
    }
}
