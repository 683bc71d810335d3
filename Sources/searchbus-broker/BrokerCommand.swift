// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Broker
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
    @Option(help: "After how many days without events a session goes.") var sessionDays = 30
    @Flag(help: "Also listen on loopback, ports 5560 (commands) and 5561 (events).") var tcp = false
    @Flag(help: "Take appends on loopback too.") var tcpAppend = false
    @Flag(help: "End when standard input ends.") var supervised = false

    func validate() throws {
        guard (1...1_000_000).contains(retention) else { throw ValidationError("--retention is 1 to 1000000 MiB.") }
        guard (0...36_500).contains(sessionDays) else { throw ValidationError("--session-days is 0 to 36500.") }
    }

    func run() {
        Executable.report {
            let configuration = BrokerConfiguration(
                dataDirectory: data,
                runtimeDirectory: runtime,
                durability: durability,
                retentionBytes: retention << 20,
                sessionLifetime: .seconds(sessionDays * 86_400),
                tcp: tcp || tcpAppend ? .init(allowsAppend: tcpAppend) : nil,
                endsWithStandardInput: supervised
            )
            let server = try BrokerServer(configuration)
            Executable.onTermination { server.stop() }
            try server.run()
        }
    }
}

extension BrokerConfiguration.Durability: ExpressibleByArgument {}
