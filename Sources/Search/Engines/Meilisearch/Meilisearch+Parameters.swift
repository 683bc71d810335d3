// SPDX-License-Identifier: MIT

import Backends
import Wire

extension MeilisearchDialect {
    init(for backend: ResolvedBackend) {
        let standard = MeilisearchSettings()
        self.init(
            MeilisearchSettings(
                mostFacetValues: backend.parameters["mostFacetValues"]?.int ?? standard.mostFacetValues,
                listsCommonest: backend.text("facetOrder") == "count",
                mostHits: max(1, backend.parameters["mostHits"]?.int ?? standard.mostHits),
                primaryKey: backend.text("primaryKey")
            )
        )
    }
}

extension TransportConfiguration {
    /// Where Meilisearch is, and its key.
    static func meilisearch(_ backend: ResolvedBackend) throws -> TransportConfiguration {
        var headers: [String: String] = [:]
        headers["authorization"] = backend.text("apiKey").map { "Bearer \($0)" }
        return try TransportConfiguration(backend, headers: headers)
    }
}
