// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

/// Vectors, which are not returned with records.
@Suite struct ElasticVectorTests {
    private static let record: JSON = [
        "objectID": "a", "name": "oak", "vector": [0.5, 1], "parts": [["vector": [1, 2], "text": "leg"]],
        "story": ["text": "Once", "inference": ["chunks": [["embeddings": [1, 2]]]]],
    ]

    private func record(_ flavor: ElasticSimulator.Flavor, _ wanted: [String]? = nil) async throws -> JSON? {
        let vector: JSON = ["type": flavor == .elasticsearch ? "dense_vector" : "knn_vector", "dims": 2]
        let properties = JSONObject([
            ("vector", vector), ("story", ["type": "semantic_text"]),
            ("parts", ["type": "nested", "properties": ["vector": vector]]),
        ])
        let engine = try ElasticUnderTest.engine(flavor, properties: properties)
        try await engine.load("vectors", [Self.record])
        let request = SearchRequest(index: "vectors", attributesToRetrieve: wanted)
        return try await engine.service.search([request])[0].get().hits?.hits.first?.record
    }

    @Test(
        "they do not come with records, unless they are named",
        arguments: [ElasticSimulator.Flavor.elasticsearch, .opensearch]
    )
    func vectors(flavor: ElasticSimulator.Flavor) async throws {
        #expect(
            try await record(flavor) == ["objectID": "a", "name": "oak", "parts": [["text": "leg"]], "story": "Once"]
        )
        #expect(try await record(flavor, ["parts"]) == ["objectID": "a", "parts": [["text": "leg"]]])
        #expect(try await record(flavor, ["vector"]) == ["objectID": "a", "vector": [0.5, 1]])
    }
}
