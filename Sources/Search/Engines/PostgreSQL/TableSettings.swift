// SPDX-License-Identifier: MIT

import Foundation
import PostgreSQL
import Wire

/// How the tables of a database are searched, as an app file says it.
struct TableSettings: Sendable, Hashable {
    /// The schema of the tables; no others can be searched.
    var schema: String = "public"
    /// The column that tells records apart; `nil` for `objectID`, or `objectid`.
    var key: String?
    /// A column that holds whole records.
    var record: String?
    /// The attributes that are searched, the most important first; `nil` for all that hold texts.
    var searchColumns: [String]?
    /// A column that is searched in their place.
    var searchVector: String?
    var language: String = "simple"
}

extension TableSettings {
    init(_ backend: ResolvedBackend) {
        self.init(
            schema: backend.text("schema") ?? "public",
            key: backend.text("id"),
            record: backend.text("record"),
            searchColumns: backend.parameters["searchColumns"]?.array?.compactMap(\.string),
            searchVector: backend.text("searchVector"),
            language: backend.text("language") ?? "simple"
        )
    }
}

extension ConnectionConfiguration {
    init(_ backend: ResolvedBackend, timeout: Duration) throws {
        // A server that disappears without closing the connection is noticed within a minute.
        var options: [String: String] = [
            "application_name": "searchbus", "keepalives_idle": "30", "keepalives_interval": "10",
            "keepalives_count": "3",
        ]
        options["password"] = backend.text("password")
        options["sslmode"] = backend.text("sslmode")
        options["sslrootcert"] = backend.text("certificateAuthority")
        let milliseconds = (timeout / .milliseconds(1)).rounded(.up)
        self.init(
            address: backend.text("url") ?? "",
            options: options,
            secrets: backend.secrets(besides: "url").union(Self.passwords(in: backend.text("url") ?? "")),
            connectTimeout: try backend.seconds("connectTimeout") ?? min(.seconds(1), timeout),
            // The server gives up a little later than we do, should it not hear of it.
            statementTimeoutMS: Int(min(milliseconds, 600_000)) + 500,
            largestResult: backend.parameters["largestAnswer"]?.int ?? 8 << 20
        )
    }

    /// The password in an address, as it is written and as it is meant; libpq repeats parts of an address that it cannot read.
    static func passwords(in address: String) -> Set<String> {
        let written: [Substring]
        if let scheme = address.firstRange(of: "://") {
            // It ends with the last `@`: one that should have been escaped belongs to it.
            let login = address[scheme.upperBound...].prefix { $0 != "?" }
            written =
                login.lastIndex(of: "@").flatMap { end in
                    login[..<end].firstIndex(of: ":").map { [login[login.index(after: $0)..<end]] }
                } ?? []
        } else {
            written = address.split(separator: " ").filter { $0.hasPrefix("password=") }.map { $0.dropFirst(9) }
        }
        return Set(written.flatMap { [String($0), String($0).removingPercentEncoding ?? String($0)] })
    }
}
