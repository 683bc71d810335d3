// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Supervisor
import Wire

/// How a running app is, from what its supervisor wrote and its processes said.
struct StatusReport: Sendable {
    /// What the supervisor wrote; `nil` where the app runs without one.
    let state: SupervisorState?
    /// What each process of this machine said of itself.
    let heard: [String: JSON]
    /// What is told of the machines, where several share the log.
    let cluster: ClusterReport?

    init(state: SupervisorState?, heard: HeardStatuses) {
        self.state = state
        self.heard = heard.own.filter { $0.key != ClusterReport.supervisor }
        cluster = ClusterReport(heard)
    }

    init(state: SupervisorState?, heard: [String: JSON]) {
        self.init(state: state, heard: HeardStatuses(own: heard))
    }

    /// Every process's name: the supervisor's in its order, then others that were heard.
    private var names: [String] {
        let supervised = state?.processes.map(\.name) ?? []
        return supervised + heard.keys.filter { !supervised.contains($0) }.sorted()
    }

    /// How a process is, in a word.
    private func health(_ name: String) -> String {
        guard let process = state?.processes.first(where: { $0.name == name }) else { return "running" }
        // A program of somebody else's need not say how it is.
        let isSilent = heard[name] == nil && !name.hasPrefix("custom-")
        return process.state == .running && isSilent ? "silent" : process.state.rawValue
    }

    /// Whether every process runs and none reports a problem.
    var isHealthy: Bool { areAllRunning && names.allSatisfy { problems($0).isEmpty } }

    /// Whether every process runs.
    private var areAllRunning: Bool { names.allSatisfy { health($0) == "running" } }

    /// The problems of a process: those that it reports, and the supervisor's of it.
    private func problems(_ name: String) -> [ProcessProblem] {
        let own = heard[name].map(ProcessProblem.list(inStatus:)) ?? []
        return own + (state?.processes.first { $0.name == name }?.problem.map { [$0] } ?? [])
    }

    /// What is wrong, in a sentence; `nil` where nothing is.
    var complaint: String? {
        guard areAllRunning else { return "Not every process runs." }
        let count = names.reduce(0) { $0 + problems($1).count }
        return count == 0 ? nil : "The processes report \(count) problem\(count == 1 ? "" : "s")."
    }

    /// The report for programs.
    var json: JSON {
        var object = JSONObject()
        if let state {
            object["app"] = .string(state.app)
            object["pid"] = JSON(state.pid)
            object["startedAt"] = .string(state.startedAt)
            object["link"] = JSON(address)
        }
        object["healthy"] = .bool(isHealthy)
        object["processes"] = .array(names.map(process))
        if let cluster { object["machines"] = .array(cluster.json) }
        return .object(object)
    }

    private func process(_ name: String) -> JSON {
        var object = JSONObject([("name", .string(name)), ("state", .string(health(name)))])
        for member in heard[name]?.object?.members ?? [] where member.key != "name" {
            object[member.key] = member.value
        }
        if let supervised = state?.processes.first(where: { $0.name == name }) {
            object["pid"] = JSON(supervised.pid)
            object["restarts"] = JSON(supervised.restarts)
        }
        let problems = problems(name)
        if !problems.isEmpty { object[ProcessProblem.member] = .array(problems.map(\.json)) }
        return .object(object)
    }

    /// The report for people.
    var lines: [String] {
        var table = Table([
            ("PROCESS", .left), ("STATE", .left), ("PID", .right), ("RESTARTS", .right), ("UP", .right),
            ("MEMORY", .right), ("EVENTS/S", .right), ("CURSOR", .right),
        ])
        for name in names { table.add(row(name)) }
        let all =
            table.lines + names.flatMap(problemLines) + names.flatMap(silentEngines) + otherVersions
            + (cluster?.lines ?? [])
        guard let state else { return all }
        let hint = address.map { ["\($0)  (searchbus link makes a link that lets you in)"] }
        return ["\(state.app), since \(state.startedAt.prefix(19))Z"] + (hint ?? []) + [""] + all
    }

    /// A line where processes are of other versions than this command.
    private var otherVersions: [String] {
        let versions = names.compactMap { name in (heard[name]?["version"]?.string).map { (name, $0) } }
        let others = versions.filter { $0.1 != Release.version }.map { "\(Terminal.safe($0.0)) \(Terminal.safe($0.1))" }
        guard !others.isEmpty else { return [] }
        return [
            "several versions of SearchBus: this is \(Release.version), but \(others.joined(separator: ", ")); restart `searchbus up`"
        ]
    }

    /// Two lines for each problem of a process: what happened, and what to do.
    private func problemLines(of name: String) -> [String] {
        problems(name).flatMap { problem in
            let error = problem.error
            let since = problem.since.isEmpty ? "" : " since \(problem.since.prefix(19))Z"
            let line = "\(name): problem\(since): \(problem.subject): \(error.message) [\(error.code.rawValue)]"
            return [Terminal.safe(line), "  \(Terminal.safe(error.remedy))"]
        }
    }

    /// A line for each engine that a process does not ask any more, or tries again.
    private func silentEngines(of name: String) -> [String] {
        (heard[name]?["backends"]?.object?.members ?? []).compactMap { backend in
            guard let circuit = backend.value["circuit"]?.string, circuit != "closed" else { return nil }
            let reason = Terminal.safe(backend.value["lastError"]?.string ?? "")
            let count = backend.value["failures"]?.int ?? 0
            return
                "\(name): the engine `\(backend.key)` failed \(count) times in a row; circuit breaker \(circuit): \(reason)"
        }
    }

    /// The console's address, without what would let somebody in.
    private var address: String? { state?.link.map { String($0.prefix { $0 != "?" }) } }

    private func row(_ name: String) -> [String] {
        let process = process(name)
        let cursor = process["cursor"]?.string ?? process["head"]?.string
        return [
            name,
            health(name),
            process["pid"]?.int.map(String.init) ?? "-",
            process["restarts"]?.int.map(String.init) ?? "-",
            process["uptimeSeconds"]?.double.map { Quantity.time(seconds: Int($0)) } ?? "-",
            process["memoryBytes"]?.int.map(Quantity.bytes) ?? "-",
            process["eventsPerSecond"]?.double.map(Quantity.decimal) ?? "-",
            cursor.flatMap { SequenceNumber($0) }.map { String($0.rawValue) } ?? "-",
        ]
    }
}
