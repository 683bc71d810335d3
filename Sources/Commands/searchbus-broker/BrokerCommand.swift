// SPDX-License-Identifier: MIT

import ArgumentParser
import Broker
import Bus
import Runtime
import Wire

@main
struct BrokerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-broker",
        abstract: "Orders, stores and publishes the events of a SearchBus app.",
        version: Release.version
    )

    @Option(help: "The directory of the log.") var data: String
    @Option(help: "The directory of the sockets.") var runtime: String
    @Option(help: "What an acknowledged event survives: process or power.")
    var durability: BrokerConfiguration.Durability = .process
    @Option(help: "The size above which the oldest events go, in MiB.") var retention = 256
    @Option(help: "Delete sessions after this many days without events.") var sessionDays = 30
    @Flag(help: "Also listen on loopback, ports 5560 (commands) and 5561 (events).") var tcp = false
    @Flag(help: "Accept appends on loopback too.") var tcpAppend = false
    @Option(
        help: "The journal that this machine's broker shares with others: NATS servers, such as nats://10.0.0.1:4222."
    )
    var journal: [String] = []
    @Option(help: "What the journal is called.") var journalApp = "app"
    @Option(help: "On how many servers the journal is kept.") var journalReplicas = 1
    @Option(help: "Number of shards of the journal's sessions.") var journalShards = 1
    @Flag(help: "End when standard input ends.") var supervised = false

    func validate() throws {
        guard (1...1_000_000).contains(retention) else { throw ValidationError("--retention is 1 to 1000000 MiB.") }
        guard (1...5).contains(journalReplicas) else { throw ValidationError("--journal-replicas is 1 to 5.") }
        guard SessionShard.counts.contains(journalShards) else {
            throw ValidationError("--journal-shards is 1 to \(SessionShard.counts.upperBound).")
        }
        guard (0...36_500).contains(sessionDays) else { throw ValidationError("--session-days is 0 to 36500.") }
    }

    func run() {
        Executable.report {
            var configuration = BrokerConfiguration(
                dataDirectory: data,
                runtimeDirectory: runtime,
                durability: durability,
                retentionBytes: retention << 20,
                sessionLifetime: .seconds(sessionDays * 86_400),
                tcp: tcp || tcpAppend ? .init(allowsAppend: tcpAppend) : nil,
                endsWithStandardInput: supervised
            )
            if !journal.isEmpty {
                configuration = try JournalOptions(
                    servers: journal,
                    app: journalApp,
                    replicas: journalReplicas,
                    shards: journalShards
                ).applied(to: configuration)
            }
            let server = try BrokerServer(configuration)
            Executable.onTermination { server.stop() }
            try server.run()
        }
    }
}

extension BrokerConfiguration.Durability: ExpressibleByArgument {}
