// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Bus
import Supervisor

/// The options that `up` hands on to the broker.
struct BrokerArguments: ParsableArguments {
    /// What an acknowledged event survives.
    enum Durability: String, ExpressibleByArgument, CaseIterable {
        case process, power
    }

    @Option(help: "What an acknowledged event survives: the death of processes, or the loss of power.")
    var durability = Durability.process
    @Option(help: "The size above which the log's oldest events go, in MiB.") var retention = 256
    @Option(help: "After how many days without events a session goes.") var sessionDays = 30
    @Flag(help: "Let programs of this machine read the bus on ports 5560 (commands) and 5561 (events).") var tcp = false
    @Flag(help: "Let them append there too.") var tcpAppend = false

    @Option(
        help: "A server of the journal that this machine's broker shares with those of others; may stand several times."
    )
    var journal: [String] = []
    @Option(help: "On how many servers the journal is kept.") var journalReplicas = 1
    @Option(help: "Into how many shards the journal's sessions are divided, for its whole life.") var journalShards = 8

    /// Whether several machines share the log.
    var isShared: Bool { !journal.isEmpty }

    func validate() throws {
        guard (1...5).contains(journalReplicas) else { throw ValidationError("--journal-replicas is 1 to 5.") }
        guard SessionShard.counts.contains(journalShards) else {
            throw ValidationError("--journal-shards is 1 to \(SessionShard.counts.upperBound).")
        }
        guard (1...1_000_000).contains(retention) else { throw ValidationError("--retention is 1 to 1000000 MiB.") }
        guard (0...36_500).contains(sessionDays) else { throw ValidationError("--session-days is 0 to 36500.") }
    }

    /// The options as the supervisor takes them.
    var options: BrokerOptions {
        BrokerOptions(
            durability: durability.rawValue,
            retention: retention,
            sessionDays: sessionDays,
            isOnTCP: tcp,
            takesAppendsOnTCP: tcpAppend,
            journal: journal,
            journalReplicas: journalReplicas,
            journalShards: journalShards
        )
    }
}
