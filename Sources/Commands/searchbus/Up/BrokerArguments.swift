// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Bus
import Supervisor
import Wire

/// The options that `up` hands on to the broker.
struct BrokerArguments: ParsableArguments {
    enum Durability: String, ExpressibleByArgument, CaseIterable {
        case process, power
    }

    @Option(help: "What an acknowledged event survives: process (crashes), or power (power failures).")
    var durability = Durability.process
    @Option(help: "Maximum log size in MiB; older events are deleted.") var retention = 256
    @Option(help: "Delete sessions after this many days without events.") var sessionDays = 30
    @Flag(help: "Let programs on this machine read the bus on ports 5560 (commands) and 5561 (events).") var tcp = false
    @Flag(help: "Let them append there too.") var tcpAppend = false

    @Option(
        help: "A server of the log shared by several machines, instead of the app file's (repeatable)."
    )
    var journal: [String] = []
    @Option(help: "The number of servers that store that log (default: the app file's).") var journalReplicas: Int?
    @Option(help: "After how many MiB the journal gets a snapshot for new machines.")
    var journalGrowth = 64

    func validate() throws {
        guard journalReplicas.map(LogConfiguration.replicaRange.contains) ?? true else {
            throw ValidationError("--journal-replicas is 1 to 5.")
        }
        for server in journal {
            do throws(SchemaProblem) {
                _ = try LogServer(parsing: server)
            } catch {
                throw ValidationError("What --journal names \(error.message). \(error.remedy ?? "")")
            }
        }
        guard (1...1_000_000).contains(journalGrowth) else {
            throw ValidationError("--journal-growth is 1 to 1000000 MiB.")
        }
        guard (1...1_000_000).contains(retention) else { throw ValidationError("--retention is 1 to 1000000 MiB.") }
        guard (0...36_500).contains(sessionDays) else { throw ValidationError("--session-days is 0 to 36500.") }
    }

    /// The app with the log as this machine reaches it.
    func applied(to app: App) -> App {
        var app = app
        app.log = app.log.reached(at: journal, replicas: journalReplicas)
        return app
    }

    /// The options as the supervisor takes them.
    var options: BrokerOptions {
        BrokerOptions(
            durability: durability.rawValue,
            retention: retention,
            sessionDays: sessionDays,
            isOnTCP: tcp,
            takesAppendsOnTCP: tcpAppend,
            journalGrowth: journalGrowth
        )
    }
}
