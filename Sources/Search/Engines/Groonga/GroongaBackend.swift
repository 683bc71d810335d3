// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Synchronization
import Wire

/// Searches the tables of a Groonga server over HTTP.
///
/// What tables look like is asked once and kept, until a command meets a table that is another one by now.
final class GroongaBackend: Backend {
    private let transport: HTTPTransport
    private let settings: GroongaSettings
    private let tables = Mutex<[String: GroongaTable]>([:])

    init(_ settings: GroongaSettings = GroongaSettings(), over transport: HTTPTransport) {
        self.settings = settings
        self.transport = transport
    }

    var capabilities: BackendCapabilities {
        BackendCapabilities(searchesFacetValues: false, shapes: [.circle, .box], ranksByOptionalFilters: false)
    }

    func map(request: SearchRequest) throws -> SearchRequest { request }

    func map(answer: SearchResponse, of request: SearchRequest) throws -> SearchResponse { answer }

    func search(_ query: SearchRequest) async throws -> SearchResponse {
        let known = tables.withLock { $0[query.index] }
        let table: GroongaTable
        if let known { table = known } else { table = try await self.table(query.index) }
        do { return try await answer(query, table) } catch let error as SearchBusError
            where error.code == .backendRefused
        {
            // The table may have been changed since it was looked at.
            let now = known == nil ? table : try await self.table(query.index)
            guard now != table else { throw error }
            return try await answer(query, now)
        }
    }

    private func answer(_ request: SearchRequest, _ table: GroongaTable) async throws -> SearchResponse {
        let dialect = GroongaDialect(table: table, settings: settings)
        let (head, body) = try await run("select", try dialect.parameters(of: request))
        let milliseconds = max(0, (head.array?.dropFirst(2).first?.double ?? 0) * 1_000)
        return try dialect.decode(body, of: request, milliseconds: milliseconds)
    }

    private func table(_ index: String) async throws -> GroongaTable {
        let unknown = SearchBusError(
            .unknownIndex,
            "Groonga has no table `\(index)`.",
            remedy: "Check the searcher's `index`, or create the table."
        )
        guard GroongaTable.isName(index) else { throw unknown }
        let columns: JSON
        do { columns = try await run("column_list", [("table", index)]).body } catch let error as SearchBusError
            where error.code == .backendRefused && error.message.contains("table doesn't exist")
        {
            throw unknown
        }
        let table = try GroongaTable(columns, name: index, settings: settings)
        tables.withLock { tables in
            // What sessions ask for is not without bounds.
            if tables.count >= 256 { tables.removeAll() }
            tables[index] = table
        }
        return table
    }

    func describe(_ index: String) async throws -> IndexShape? { try await table(index).shape(settings) }

    /// Sends a command as a form and takes its answer apart: what the engine says of it, and its body.
    private func run(_ command: String, _ parameters: [(String, String)]) async throws -> (head: JSON, body: JSON) {
        let form = parameters.map { "\(PercentCoding.encoded($0.0))=\(PercentCoding.encoded($0.1))" }
        let exchange = HTTPExchange(
            .post,
            "/d/\(command)",
            body: Array(form.joined(separator: "&").utf8),
            contentType: "application/x-www-form-urlencoded"
        )
        let reply = try transport.json(of: try await transport.send(exchange)) { Self.words($0) }
        guard let parts = reply.array, let head = parts.first, let code = head.array?.first?.int else {
            throw JSONError("the answer has no return code")
        }
        guard code == 0, parts.count == 2 else {
            throw SearchBusError(
                .backendRefused,
                "Groonga at \(transport.place) refuses the search: \(transport.withoutSecrets(Self.words(reply) ?? "code \(code)"))"
            )
        }
        return (head, parts[1])
    }

    /// What the engine says in a refusal.
    private static func words(_ reply: JSON) -> String? { reply.array?.first?.array?.dropFirst(3).first?.string }
}

extension EngineRegistry {
    /// The Groonga server that an app file names.
    static func groonga(_ backend: ResolvedBackend) throws -> any SearchService {
        let transport = try HTTPTransport(try TransportConfiguration(backend))
        return BackendService(GroongaBackend(try GroongaSettings(backend), over: transport), name: backend.name)
    }
}
