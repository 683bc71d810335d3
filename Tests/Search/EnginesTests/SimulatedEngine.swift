// SPDX-License-Identifier: MIT

import AppModel
import Backends
import EngineSimulators
import EngineTesting
import Foundation
import HTTPTesting
import SearchModel
import Wire

@testable import Engines

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An engine behind an address: a simulator of this process, or a real server.
///
/// `SEARCHBUS_TEST_MEILISEARCH_URL` names a server for the tests of the type `meilisearch`, and `SEARCHBUS_TEST_MEILISEARCH_KEY` its
/// key; likewise for every other type. Indexes on it are replaced.
final class SimulatedEngine: EngineUnderTest {
    let name: String
    let waivers: [EngineAspect: String]
    let service: any SearchService
    /// Its address.
    let url: String
    private let server: LocalServer?
    private let key: String?
    private let filling: @Sendable (SimulatedEngine, String, [JSON]) async throws -> Void

    /// - Parameters:
    ///   - type: The type of engine, as app files name it.
    ///   - parameters: The app file's parameters beside its address.
    ///   - mayBeReal: Whether a real server can take the simulator's place: no for tests that check requests, or that
    ///     need it in a certain state.
    ///   - waivers: The engine's deviations.
    ///   - filling: Fills an index.
    ///   - reply: The simulator's answers.
    ///   - environment: The variables of the environment.
    /// - Throws: Errors of the registry.
    init(
        _ type: String,
        parameters: JSONObject = JSONObject(),
        mayBeReal: Bool = false,
        waivers: [EngineAspect: String] = [:],
        filling: @escaping @Sendable (SimulatedEngine, String, [JSON]) async throws -> Void,
        reply: @escaping @Sendable (SimulatedRequest) -> SimulatedReply,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        name = type
        self.waivers = waivers
        self.filling = filling
        let variable = "SEARCHBUS_TEST_\(type.uppercased())"
        if mayBeReal, let url = environment["\(variable)_URL"] {
            (self.url, server, key) = (url, nil, environment["\(variable)_KEY"])
        } else {
            let server = try LocalServer { request in
                let reply = reply(SimulatedRequest(head: request.head, body: request.body))
                return .answer(status: reply.status, body: reply.body.text)
            }
            (url, self.server, key) = (server.url, server, nil)
        }
        var all = parameters
        if let key { all["apiKey"] = .string(key) }
        all["url"] = .string(url)
        all["timeout"] = 30
        all["connectTimeout"] = 10
        let configuration = BackendConfiguration(name: "shop", type: type, parameters: .object(all))
        service = try EngineRegistry.service(for: configuration, environment: [:])
    }

    func load(_ index: String, _ records: [JSON]) async throws { try await filling(self, index, records) }

    /// The requests received so far, as method and path with their bodies.
    var exchanges: [(line: String, body: String)] {
        (server?.requests ?? []).map { request in
            let words = request.head.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2)
            return (words.joined(separator: " "), request.body)
        }
    }

    /// The header with the key, in the engine's form.
    private var authorization: (value: String, field: String)? {
        guard let key else { return nil }
        return switch name {
        case "meilisearch": ("Bearer \(key)", "Authorization")
        case "typesense": (key, "X-TYPESENSE-API-KEY")
        default: ("ApiKey \(key)", "Authorization")
        }
    }

    /// Sends something to fill an index.
    ///
    /// - Returns: The response; null if it is invalid JSON.
    @discardableResult
    func send(
        _ method: String,
        _ path: String,
        _ body: String = "",
        type: String = "application/json"
    ) async throws -> JSON {
        struct Refused: Error { let words: String }
        guard let url = URL(string: url + path) else { throw Refused(words: path) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if method != "GET" { request.httpBody = Data(body.utf8) }
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        if let authorization { request.setValue(authorization.value, forHTTPHeaderField: authorization.field) }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, status < 300 || method == "DELETE" else {
            throw Refused(words: String(decoding: data, as: UTF8.self))
        }
        return (try? JSON(parsing: Array(data))) ?? .null
    }

    deinit { server?.stop() }
}
