// SPDX-License-Identifier: MIT

import Wire

/// A process as others see it: what it reports, and what its supervisor knows.
package struct ProcessReport: Sendable, Hashable {
    /// How a process is; the words are the supervisor's, and `silent` for one that should report and does not.
    package enum Health: String, Sendable, CaseIterable {
        case starting, running, silent, backoff, failed, stopped
    }

    package let name: String
    /// Whether it runs on the board's own node.
    package let isOwn: Bool
    /// The node that it runs on, if several share the log.
    package let machine: String?
    package let status: ProcessStatus?
    /// What the supervisor of the own node notes of it.
    package let note: SupervisorState.Process?
    package let health: Health
    package let silence: Duration?
    /// Its cursor as the broker has it.
    let knownCursor: String?
    /// Whether it is a program of another author.
    let isProgram: Bool

    package var lag: Int { status?.lag ?? 0 }
    package var restarts: Int { note?.restarts ?? status?.restarts ?? 0 }
    package var cursor: String? { status?.cursor ?? knownCursor }

    /// Its problems: those in its last status while it runs, and the supervisor's.
    package var problems: [ProcessProblem] {
        (health == .running ? status?.problems ?? [] : []) + [note?.problem].compactMap { $0 }
    }

    /// The members that are null if they are unknown.
    package static let nullable = ["component", "pid", "cursor", "turnMicros", "memoryBytes", "uptimeSeconds"]
    /// The members that are always there.
    package static let required =
        ["name", "role", "health", "silenceSeconds", "lag", "eventsPerSecond", "turnsPerSecond", "restarts", "reads"]
        + ["writes"] + nullable

    package var json: JSON {
        var report = status ?? ProcessStatus()
        (report.name, report.role) = (name, report.role ?? (isProgram ? "custom" : "unknown"))
        report.pid = report.pid ?? note?.pid
        (report.cursor, report.lag, report.restarts) = (cursor, lag, restarts)
        report.eventsPerSecond = report.eventsPerSecond ?? 0
        report.turnsPerSecond = report.turnsPerSecond ?? 0
        (report.reads, report.writes) = (report.reads ?? [], report.writes ?? [])
        (report.problems, report.machine) = (problems, machine)
        (report.cursors, report.log) = (nil, nil)
        let seconds = silence.map(ProcessBoard.rounded) ?? 0
        return .object(
            JSONObject(Self.nullable.map { ($0, .null) })
                .merging(report.json.object ?? JSONObject())
                .merging([("health", .string(health.rawValue)), ("silenceSeconds", .number(seconds))])
        )
    }
}
