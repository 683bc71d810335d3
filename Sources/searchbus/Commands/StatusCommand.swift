// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Bus
import Runtime
import Supervisor
import Wire

/// Tells how a running app is.
struct StatusCommand: ParsableCommand {
    /// How long the processes are listened to: each says how it is once a second.
    private static let patience: Duration = .milliseconds(2200)

    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tell how a running app is.",
        discussion: """
            Listens on the bus until every process was heard, two seconds at the most. Where several machines share the log, \
            it tells of each of them for which shards it works, and how far its copy of the log is.

            Exit codes: 0 everything runs; 69 no app runs; 70 a process does not run.
            """
    )

    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        AsyncWork.run {
            await Executable.report {
                let location = try options.location()
                let state = SupervisorState.read(from: location.runtime)
                guard location.hasSocket, state == nil || SupervisorLock.isHeld(in: location.runtime) else {
                    throw SearchBusError(
                        .brokerUnavailable,
                        "No app runs on \(location.data).",
                        remedy: "Start it with `searchbus up`."
                    )
                }
                let client = try location.connect()
                defer { client.close() }
                let heard = try await StatusCollector(log: client)
                    .collect(
                        expecting: Set(state?.processes.map(\.name) ?? []),
                        on: state?.machine,
                        for: Self.patience
                    )
                let report = StatusReport(state: state, heard: heard)
                if json {
                    Terminal.output.print(report.json.text)
                } else {
                    for line in report.lines { Terminal.output.print(line) }
                }
                guard report.isHealthy else {
                    throw SearchBusError(.componentFailed, "Not every process runs.")
                }
            }
        }
    }
}
