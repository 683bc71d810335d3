// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import Wire

extension AlgoliaService {
    init(for backend: ResolvedBackend) throws {
        let filters: FilterSyntax = try backend.word("filterSyntax") ?? .lists
        self.init(AlgoliaDialect(filters: filters), parameters: try backend.word("parameterSyntax") ?? .members)
    }
}

extension TransportConfiguration {
    /// Where Algolia, or a service like it, is: the hosts of an application if no address is given.
    static func algolia(_ backend: ResolvedBackend) throws -> TransportConfiguration {
        var headers: [String: String] = [:]
        headers["x-algolia-application-id"] = backend.text("applicationID")
        headers["x-algolia-api-key"] = backend.text("apiKey")
        let hosts = try backend.text("applicationID").map { id in
            guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy(Self.isPlain) else {
                throw SearchBusError(
                    .invalidAppFile,
                    "`applicationID` of the backend `\(backend.name)` is not of letters and digits."
                )
            }
            return ["\(id)-dsn.algolia.net"] + (1...3).map { "\(id)-\($0).algolianet.com" }
        }
        return try TransportConfiguration(backend, addresses: (hosts ?? []).map { "https://\($0)" }, headers: headers)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
