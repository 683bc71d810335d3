// SPDX-License-Identifier: MIT

import Backends
import Wire

extension TypesenseDialect {
    init(for backend: ResolvedBackend) throws {
        self.init(
            TypesenseSettings(
                searchFields: (backend.parameters["searchFields"]?.array ?? []).compactMap(\.string),
                geoField: backend.text("geoField") ?? TypesenseSettings().geoField,
                parameters: try backend.members(of: "parameters", besides: TypesenseSettings.ownMembers)
            )
        )
    }
}

extension TransportConfiguration {
    /// Where Typesense is, and its key.
    static func typesense(_ backend: ResolvedBackend) throws -> TransportConfiguration {
        var headers: [String: String] = [:]
        headers["x-typesense-api-key"] = backend.text("apiKey")
        return try TransportConfiguration(backend, headers: headers)
    }
}
