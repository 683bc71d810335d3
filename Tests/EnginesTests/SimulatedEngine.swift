// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Backends
import EngineSimulators
import EngineTesting
import Engines
import Foundation
import SearchModel
import Wire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An engine behind an address: a simulator of this process, or a real server that a variable of the environment names.
final class SimulatedEngine: EngineUnderTest {
    let name: String
    let waivers: [EngineAspect: String]
    let service: any SearchService
    /// Where it is.
    let url: String
    private let server: LocalServer?
    private let filling: @Sendable (SimulatedEngine, String, [JSON]) async throws -> Void

    /// - Parameters:
    ///   - type: The type of engine, as app files name it.
    ///   - parameters: What the app file says beside its address.
    ///   - variable: The variable of the environment that names a real server's address.
    ///   - waivers: What the engine does otherwise.
    ///   - filling: Fills an index.
    ///   - reply: The simulator's answers.
    /// - Throws: What the registry refuses.
    init(
        _ type: String,
        parameters: JSONObject = JSONObject(),
        variable: String? = nil,
        waivers: [EngineAspect: String] = [:],
        filling: @escaping @Sendable (SimulatedEngine, String, [JSON]) async throws -> Void,
        reply: @escaping @Sendable (SimulatedRequest) -> SimulatedReply
    ) throws {
        name = type
        self.waivers = waivers
        self.filling = filling
        if let url = variable.flatMap({ ProcessInfo.processInfo.environment[$0] }) {
            (self.url, server) = (url, nil)
        } else {
            let server = try LocalServer { request in
                let reply = reply(SimulatedRequest(head: request.head, body: request.body))
                return .answer(status: reply.status, body: reply.body.text)
            }
            (url, self.server) = (server.url, server)
        }
        var all = parameters
        all["url"] = .string(url)
        all["timeout"] = 30
        let configuration = BackendConfiguration(name: "shop", type: type, parameters: .object(all))
        service = try EngineRegistry.service(for: configuration, environment: [:])
    }

    func load(_ index: String, _ records: [JSON]) async throws { try await filling(self, index, records) }

    /// The requests that came so far, as method and path with their bodies.
    var exchanges: [(line: String, body: String)] {
        (server?.requests ?? []).map { request in
            let words = request.head.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2)
            return (words.joined(separator: " "), request.body)
        }
    }

    /// Sends something to fill an index.
    func send(_ method: String, _ path: String, _ body: String, type: String = "application/json") async throws {
        struct Refused: Error { let words: String }
        guard let url = URL(string: url + path) else { throw Refused(words: path) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = Data(body.utf8)
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, status < 300 || method == "DELETE" else {
            throw Refused(words: String(decoding: data, as: UTF8.self))
        }
    }

    deinit { server?.stop() }
}
