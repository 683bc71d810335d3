// SPDX-License-Identifier: MIT

import CPostgreSQL
import Glibc

/// The parameters of a new connection to a database.
enum ConnectionStart {
    /// Begins a connection.
    static func begin(_ configuration: ConnectionConfiguration, withOptions: Bool) -> OpaquePointer? {
        var words = configuration.options
        words["client_encoding"] = "UTF8"
        if withOptions {
            // Those of the address stay, or else those of the environment.
            let own =
                words["options"] ?? options(in: configuration.address)
                ?? getenv("PGOPTIONS").map { String(cString: $0) }
            words["options"] = [own, configuration.startupOptions].compactMap(\.self).joined(separator: " ")
        }
        // The address comes first, so that the options override it.
        let all = [("dbname", configuration.address)] + words.sorted { $0.key < $1.key }
        let (names, values) = (all.map { strdup($0.0) }, all.map { strdup($0.1) })
        defer { for text in names + values { free(text) } }
        var (keys, texts) = (names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
        return PQconnectStartParams(&keys, &texts, 1)
    }

    /// The options that an address names.
    private static func options(in address: String) -> String? {
        guard let first = PQconninfoParse(address, nil) else { return nil }
        defer { PQconninfoFree(first) }
        var option = first
        while let name = option.pointee.keyword {
            if String(cString: name) == "options" { return option.pointee.val.map { String(cString: $0) } }
            option += 1
        }
        return nil
    }
}

extension PostgreSQLError {
    /// Whether a pooler refuses a connection for its settings.
    var refusesOptions: Bool {
        let words = message.lowercased()
        return kind == .unreachable
            && ["startup parameter", "command-line options"].contains(where: words.contains)
    }
}
