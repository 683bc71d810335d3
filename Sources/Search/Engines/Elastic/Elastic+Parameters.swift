// SPDX-License-Identifier: MIT

import Backends
import Foundation
import SearchModel
import Wire

extension ElasticDialect {
    init(for backend: ResolvedBackend, _ flavor: ElasticFlavor) throws {
        let body = try backend.members(of: "body", besides: ElasticSettings.ownMembers)
        let standard = ElasticSettings()
        self.init(
            ElasticSettings(
                flavor: flavor,
                searchFields: (backend.parameters["searchFields"]?.array ?? []).compactMap(\.string),
                typos: try Self.typos(of: backend),
                exactSuffix: backend.text("exactSuffix") ?? standard.exactSuffix,
                geoField: backend.text("geoField") ?? standard.geoField,
                dateUnit: backend.text("dateUnit").flatMap(ElasticSettings.DateUnit.init) ?? standard.dateUnit,
                tieBreaker: backend.text("tieBreaker"),
                body: body,
                window: max(1, backend.parameters["window"]?.int ?? standard.window),
                mostHits: max(1, backend.parameters["mostHits"]?.int ?? standard.mostHits)
            )
        )
    }

    /// The typing errors that an app file permits; `nil` for none.
    private static func typos(of backend: ResolvedBackend) throws -> ElasticTypos? {
        let word = backend.parameters["fuzziness"].flatMap(FacetValue.init(scalar:))?.label ?? "AUTO"
        guard let typos = ElasticTypos(word, prefixLength: backend.parameters["prefixLength"]?.int ?? 1) else {
            throw SearchBusError(
                .invalidAppFile,
                "`fuzziness` of the backend `\(backend.name)` is `\(word.prefix(32))`, which the engine does not support.",
                remedy: "Write AUTO, AUTO:LOW,HIGH (such as AUTO:4,8), 1, 2, or 0 for no typing errors."
            )
        }
        return word == "0" ? nil : typos
    }
}

extension TransportConfiguration {
    /// The address of Elasticsearch or OpenSearch, and the key or user name for it.
    static func elastic(_ backend: ResolvedBackend) throws -> TransportConfiguration {
        func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        var headers: [String: String] = [:]
        if let key = backend.text("apiKey") {
            // A key is given as `ID:KEY`, or encoded as the engine issues it.
            headers["authorization"] = "ApiKey \(key.contains(":") ? base64(key) : key)"
        } else if let name = backend.text("username") {
            headers["authorization"] = "Basic \(base64("\(name):\(backend.text("password") ?? "")"))"
        }
        return try TransportConfiguration(backend, headers: headers)
    }
}
