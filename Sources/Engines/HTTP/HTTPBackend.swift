// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import SearchModel
import Wire

/// An engine that is asked over HTTP in its dialect.
///
/// All queries of a call go in as few exchanges as the engine allows, which are under way at the same time.
public struct HTTPBackend<Words: Dialect>: Backend {
    private let dialect: Words
    private let transport: HTTPTransport

    public init(_ dialect: Words, over transport: HTTPTransport) {
        self.dialect = dialect
        self.transport = transport
    }

    public var capabilities: BackendCapabilities { dialect.capabilities }

    public func map(request: SearchRequest) throws -> JSON { try dialect.encode(request) }

    public func map(answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try dialect.decode(answer, of: request)
    }

    public func search(_ query: JSON) async throws -> JSON {
        try await search([query]).first?.get() ?? .null
    }

    public func search(_ queries: [JSON]) async -> [Result<JSON, any Error>] {
        let exchanges = dialect.exchanges(for: queries)
        guard exchanges.count > 1 else {
            guard let only = exchanges.first else { return [] }
            return await answers(to: only.exchange, count: only.count)
        }
        return await withTaskGroup(of: (Int, [Result<JSON, any Error>]).self) { group in
            for (place, part) in exchanges.enumerated() {
                group.addTask { (place, await answers(to: part.exchange, count: part.count)) }
            }
            var parts: [Int: [Result<JSON, any Error>]] = [:]
            for await (place, part) in group { parts[place] = part }
            return exchanges.indices.flatMap { parts[$0] ?? [] }
        }
    }

    private func answers(to exchange: HTTPExchange, count: Int) async -> [Result<JSON, any Error>] {
        do {
            let reply = try transport.json(of: try await transport.send(exchange), words: dialect.words)
            let answers = try dialect.answers(in: reply, count: count)
            guard answers.count == count else { throw JSONError("\(answers.count) results to \(count) queries") }
            return answers
        } catch {
            let told: any Error = (error as? JSONError).map(notUnderstood) ?? error
            return Array(repeating: .failure(told), count: count)
        }
    }

    private func notUnderstood(_ error: JSONError) -> SearchBusError {
        SearchBusError(
            .backendFailed,
            "The backend at \(transport.place) answered in a form that is not understood: \(error)"
        )
    }

    public func checkHealth() async throws {
        _ = try transport.json(of: try await transport.send(dialect.healthExchange), words: dialect.words)
    }

    public func describe(_ index: String) async throws -> IndexShape? {
        guard let exchange = dialect.descriptionExchange(of: index) else { return nil }
        let reply = try transport.json(of: try await transport.send(exchange), words: dialect.words)
        do { return try dialect.description(in: reply, of: index) } catch let error as JSONError {
            throw notUnderstood(error)
        }
    }
}
