// SPDX-License-Identifier: MIT

import Backends
import PostgreSQL
import SearchModel
import Wire

/// A database as a searcher asks it, and what it tells of tables that change.
final class PostgreSQLService: SearchService {
    private let service: BackendService<PostgreSQLBackend>
    private let configuration: ConnectionConfiguration
    private let channel: String

    init(_ backend: ResolvedBackend) throws {
        let timeout = try backend.seconds("timeout") ?? .seconds(2)
        configuration = try ConnectionConfiguration(backend, timeout: timeout)
        channel = backend.text("channel") ?? "searchbus"
        let engine = PostgreSQLBackend(
            configuration,
            settings: TableSettings(backend),
            name: backend.name,
            timeout: timeout,
            connections: backend.parameters["connections"]?.int ?? 8
        )
        service = BackendService(engine, name: backend.name, orders: try EngineRegistry.orders(of: backend))
    }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] { await service.search(requests) }

    /// Connects and reads the tables' columns, so that a first keystroke does not wait for it.
    func prepare(for requests: [SearchRequest]) async {
        let looks = requests.map { request in
            SearchRequest(index: request.index, hitsPerPage: 0, attributesToRetrieve: [])
        }
        _ = await service.search(looks)
    }

    var health: BackendHealth? { service.health }

    func isIndex(_ name: String, dependentOn changed: String) -> Bool { service.isIndex(name, dependentOn: changed) }

    func describe(_ index: String) async throws -> IndexShape? { try await service.describe(index) }

    var changes: AsyncStream<String>? {
        channel.isEmpty ? nil : NotificationListener.payloads(on: channel, of: configuration)
    }
}
