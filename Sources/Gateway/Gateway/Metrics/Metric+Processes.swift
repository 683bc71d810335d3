// SPDX-License-Identifier: MIT

import Bus
import Wire

/// The processes, named by the supervisor and the app, so that there are as many series as parts of the app.
extension Metric {
    /// How many engines of a process, servers of a log, or results of an engine are listed.
    private static let maxParts = 64

    static let processes: [Metric] = [
        process("searchbus_process_up", "Whether a process reports in time.") { $0.health == .running ? 1 : 0 },
        process("searchbus_process_memory_bytes", "Memory of the process, without what it shares with others.") {
            ($0.status?.memoryBytes).map(Double.init)
        },
        process("searchbus_process_lag_events", "Events that a process has not folded yet.") { Double($0.lag) },
        process("searchbus_process_events_per_second", "Events in the last second.") {
            $0.status?.eventsPerSecond ?? 0
        },
        process("searchbus_process_turn_p99_seconds", "The 99th percentile of a turn.") {
            ($0.status?.turnMicros?.p99).map { $0 / 1e6 }
        },
        process("searchbus_process_uptime_seconds", "Time since a process began.") { $0.status?.uptimeSeconds },
        process("searchbus_process_restarts_total", "Restarts by the supervisor.") { Double($0.restarts) },
        process("searchbus_process_set_aside_total", "Poison events that a process skipped.") {
            ($0.status?.setAside).map(Double.init)
        },
        Metric(
            "searchbus_process_problems",
            "Problems that a process reports, by code.",
            labels: processLabels + ["code"]
        ) { source in
            source.processes.flatMap { process in
                Dictionary(process.problems.map { ($0.error.code.rawValue, 1) }, uniquingKeysWith: +)
                    .sorted { $0.key < $1.key }
                    .map { Sample([process.name, process.machine, $0.key], .number(Double($0.value))) }
            }
        },
        Metric(
            "searchbus_build_info",
            "The version of SearchBus that a process has; always 1.",
            labels: processLabels + ["version"]
        ) { source in
            source.processes.compactMap { process in
                (process.status?.version).map {
                    Sample([process.name, process.machine, String($0.prefix(64))], .number(1))
                }
            }
        },
        backend("searchbus_backend_up", "Whether an engine receives requests: its circuit breaker is closed.") {
            $0.circuit == "closed" ? 1 : 0
        },
        backend("searchbus_backend_questions_total", "Requests sent to an engine.") { Double($0.asked) },
        backend("searchbus_backend_failures_total", "Requests that an engine failed.") { Double($0.failed) },
        Metric(
            "searchbus_search_seconds",
            "Time of an engine, embedded or not; `outcome` is `answered`, `failed` or `cancelled`.",
            .histogram,
            labels: processLabels + ["backend", "outcome"]
        ) { source in
            source.processes.flatMap { process in
                parts(process.status?.searches).flatMap { backend, outcomes in
                    parts(outcomes).map { Sample([process.name, process.machine, backend, $0.key], .times($0.value)) }
                }
            }
        },
    ]

    private static func backend(
        _ name: String,
        _ help: String,
        _ value: @escaping @Sendable (BackendStatus) -> Double
    ) -> Metric {
        Metric(name, help, labels: processLabels + ["backend"]) { source in
            source.processes.flatMap { process in
                parts(process.status?.backends).map {
                    Sample([process.name, process.machine, $0.key], .number(value($0.value)))
                }
            }
        }
    }

    private static func parts<Value>(_ values: [String: Value]?) -> ArraySlice<(key: String, value: Value)> {
        (values ?? [:]).sorted { $0.key < $1.key }.prefix(maxParts)
    }

    // MARK: Nodes

    static let nodes: [Metric] = [
        node("searchbus_machine_up", "Whether a node reports.") { $0.isHeard ? 1 : 0 },
        node("searchbus_machine_shards", "How many shards a node owns.") { Double($0.shards.count) },
        node("searchbus_machine_journal_place", "The last entry that a node's log has.") { $0.place.map(Double.init) },
        node("searchbus_machine_journal_lag", "By how many entries it lags behind the most advanced node.") {
            $0.lag.map(Double.init)
        },
        node("searchbus_machine_indexes_behind", "Indexes that are newer on another node.") {
            Double($0.indexesBehind.count)
        },
        node("searchbus_machine_log_differs", "How many nodes have a log that differs from its own.") {
            Double($0.differsFrom?.count ?? 0)
        },
        single("searchbus_journal_available", "Whether the log's servers accept entries.") { source in
            source.journal.map { $0.journal.isAvailable == true ? 1 : 0 }
        },
        single("searchbus_shards_idle", "Shards without an owner.") {
            ($0.journal?.idleShards?.count).map(Double.init)
        },
        Metric(
            "searchbus_journal_server_up",
            "Whether the leader reaches a server of the log.",
            labels: ["server"]
        ) { source in
            source.journal.map { shared in
                (shared.journal.servers ?? []).prefix(maxParts).filter { !$0.name.isEmpty }
                    .map { Sample([String($0.name.prefix(64))], .number($0.isOnline ? 1 : 0)) }
            }
        },
    ]

    private static func node(
        _ name: String,
        _ help: String,
        _ value: @escaping @Sendable (NodeStatus) -> Double?
    ) -> Metric {
        Metric(name, help, labels: ["machine"]) { source in
            guard !source.nodes.isEmpty else { return nil }
            return source.nodes.compactMap { node in value(node).map { Sample([node.name], .number($0)) } }
        }
    }
}
