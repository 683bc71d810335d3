// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import Wire

#if JETSTREAM
    import JetStream
    import NATS
    import Replication
#endif

/// Which journal a broker shares, as its command line and its environment say.
struct JournalOptions {
    let servers: [String]
    let app: String
    let replicas: Int
    /// Into how many shards the sessions are divided.
    let shards: Int

    /// The configuration of a broker that shares the journal.
    ///
    /// - Parameter configuration: Its other options.
    /// - Returns: The configuration.
    /// - Throws: `SearchBusError` with `library-missing` in a broker that was built without, or `invalid-argument`.
    func applied(to configuration: BrokerConfiguration) throws -> BrokerConfiguration {
        guard Name.isValid(app) else {
            throw SearchBusError(
                .invalidArgument,
                "`\(app.prefix(80))` is not a valid name for a journal: letters, digits, `_` and `-`."
            )
        }
        #if JETSTREAM
            let connection = NATSConnection.Options(
                servers: servers,
                name: "searchbus-\(app)",
                environment: ProcessInfo.processInfo.environment
            )
            let settings = JetStreamSettings(connection, app: app, replicas: replicas, shards: shards)
            let log = "\(configuration.dataDirectory)/log.sqlite"
            return SharedLog.configuration(configuration) {
                let refusal = try ReplicaLog(path: log)?.refusal(toMake: app, path: log)
                return try JetStreamJournal(settings, orElse: refusal)
            }
        #else
            throw SearchBusError(
                .libraryMissing,
                "This broker was built without NATS.",
                remedy: "Install libnats-dev and build with SEARCHBUS_JETSTREAM=1."
            )
        #endif
    }
}
