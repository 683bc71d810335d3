// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What the processes say of themselves, as metrics.
///
/// They are named by the supervisor and the app, so that there are as many series as parts of the app.
struct ProcessMetrics {
    private let processes: [JSON]
    private let log: JSON

    /// - Parameters:
    ///   - processes: The processes as the status has them.
    ///   - log: What the broker says of its log.
    init(_ processes: [JSON], log: JSON) {
        self.processes = processes
        self.log = log
    }

    /// Writes all of it.
    func write(to text: inout PrometheusText) {
        writeProcesses(to: &text)
        writeEngines(to: &text)
        writeLog(to: &text)
    }

    private func writeProcesses(to text: inout PrometheusText) {
        value("searchbus_process_up", "Whether a process reports in time.", to: &text) {
            $0["health"] == "running" ? 1 : 0
        }
        value("searchbus_process_memory_bytes", "Resident memory.", to: &text) { $0["memoryBytes"]?.double }
        value("searchbus_process_lag_events", "Events that a process has not folded yet.", to: &text) {
            $0["lag"]?.double
        }
        value("searchbus_process_events_per_second", "Events in the last second.", to: &text) {
            $0["eventsPerSecond"]?.double
        }
        value("searchbus_process_turn_p99_seconds", "The 99th percentile of a turn.", to: &text) { process in
            process["turnMicros"]?["p99"]?.double.map { $0 / 1e6 }
        }
        value("searchbus_process_uptime_seconds", "Time since a process began.", to: &text) {
            $0["uptimeSeconds"]?.double
        }
        value("searchbus_process_restarts_total", "Restarts by the supervisor.", "counter", to: &text) {
            $0["restarts"]?.double
        }
        value("searchbus_process_set_aside_total", "Events that made no sense to a process.", "counter", to: &text) {
            $0["setAside"]?.double
        }
        writeProblems(to: &text)
        text.begin("searchbus_build_info", "gauge", "The version of SearchBus that a process is of.")
        for process in processes {
            guard let version = process["version"]?.string else { continue }
            text.sample("searchbus_build_info", labels(process) + [("version", String(version.prefix(64)))], 1)
        }
    }

    private func writeProblems(to text: inout PrometheusText) {
        let name = "searchbus_process_problems"
        text.begin(name, "gauge", "Problems that a process reports, by code.")
        for process in processes {
            let codes = ProcessProblem.list(inStatus: process).map(\.error.code.rawValue)
            for (code, count) in Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +).sorted(by: { $0.key < $1.key })
            {
                text.sample(name, labels(process) + [("code", code)], Double(count))
            }
        }
    }

    private func writeEngines(to text: inout PrometheusText) {
        engine("searchbus_backend_up", "Whether an engine is asked.", to: &text) { $0["circuit"] == "closed" ? 1 : 0 }
        engine("searchbus_backend_questions_total", "Questions put to an engine.", "counter", to: &text) {
            $0["asked"]?.double
        }
        engine("searchbus_backend_failures_total", "Questions that an engine failed.", "counter", to: &text) {
            $0["failed"]?.double
        }
        let name = "searchbus_search_seconds"
        text.begin(name, "histogram", "Time of an engine, by what came of it.")
        for process in processes {
            for backend in members(process["searches"]) {
                for outcome in members(backend.value) {
                    guard let times = try? DurationHistogram(json: outcome.value) else { continue }
                    let labels = labels(process) + [("backend", backend.key), ("outcome", outcome.key)]
                    text.histogram(name, labels, times)
                }
            }
        }
    }

    private func writeLog(to text: inout PrometheusText) {
        func single(_ name: String, _ kind: String, _ help: String, _ member: String) {
            guard let value = log[member]?.double else { return }
            text.single(name, kind, help, value)
        }
        single("searchbus_log_events", "gauge", "Events on the log.", "events")
        single("searchbus_log_bytes", "gauge", "The size of the log's content.", "bytes")
        single("searchbus_log_wal_bytes", "gauge", "The size of the write-ahead log.", "walBytes")
        single("searchbus_disk_free_bytes", "gauge", "What is left of the disk of the log.", "diskFreeBytes")
        single("searchbus_sessions", "gauge", "Sessions on the log.", "sessions")
        single("searchbus_sessions_expired_total", "counter", "Sessions that were deleted.", "expired")
        single("searchbus_broker_appends_total", "counter", "Appends acknowledged by the broker.", "appends")
        single("searchbus_broker_refused_total", "counter", "Commands refused by the broker.", "refused")
        single("searchbus_broker_withheld_total", "counter", "Events stored and not published at once.", "withheld")
        let name = "searchbus_broker_append_seconds"
        guard let times = log["appendTimes"].flatMap({ try? DurationHistogram(json: $0) }) else { return }
        text.begin(name, "histogram", "Time of the broker's transactions, each for the appends that came at once.")
        text.histogram(name, [], times)
    }

    private func labels(_ process: JSON) -> [(String, String)] {
        [("process", process["name"]?.string ?? "")] + (process["machine"]?.string.map { [("machine", $0)] } ?? [])
    }

    private func members(_ json: JSON?) -> ArraySlice<JSONObject.Member> { (json?.object?.members ?? []).prefix(64) }

    private func value(
        _ name: String,
        _ help: String,
        _ kind: String = "gauge",
        to text: inout PrometheusText,
        _ value: (JSON) -> Double?
    ) {
        text.begin(name, kind, help)
        for process in processes {
            guard let value = value(process) else { continue }
            text.sample(name, labels(process), value)
        }
    }

    private func engine(
        _ name: String,
        _ help: String,
        _ kind: String = "gauge",
        to text: inout PrometheusText,
        _ value: (JSON) -> Double?
    ) {
        text.begin(name, kind, help)
        for process in processes {
            for backend in members(process["backends"]) {
                guard let value = value(backend.value) else { continue }
                text.sample(name, labels(process) + [("backend", backend.key)], value)
            }
        }
    }
}
