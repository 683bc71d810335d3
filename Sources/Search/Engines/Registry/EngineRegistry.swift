// SPDX-License-Identifier: MIT

import AppModel
import Backends
import Wire

/// Makes the engines that an app names: one line for each type that is asked in another program.
public enum EngineRegistry {
    typealias Maker = @Sendable (ResolvedBackend) throws -> any SearchService

    static let makers: [String: Maker] = [
        BackendType.algolia.name: { try service($0, AlgoliaService(for: $0), try .algolia($0)) },
        BackendType.elasticsearch.name: { try shaped($0, ElasticDialect(for: $0, .elasticsearch), try .elastic($0)) },
        BackendType.meilisearch.name: { try shaped($0, MeilisearchDialect(for: $0), try .meilisearch($0)) },
        BackendType.opensearch.name: { try shaped($0, ElasticDialect(for: $0, .opensearch), try .elastic($0)) },
        BackendType.typesense.name: { try shaped($0, TypesenseDialect(for: $0), try .typesense($0)) },
        BackendType.postgresql.name: { try PostgreSQLService($0) },
        BackendType.groonga.name: { try groonga($0) },
        BackendType.http.name: { try service($0, MappedService(for: $0), TransportConfiguration($0)) },
    ]

    /// The service of a backend.
    ///
    /// - Throws: `SearchBusError.invalidAppFile` for an unknown type or invalid parameters.
    public static func service(
        for backend: BackendConfiguration,
        environment: [String: String]
    ) throws -> any SearchService {
        guard let make = makers[backend.type] else {
            throw SearchBusError(
                .invalidAppFile,
                "The backend `\(backend.name)` is of the type `\(backend.type)`, which has no built-in searcher."
            )
        }
        return try make(try ResolvedBackend(backend, in: environment))
    }

    /// A service over HTTP.
    static func service(
        _ backend: ResolvedBackend,
        _ dialect: some Dialect,
        _ configuration: TransportConfiguration
    ) throws -> any SearchService {
        service(HTTPBackend(dialect, over: try HTTPTransport(configuration)), backend, try orders(of: backend))
    }

    /// A service over HTTP whose questions depend on what the index has.
    static func shaped(
        _ backend: ResolvedBackend,
        _ dialect: some ShapedDialect,
        _ configuration: TransportConfiguration
    ) throws -> any SearchService {
        service(ShapedBackend(dialect, over: try HTTPTransport(configuration)), backend, try orders(of: backend))
    }

    private static func service(
        _ engine: some Backend,
        _ backend: ResolvedBackend,
        _ orders: IndexOrders
    ) -> any SearchService {
        BackendService(engine, name: backend.name, orders: orders)
    }

    /// What names of indexes in another order stand for.
    static func orders(of backend: ResolvedBackend) throws -> IndexOrders {
        do { return try IndexOrders(json: backend.parameters["sorts"] ?? [:]) } catch let error as JSONError {
            throw SearchBusError(.invalidAppFile, "`sorts` of the backend `\(backend.name)`: \(error.message).")
        }
    }
}
