// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Runtime
import Supervisor

struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Run an app: start its processes and keep them running.",
        discussion: """
            Prints a link to the console, on a terminal a login link, and a line for each change. Ctrl-C stops \
            everything in order; pressed again, at once. A change of the app file takes effect automatically: only \
            the affected processes restart.

            Exit codes: 0 stopped as requested; 64 an invalid argument; 66 an unusable data directory; 69 an \
            executable or a library is missing, or another program uses the address; 70 the system does not start a \
            process; 74 a damaged log, or a full disk; 75 the data directory is in use; 77 an address that other \
            machines can reach, without --public-url or with --no-auth; 78 the app file has problems.
            """
    )

    @Argument(help: "The app file, or its folder.", completion: .file(extensions: ["yaml", "yml"]))
    var app: String?
    @Option(help: "The gateway's address: HOST:PORT or unix:/PATH.") var listen = "127.0.0.1:8080"
    @Option(help: "The address that users open, if a proxy is in front of the gateway.")
    var publicURL: String?
    @Option(help: "Trust `X-Forwarded-*` or `Forwarded` from this proxy address or CIDR range (repeatable).")
    var trustedProxy: [String] = []
    @Option(help: "The directory of the log and the indexes (default: .searchbus/NAME in this folder).")
    var data: String?
    @Option(help: "The directory of the sockets (default: `run` in the data directory).") var runtime: String?
    @Option(help: "The folder of the console's files (default: those that came with this executable).")
    var web: String?
    @OptionGroup(title: "Broker options") var broker: BrokerArguments
    @OptionGroup(title: "Options of a cluster") var cluster: MachineArguments
    @Flag(help: "Authorize every request that reaches the gateway's address.") var noAuth = false
    @Flag(help: "Print the login link even if the output is not a terminal.") var printLink = false
    @Flag(help: "Open the console in the browser, where there is one, once the app is ready.") var open = false
    @Option(help: "The format of lines: text, or json, all on standard output.") var log: LogForm?

    func run() {
        let form = LogForm.takeEffect(log)
        let manager = ServiceManager.takeOver(ProcessInfo.processInfo.environment)
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        Executable.onTermination { signal.yield() }
        AsyncWork.report {
            guard !cluster.clusterDemo else { return try await ClusterDemo(self, form: form).run(until: signals) }
            try await AppRunner(self, file: try AppFilePath(app), form: form, manager: manager).run(until: signals)
        }
    }
}
