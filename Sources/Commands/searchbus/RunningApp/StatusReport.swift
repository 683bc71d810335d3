// SPDX-License-Identifier: MIT

import Bus
import SearchModel
import Supervisor
import Wire

/// How a running app is, from what its supervisor wrote and its processes said.
struct StatusReport: Sendable {
    /// What the supervisor wrote; `nil` where the app runs without one.
    let state: SupervisorState?
    /// The processes of this node: the supervisor's in its order, then others that report.
    private let processes: [ProcessReport]
    /// The nodes, if several share the log.
    private let cluster: ClusterReport?

    init(state: SupervisorState?, board: ProcessBoard, at now: ContinuousClock.Instant = .now) {
        self.state = state
        let supervised = state?.processes ?? []
        let order = Dictionary(supervised.enumerated().map { ($1.name, $0) }) { first, _ in first }
        processes = board.processes(at: now, supervised: supervised).filter { $0.isOwn || board.machine == nil }
            .sorted { (order[$0.name] ?? .max, $0.name) < (order[$1.name] ?? .max, $1.name) }
        cluster = board.machine == nil ? nil : ClusterReport(nodes: board.nodes(at: now))
    }

    /// A board that waits for processes: since nothing is known of the time before, none is taken for one that just starts.
    static func board(of names: Set<String>, on machine: String?) -> ProcessBoard {
        // A program of another author need not report.
        let mute = names.filter { WorkerKind.ownWidget.hasProcess($0) }
        return ProcessBoard(machine: machine, mute: mute, at: .now - .seconds(60))
    }

    /// Whether every process runs and none reports a problem.
    var isHealthy: Bool { areAllRunning && processes.allSatisfy(\.problems.isEmpty) }

    private var areAllRunning: Bool { processes.allSatisfy { $0.health == .running } }

    /// What is wrong, in a sentence; `nil` where nothing is.
    var complaint: String? {
        guard areAllRunning else { return "Not every process runs." }
        let count = processes.reduce(0) { $0 + $1.problems.count }
        return count == 0 ? nil : "The processes report \(count) problem\(count == 1 ? "" : "s")."
    }

    var json: JSON {
        var object = JSONObject()
        if let state {
            object["app"] = .string(state.app)
            object["pid"] = JSON(state.pid)
            object["startedAt"] = .string(state.startedAt)
            object["link"] = JSON(address)
        }
        object["healthy"] = .bool(isHealthy)
        object["processes"] = .array(processes.map(json))
        if let cluster { object["machines"] = .array(cluster.json) }
        return .object(object)
    }

    private func json(_ process: ProcessReport) -> JSON {
        var status = process.status ?? ProcessStatus()
        status.problems = process.problems
        var object = JSONObject([("name", .string(process.name)), ("state", .string(process.health.rawValue))])
            .merging(
                (status.json.object ?? JSONObject()).members.filter { $0.key != "name" }.map { ($0.key, $0.value) }
            )
        object["state"] = .string(process.health.rawValue)
        if let note = process.note { (object["pid"], object["restarts"]) = (JSON(note.pid), JSON(note.restarts)) }
        return .object(object)
    }

    var lines: [String] {
        var table = Table([
            ("PROCESS", .left), ("STATE", .left), ("PID", .right), ("RESTARTS", .right), ("UP", .right),
            ("MEMORY", .right), ("EVENTS/S", .right), ("CURSOR", .right),
        ])
        for process in processes { table.add(row(process)) }
        let all =
            table.lines + processes.flatMap(problemLines) + processes.flatMap(silentEngines)
            + processes.compactMap(skipped)
            + otherVersions
            + (cluster?.lines ?? [])
        guard let state else { return all }
        let hint = address.map { ["\($0)  (to log in: searchbus link)"] }
        return ["\(state.app), since \(state.startedAt.prefix(19))Z"] + (hint ?? []) + [""] + all
    }

    /// A line where processes are of other versions than this command.
    private var otherVersions: [String] {
        let versions = processes.compactMap { process in process.status?.version.map { (process.name, $0) } }
        let others = versions.filter { $0.1 != Release.version }.map { "\(Terminal.safe($0.0)) \(Terminal.safe($0.1))" }
        guard !others.isEmpty else { return [] }
        return [
            "several versions of SearchBus: this is \(Release.version), but \(others.joined(separator: ", ")); restart `searchbus up`"
        ]
    }

    /// Two lines for each problem of a process: what happened, and what to do.
    private func problemLines(of process: ProcessReport) -> [String] {
        process.problems.flatMap { problem in
            let error = problem.error
            let since = problem.since.isEmpty ? "" : " since \(problem.since.prefix(19))Z"
            let line = "\(process.name): problem\(since): \(problem.subject): \(error.message) [\(error.code.rawValue)]"
            return [Terminal.safe(line), "  \(Terminal.safe(error.remedy))"]
        }
    }

    /// A line for a process that has skipped events.
    private func skipped(by process: ProcessReport) -> String? {
        guard let count = process.status?.setAside, count > 0 else { return nil }
        let events = count == 1 ? "1 event" : "\(count) events"
        return
            "\(Terminal.safe(process.name)): skipped \(events) since its start; the views and outcomes of their sessions have the reason"
    }

    /// A line for each engine whose circuit breaker is open or half-open.
    private func silentEngines(of process: ProcessReport) -> [String] {
        (process.status?.backends ?? [:]).sorted { $0.key < $1.key }.compactMap { name, backend in
            guard backend.circuit != "closed" else { return nil }
            let (circuit, reason) = (Terminal.safe(backend.circuit), Terminal.safe(backend.lastError ?? ""))
            return
                "\(process.name): the engine `\(Terminal.safe(name))` failed \(backend.failures) times in a row; circuit breaker \(circuit): \(reason)"
        }
    }

    /// The console's address, without its token.
    private var address: String? { state?.link.map { String($0.prefix { $0 != "?" }) } }

    private func row(_ process: ProcessReport) -> [String] {
        let status = process.status
        let cursor = status?.cursor ?? status?.head
        return [
            process.name,
            process.health.rawValue,
            (process.note.map(\.pid) ?? status?.pid).map(String.init) ?? "-",
            (process.note?.restarts ?? status?.restarts).map(String.init) ?? "-",
            status?.uptimeSeconds.map { Quantity.time(seconds: Int(exactly: $0.rounded(.down)) ?? 0) } ?? "-",
            status?.memoryBytes.map(Quantity.bytes) ?? "-",
            status?.eventsPerSecond.map(Quantity.decimal) ?? "-",
            cursor.flatMap { SequenceNumber($0) }.map { String($0.rawValue) } ?? "-",
        ]
    }
}
