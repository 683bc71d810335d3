// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Runtime
import Supervisor
import Wire

struct StatusCommand: ParsableCommand {
    /// How long the processes are listened to: each says how it is once a second.
    private static let patience: Duration = .milliseconds(2200)

    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of a running app.",
        discussion: """
            Listens on the bus until every process has reported, at most two seconds. If several machines share the \
            log, it shows for each the shards that it owns, and how far its log is.

            Exit codes: 0 everything runs; 69 no app runs, or its broker is unreachable; 70 a process does not run, \
            or reports a problem.
            """
    )

    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        AsyncWork.report {
            let location = try options.location()
            try location.checkRunning()
            let state = SupervisorState.read(from: location.runtime)
            let client = try location.connect()
            defer { client.close() }
            let board = try await StatusCollector(log: client)
                .collect(
                    expecting: Set(state?.processes.map(\.name) ?? []),
                    on: state?.machine,
                    for: Self.patience
                )
            let report = StatusReport(state: state, board: board)
            Terminal.show(report.json, asJSON: json, else: report.lines)
            if let complaint = report.complaint { throw SearchBusError(.componentFailed, complaint) }
        }
    }
}
