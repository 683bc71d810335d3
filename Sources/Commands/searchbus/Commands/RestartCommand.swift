// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import ArgumentParser
import Bus
import Foundation
import Runtime
import SearchModel
import Supervisor
import Wire

struct RestartCommand: ParsableCommand {
    /// How often the supervisor's state is looked at.
    private static let interval: Duration = .milliseconds(50)

    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "Restart a process of a running app.",
        discussion: """
            Makes `searchbus up` stop a process in order and start it again, and waits until it runs. NAME is a \
            process as `searchbus status` shows it, a widget or searcher, or `all`: everything but the broker, the \
            gateway last. Sessions lose nothing. A process that failed too often is retried at once.

            Programs, scripts and controllers of your own widgets restart automatically when their files change.

            Exit codes: 0 it runs again; 66 no such name; 69 no app runs; 70 it did not come back in time.
            """
    )

    @Argument(help: "The process, widget or searcher, or all.", completion: .custom(Completions.processes)) var name:
        String
    @Option(help: "Timeout in seconds for the restart.") var timeout = 20.0
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else { throw ValidationError("--timeout is 0 to 3600 seconds.") }
    }

    func run() {
        AsyncWork.report {
            let location = try options.location()
            guard let state = SupervisorState.running(in: location.runtime) else {
                throw SearchBusError(
                    .brokerUnavailable,
                    "No app runs on \(location.data).",
                    remedy: "Start it with `searchbus up`."
                )
            }
            let targets = RestartTargets(processes: state.processes.map(\.name), app: location.runningApp())
            let names = try targets.names(for: name)
            let request = try RestartRequests(runtime: location.runtime).ask(names, id: Identifier.make())
            let after = try await restarted(names, before: state, location, request)
            Terminal.show(
                ["restarted": .array(after.map(Self.json))],
                asJSON: json,
                else: after.map { "\($0.name) runs again" + ($0.pid.map { " (pid \($0))" } ?? "") }
            )
        }
    }

    private static func json(_ process: SupervisorState.Process) -> JSON {
        ["name": .string(process.name), "pid": JSON(process.pid)]
    }

    /// Waits until other processes than before run under the names.
    private func restarted(
        _ names: [String],
        before: SupervisorState,
        _ location: AppLocation,
        _ request: String
    ) async throws -> [SupervisorState.Process] {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(timeout)
        let pids = Dictionary(before.processes.map { ($0.name, $0.pid) }) { first, _ in first }
        while true {
            let now = SupervisorState.running(in: location.runtime)
            let running = (now?.processes ?? []).filter { process in
                names.contains(process.name) && process.state == .running && process.pid != nil
                    && process.pid != (pids[process.name] ?? nil)
            }
            if running.count == names.count { return running }
            guard clock.now < deadline, now != nil else {
                try? FileManager.default.removeItem(atPath: request)
                let missing = names.filter { name in !running.contains { $0.name == name } }
                throw SearchBusError(
                    .componentFailed,
                    "\(missing.joined(separator: ", ")) did not come back within \(Quantity.decimal(timeout)) s.",
                    remedy: "The output of `searchbus up` has the cause; `searchbus status` shows the processes."
                )
            }
            try await Task.sleep(for: Self.interval)
        }
    }
}

/// The processes of a name in a request to restart.
struct RestartTargets {
    /// The names of the processes that there are.
    let processes: [String]
    /// The app that runs, where it is known: it tells which process a widget shares.
    let app: App?

    /// The processes: that of the name, that of the widget, searcher or backend of the name, or for `all` every one but the broker.
    ///
    /// - Throws: `SearchBusError.unknownAddressee`, with the nearest name.
    func names(for word: String) throws -> [String] {
        if processes.contains(word) { return [word] }
        if word == "all" { return processes.filter { $0 != "broker" } }
        let worker = app?.interactorWorkers.first { $0.widgets.contains(word) }?.name
        let part = app?.searcherParts.first { $0.unit == word || $0.members.contains(word) }?.component
        let candidates = [worker, WorkerKind.ownWidget.process(word), part.map(WorkerKind.searcher.process)].compactMap(
            \.self
        )
        if let found = candidates.first(where: processes.contains) { return [found] }
        let known = processes + (app?.widgets.map(\.name) ?? []) + (app?.searchers.map(\.name) ?? [])
        throw SearchBusError(
            .unknownAddressee,
            "The app has no process, widget or searcher `\(word)`.",
            remedy: Spelling.closest(to: word, among: known + ["all"]).map { "Did you mean `\($0)`?" }
                ?? "There are: all, \(processes.joined(separator: ", "))."
        )
    }
}
