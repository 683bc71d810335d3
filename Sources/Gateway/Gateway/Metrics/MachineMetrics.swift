// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The machines that share a log, as metrics; nothing is written where there are none.
struct MachineMetrics {
    let machines: [JSON]
    let journal: JSON?

    /// Writes all of it.
    func write(to text: inout PrometheusText) {
        guard !machines.isEmpty else { return }
        value("searchbus_machine_up", "Whether a machine reports.", to: &text) {
            ["working", "leaving"].contains($0["state"]?.string ?? "") ? 1 : 0
        }
        value("searchbus_machine_shards", "For how many shards a machine works.", to: &text) {
            $0["shards"]?.array.map { Double($0.count) }
        }
        value("searchbus_machine_journal_place", "How far a machine's copy of the log is.", to: &text) {
            $0["place"]?.double
        }
        value("searchbus_machine_journal_lag", "How far its copy is behind the furthest.", to: &text) {
            $0["lag"]?.double
        }
        value("searchbus_machine_indexes_behind", "Indexes of which other machines have a newer version.", to: &text) {
            Double($0["indexesBehind"]?.array?.count ?? 0)
        }
        value("searchbus_machine_log_differs", "How many machines have another log than it has.", to: &text) {
            Double($0["differsFrom"]?.array?.count ?? 0)
        }
        guard let journal else { return }
        text.single(
            "searchbus_journal_available",
            "gauge",
            "Whether the log's servers take entries.",
            journal["isAvailable"]?.bool == true ? 1 : 0
        )
        if let idle = journal["idleShards"]?.array {
            text.single("searchbus_shards_idle", "gauge", "Shards without an owner.", Double(idle.count))
        }
        text.begin(
            "searchbus_journal_server_up",
            "gauge",
            "Whether the leader reaches a server of the log."
        )
        for server in (journal["servers"]?.array ?? []).prefix(16) {
            guard let name = server["name"]?.string else { continue }
            let isUp = server["isOnline"]?.bool == true
            text.sample("searchbus_journal_server_up", [("server", String(name.prefix(64)))], isUp ? 1 : 0)
        }
    }

    private func value(_ name: String, _ help: String, to text: inout PrometheusText, _ value: (JSON) -> Double?) {
        text.begin(name, "gauge", help)
        for machine in machines {
            guard let label = machine["name"]?.string, let value = value(machine) else { continue }
            text.sample(name, [("machine", label)], value)
        }
    }
}
