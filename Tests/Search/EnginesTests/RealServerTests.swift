// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import HTTPTesting
import SearchModel
import Synchronization
import Testing
import Wire

/// The keys that a server received.
private final class Shown: Sendable {
    let keys = Mutex<[String?]>([])
}

/// A server from the environment replaces the simulator, for every type of engine.
@Suite struct RealServerTests {
    /// The service behind an engine under test: a server of the environment, or its own simulator.
    private func isAskedOf(
        _ type: String,
        mayBeReal: Bool,
        key: String? = nil,
        _ reply: @escaping @Sendable (SimulatedRequest) -> SimulatedReply
    ) async throws -> Bool {
        let server = try LocalServer { request in
            let reply = reply(SimulatedRequest(head: request.head, body: request.body))
            return .answer(status: reply.status, body: reply.body.text)
        }
        defer { server.stop() }
        let variable = "SEARCHBUS_TEST_\(type.uppercased())"
        var environment = ["\(variable)_URL": server.url]
        environment["\(variable)_KEY"] = key
        let engine = try SimulatedEngine(
            type,
            mayBeReal: mayBeReal,
            filling: { engine, _, _ in try await engine.send("DELETE", "/nothing") },
            reply: { _ in SimulatedReply(404, [:]) },
            environment: environment
        )
        try await engine.load("things", [])
        _ = await engine.service.search([SearchRequest(index: "things")])
        #expect(engine.exchanges.isEmpty == mayBeReal)
        return !server.requests.isEmpty
    }

    @Test(
        "a server that the environment names is filled and asked, with its key, unless a test needs the simulator",
        arguments: [
            ("elasticsearch", "authorization", "ApiKey a2V5"), ("opensearch", "authorization", "ApiKey a2V5"),
            ("meilisearch", "authorization", "Bearer a2V5"), ("typesense", "x-typesense-api-key", "a2V5"),
        ]
    )
    func named(type: String, field: String, value: String) async throws {
        let shown = Shown()
        let reply: @Sendable (SimulatedRequest) -> SimulatedReply = { request in
            shown.keys.withLock { $0.append(request.headers[field]) }
            return SimulatedReply(404, [:])
        }
        #expect(try await isAskedOf(type, mayBeReal: true, key: "a2V5", reply))
        let keys = shown.keys.withLock { $0 }
        #expect(Set(keys) == [value] && keys.count > 1)
        #expect(try await !isAskedOf(type, mayBeReal: false, reply))
    }
}
