// SPDX-License-Identifier: MIT

import AppModel
import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

@testable import Engines

/// Words with typing errors, in Elasticsearch and OpenSearch.
@Suite struct ElasticTyposTests {
    private static let records: [JSON] = [
        ["objectID": "a", "name": "Samsung Galaxy", "year": 2024],
        ["objectID": "b", "name": "Samsonite suitcase", "year": 2023],
        ["objectID": "c", "name": "lampshade", "year": 1999], ["objectID": "d", "name": "lamb", "year": 1998],
    ]

    private func found(
        _ query: String,
        _ flavor: ElasticSimulator.Flavor = .elasticsearch,
        _ parameters: JSONObject = JSONObject()
    ) async throws -> [Hit] {
        let engine = try ElasticUnderTest.engine(flavor, parameters: parameters)
        try await engine.load("typos", Self.records)
        return try await engine.service.search([SearchRequest(index: "typos", query: query)])[0].get().hits?.hits ?? []
    }

    @Test(
        "a word is found in spite of its typing errors, also the one that is being typed",
        arguments: [ElasticSimulator.Flavor.elasticsearch, .opensearch]
    )
    func typos(flavor: ElasticSimulator.Flavor) async throws {
        for query in ["samsung", "samsnug", "samsng galaxy", "samsung galxy", "galxy samsun"] {
            #expect(try await found(query, flavor).map(\.objectID) == ["a"], "\(query)")
        }
        #expect(try await found("sams", flavor).map(\.objectID).sorted() == ["a", "b"])
        #expect(try await found("hamsung", flavor).isEmpty, "the first letter is right")
        let marked = try await found("samsng galaxy", flavor)[0].highlights["name"]?.spans.filter(\.isMatched)
        #expect(marked?.map(\.text) == ["Samsung", "Galaxy"])
    }

    @Test("words that begin with the typed text are before other spellings")
    func order() async throws {
        #expect(try await found("lamp").map(\.objectID) == ["c", "d"])
    }

    @Test("a number is that number, in fields of numbers too")
    func numbers() async throws {
        #expect(try await found("1999").map(\.objectID) == ["c"])
        #expect(try await found("2024 samsng").map(\.objectID) == ["a"])
        #expect(try await found("samsng 2024").map(\.objectID) == ["a"])
    }

    @Test("an app chooses the number of errors, or none")
    func settings() async throws {
        #expect(try await found("samsng", .elasticsearch, JSONObject([("fuzziness", 0)])).isEmpty)
        #expect(try await found("samsng", .elasticsearch, JSONObject([("fuzziness", "AUTO:8,12")])).isEmpty)
        #expect(try await found("smsng", .elasticsearch, JSONObject([("fuzziness", 1)])).isEmpty)
        let free = JSONObject([("prefixLength", 0)])
        #expect(try await found("hamsung", .elasticsearch, free).map(\.objectID) == ["a"])
    }

    @Test(
        "a word for errors that the engine does not know is refused in the app file",
        arguments: ["much", "AUTO:6,3", "AUTO:3"]
    )
    func unknown(word: String) {
        let error = #expect(throws: SearchBusError.self) {
            try ElasticUnderTest.engine(.elasticsearch, parameters: JSONObject([("fuzziness", .string(word))]))
        }
        #expect(error?.code == .invalidAppFile && error?.message.contains(word) == true)
    }
}
