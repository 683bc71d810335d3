// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Backends
import Wire

/// Makes the engines that an app names: one line for each type that is asked in another program.
public enum EngineRegistry {
    typealias Maker = @Sendable (ResolvedBackend) throws -> any SearchService

    static let makers: [String: Maker] = [
        BackendType.algolia.name: { try service($0, AlgoliaService(for: $0), try .algolia($0)) }
    ]

    /// The service of a backend.
    ///
    /// - Throws: `SearchBusError.invalidAppFile` for a type that is none, or parameters that make no sense.
    public static func service(
        for backend: BackendConfiguration,
        environment: [String: String]
    ) throws -> any SearchService {
        guard let make = makers[backend.type] else {
            throw SearchBusError(
                .invalidAppFile,
                "The backend `\(backend.name)` is of the type `\(backend.type)`, which is asked by no searcher of ours."
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
        BackendService(HTTPBackend(dialect, over: try HTTPTransport(configuration)), name: backend.name)
    }
}
