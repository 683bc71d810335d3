// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Foundation
import Runtime
import Supervisor

/// Runs an app.
struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Run an app: start its processes and keep them running.",
        discussion: """
            Prints a link that opens the console, on a terminal one that lets you in, and a line for each change. Ctrl-C stops everything in order; pressed \
            again, at once. A change of the app file takes effect by itself: only what it concerns is restarted.

            Exit codes: 0 stopped as asked; 64 a wrong argument; 66 a data directory that cannot be used; 69 an \
            executable or a library is missing, or another program has the address; 70 the system does not start a process; 74 a \
            damaged log, or a full disk; 75 the data directory is in use; 77 an address that \
            other machines reach, without --public-url or with --no-auth; 78 the app file has problems.
            """
    )

    @Argument(help: "The app file, or its folder.", completion: .file(extensions: ["yaml", "yml"]))
    var app: String?
    @Option(help: "Where the gateway listens: HOST:PORT or unix:/PATH.") var listen = "127.0.0.1:8080"
    @Option(help: "What people open in their browsers, where a proxy stands before the gateway.")
    var publicURL: String?
    @Option(help: "The address of a proxy that is believed whom it asks for, or a network; may stand several times.")
    var trustedProxy: [String] = []
    @Option(help: "Where the log and the indexes live (default: .searchbus/NAME in this folder).")
    var data: String?
    @Option(help: "Where the sockets live (default: `run` in the data directory).") var runtime: String?
    @Option(help: "The folder of the console's files (default: those that came with this executable).")
    var web: String?
    @OptionGroup(title: "Broker options") var broker: BrokerArguments
    @OptionGroup(title: "Options of a machine that shares its log") var cluster: MachineArguments
    @Flag(help: "Run three machines and three servers of NATS on this one, for trying a log that machines share.")
    var clusterDemo = false
    @Flag(help: "Let everybody in who reaches the gateway's address.") var noAuth = false
    @Flag(help: "Print the link that lets you in also where the output is no terminal.") var printLink = false
    @Option(help: "What lines are: text for people, or json, all on standard output, for programs.") var log: LogForm?

    func run() {
        let form = LogForm.takeEffect(log)
        let manager = ServiceManager.takeOver(ProcessInfo.processInfo.environment)
        let signals = TerminationSignals()
        AsyncWork.run {
            await Executable.report {
                guard !clusterDemo else { return try await ClusterDemo(self, form: form).run(until: signals) }
                try await AppRunner(self, file: try AppFilePath(app), form: form, manager: manager).run(until: signals)
            }
        }
    }
}
