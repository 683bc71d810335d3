// SPDX-License-Identifier: MIT

import AppModel
import Testing
import Wire

@testable import Engines

@Suite struct EngineRegistryTests {
    private func make(_ type: String, _ parameters: JSONObject) throws {
        var all = parameters
        all["url"] = "http://127.0.0.1:1"
        let backend = BackendConfiguration(name: "shop", type: type, parameters: .object(all))
        _ = try EngineRegistry.service(for: backend, environment: [:])
    }

    @Test(
        "every type that is asked in another program can be made",
        arguments: ["elasticsearch", "opensearch", "meilisearch", "typesense"]
    )
    func types(type: String) throws {
        #expect(BackendType(named: type)?.place == .remote)
        try make(type, JSONObject())
    }

    @Test(
        "what a searcher says itself is not said by the app file, and orders are orders",
        arguments: [
            ("elasticsearch", JSONObject([("body", ["query": ["match_all": [:]]])])),
            ("opensearch", JSONObject([("body", ["size": 5])])),
            ("typesense", JSONObject([("parameters", ["q": "x"])])),
            ("meilisearch", JSONObject([("sorts", ["x": ["index": "a", "by": ["price"]]])])),
        ]
    )
    func refused(type: String, parameters: JSONObject) {
        let error = #expect(throws: SearchBusError.self) { try make(type, parameters) }
        #expect(error?.code == .invalidAppFile && error?.message.contains("`shop`") == true)
    }
}
