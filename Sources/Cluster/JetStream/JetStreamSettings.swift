// SPDX-License-Identifier: MIT

import NATS
import Replication
import Wire

/// Where a journal is.
public struct JetStreamSettings: Sendable {
    public var connection: NATSConnection.Options
    /// The app: a name.
    public var app: String
    /// Into how many shards the app's sessions are divided, for the life of the journal.
    public var shards: Int
    /// On how many servers each entry is kept, 1 to 5.
    public var replicas: Int
    /// By which rules this version decides, and with which it makes a journal.
    public var rules = JournalRules.own

    public init(_ connection: NATSConnection.Options, app: String, replicas: Int = 1, shards: Int = 1) {
        self.connection = connection
        self.app = app
        self.shards = shards
        self.replicas = replicas
    }

    /// Connects to the servers.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func connect() throws -> NATSConnection {
        do {
            return try NATSConnection(connection)
        } catch let error as NATSError {
            let servers = connection.servers.joined(separator: ", ")
            throw SearchBusError(
                .journalUnavailable,
                "None of the log's servers can be used (\(servers)): \(error).",
                remedy: Self.remedy(for: error)
            )
        }
    }

    private static func remedy(for error: NATSError) -> String {
        if error.isDenied { return "Check the user and the credentials that the environment names." }
        if error.isAboutTLS {
            return
                "Check the files in the environment: SEARCHBUS_NATS_CA has the trusted certificates, SEARCHBUS_NATS_CERTIFICATE and SEARCHBUS_NATS_KEY the client certificate; a server's certificate has to be for the address in `servers`."
        }
        return "Start them, or correct `servers` under `log` in the app file."
    }

    /// The stream's name.
    var stream: String { "SEARCHBUS_\(app)" }
    /// What entries are handed in on.
    var input: String { "searchbus.\(app).in" }
    /// What brokers tell each other on that is not kept.
    var aside: String { "searchbus.\(app).aside" }
    /// What the server tells on that an entry has its place.
    var output: String { "searchbus.\(app).out" }
}
