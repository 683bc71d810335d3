// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import Wire

extension TypesenseDialect {
    init(for backend: ResolvedBackend) throws {
        let parameters = backend.parameters["parameters"]?.object ?? JSONObject()
        if let own = parameters.keys.first(where: TypesenseSettings.ownMembers.contains) {
            throw SearchBusError(
                .invalidAppFile,
                "`parameters` of the backend `\(backend.name)` has `\(own)`, which the searcher sets itself.",
                remedy: "Leave it out."
            )
        }
        self.init(
            TypesenseSettings(
                searchFields: (backend.parameters["searchFields"]?.array ?? []).compactMap(\.string),
                geoField: backend.text("geoField") ?? TypesenseSettings().geoField,
                parameters: parameters
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
