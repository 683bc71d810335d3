// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// An engine that is asked over HTTP in its dialect.
///
/// All queries of a call go in as few exchanges as the engine allows, which run at the same time.
struct HTTPBackend<Words: Dialect>: Backend {
    private let dialect: Words
    private let transport: HTTPTransport

    init(_ dialect: Words, over transport: HTTPTransport) {
        self.dialect = dialect
        self.transport = transport
    }

    var capabilities: BackendCapabilities { dialect.capabilities }

    func map(request: SearchRequest) throws -> JSON { try dialect.encode(request) }

    func map(answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try dialect.decode(answer, of: request)
    }

    func search(_ query: JSON) async throws -> JSON {
        try await search([query]).first?.get() ?? .null
    }

    func search(_ queries: [JSON]) async -> [Result<JSON, any Error>] {
        let walks = queries.map(dialect.walk)
        guard walks.contains(where: { $0 != nil }) else { return await answers(to: queries) }
        return await withTaskGroup(of: [(Int, Result<JSON, any Error>)].self) { group in
            let others = queries.indices.filter { walks[$0] == nil }
            group.addTask { Array(zip(others, await answers(to: others.map { queries[$0] }))) }
            for (place, walk) in walks.enumerated() {
                if let walk { group.addTask { [(place, await answer(to: walk))] } }
            }
            return await inOrder(queries.count, group)
        }
    }

    /// The answers to queries, each of which takes at most one exchange.
    private func answers(to queries: [JSON]) async -> [Result<JSON, any Error>] {
        let exchanges = dialect.exchanges(for: queries)
        guard exchanges.count > 1 else {
            guard let only = exchanges.first else { return [] }
            return await answers(to: only.exchange, queries[...])
        }
        return await withTaskGroup(of: [(Int, Result<JSON, any Error>)].self) { group in
            var start = 0
            for part in exchanges {
                let end = min(start + part.count, queries.count)
                let places = start..<end
                group.addTask { Array(zip(places, await answers(to: part.exchange, queries[places]))) }
                start = end
            }
            return await inOrder(queries.count, group)
        }
    }

    private func inOrder(
        _ count: Int,
        _ group: TaskGroup<[(Int, Result<JSON, any Error>)]>
    ) async -> [Result<JSON, any Error>] {
        var results: [Int: Result<JSON, any Error>] = [:]
        for await part in group {
            for (place, result) in part { results[place] = result }
        }
        return (0..<count).compactMap { results[$0] }
    }

    private func answers(
        to exchange: HTTPExchange,
        _ queries: ArraySlice<JSON>
    ) async -> [Result<JSON, any Error>] {
        do {
            let answers = try dialect.answers(in: try await reply(to: exchange), count: queries.count)
            guard answers.count == queries.count else {
                throw JSONError("\(answers.count) results to \(queries.count) queries")
            }
            return answers.map { $0.mapError(translated) }
        } catch {
            let error = translated(error)
            // An engine may refuse all queries of an exchange for the sake of one.
            if queries.count > 1, (error as? SearchBusError)?.isOfOneQuery == true {
                return await oneByOne(queries)
            }
            return queries.map { _ in .failure(error) }
        }
    }

    private func oneByOne(_ queries: ArraySlice<JSON>) async -> [Result<JSON, any Error>] {
        await withTaskGroup(of: [(Int, Result<JSON, any Error>)].self) { group in
            for (place, query) in queries.enumerated() {
                group.addTask { [(place, await answers(to: [query])[0])] }
            }
            return await inOrder(queries.count, group)
        }
    }

    private func answer(to walk: any ExchangeWalk) async -> Result<JSON, any Error> {
        var walk = walk
        var result: Result<JSON, any Error>
        do {
            var last: JSON?
            while true {
                guard case .ask(let exchange) = try walk.next(after: last) else { break }
                last = try await reply(to: exchange)
            }
            result = .success(last ?? .null)
        } catch { result = .failure(translated(error)) }
        // What the engine keeps for the walk goes by itself after a while, should this not reach it.
        if let farewell = walk.farewell { _ = try? await transport.send(farewell) }
        return result
    }

    private func reply(to exchange: HTTPExchange) async throws -> JSON {
        try transport.json(of: try await transport.send(exchange), words: dialect.words)
    }

    private func translated(_ error: any Error) -> any Error {
        switch error {
        case let error as JSONError: notUnderstood(error)
        case let refusal as EngineRefusal: transport.error(for: refusal)
        default: error
        }
    }

    private func notUnderstood(_ error: JSONError) -> SearchBusError {
        SearchBusError(
            .backendFailed,
            "The backend at \(transport.place) answered in a form that is not understood: \(error)"
        )
    }

    func describe(_ index: String) async throws -> IndexShape? {
        var replies: [JSON?] = []
        var denial: (any Error)?
        for (place, exchange) in dialect.descriptionExchanges(of: index).enumerated() {
            do { replies.append(try await reply(to: exchange)) } catch let error as SearchBusError
                where error.code == .backendDenied || place > 0 && error.isOfOneQuery
            {
                replies.append(nil)
                denial = error
            }
        }
        guard replies.contains(where: { $0 != nil }) else {
            if let denial { throw denial }
            return nil
        }
        do { return try dialect.description(in: replies, of: index) } catch let error as JSONError {
            throw notUnderstood(error)
        }
    }
}

extension SearchBusError {
    /// Whether another query of the same exchange may be answered all the same.
    fileprivate var isOfOneQuery: Bool { code == .backendRefused || code == .unknownIndex }
}
