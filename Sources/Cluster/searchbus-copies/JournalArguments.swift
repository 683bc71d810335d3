// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Foundation
import JetStream
import NATS
import Runtime
import Wire

/// Which journal it is, as for the broker.
struct JournalArguments: ParsableArguments {
    @Option(help: "The journal that makes the log: NATS servers, such as nats://10.0.0.1:4222.") var journal: [String]
    @Option(help: "What the journal is called.") var journalApp = "app"
    @Option(help: "On how many servers the journal is kept.") var journalReplicas = 1
    @Option(help: "Into how many shards sessions are divided.") var journalShards = 1

    func validate() throws {
        guard (1...5).contains(journalReplicas) else { throw ValidationError("--journal-replicas is 1 to 5.") }
        guard SessionShard.counts.contains(journalShards) else { throw ValidationError("--journal-shards is 1 to 64.") }
        guard Name.isValid(journalApp) else {
            throw ValidationError("--journal-app has letters, digits, `_` and `-` only.")
        }
    }

    /// The journal.
    var settings: JetStreamSettings {
        let environment = ProcessInfo.processInfo.environment
        return JetStreamSettings(
            .init(servers: journal, name: "searchbus-\(journalApp)", environment: environment),
            app: journalApp,
            replicas: journalReplicas,
            shards: journalShards
        )
    }

    /// What this machine is called.
    static var machine: String { Machine.name ?? Machine.hostName() }
}
