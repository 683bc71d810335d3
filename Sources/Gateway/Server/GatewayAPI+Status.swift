// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

extension GatewayAPI {
    /// A part of the log.
    @Sendable func readLog(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let asked = request.query
        var query = LogQuery()
        query.prefixes = try asked.topics()
        query.session = try asked.session()
        query.correlation = asked.get("correlation")
        query.after = try asked.sequence("after")
        query.before = try asked.sequence("before")
        query.limit = try asked.integer("limit", in: 1...1000, default: 200)
        return .json(try await LogReader(log: log).read(query).body)
    }

    /// How the processes are.
    @Sendable func readStatus(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let board = hub.board
        let supervised = SupervisedProcess.read(runtimeDirectory: runtimeDirectory)
        return .json([
            "epoch": .string(hub.position.epoch),
            "head": .string(max(hub.position.head, board.head ?? .zero).description),
            "time": .string(Timestamp.now().description),
            "processes": .array(board.processes(at: .now, supervised: supervised)),
            "log": board.log,
        ])
    }

    /// Who should be at work and is not.
    func absence(at now: ContinuousClock.Instant) -> Absence {
        guard isBusConnected() else { return Absence(processes: ["broker"]) }
        let supervised = SupervisedProcess.read(runtimeDirectory: runtimeDirectory)
        return hub.board.missing(at: now, supervised: supervised, of: Set(app.components))
    }

    /// Whether sessions can be served: the bus is heard, and on it all that the app needs.
    @Sendable func readReadiness(_ request: Request, _ context: GatewayContext) throws -> Response {
        guard isBusConnected(), hub.isJoined else {
            throw SearchBusError(.brokerUnavailable, "The broker is not heard.")
        }
        let missing = hub.board.unheard(app.components, at: .now)
        guard missing.isEmpty else {
            // Names are for those with a right; they find them in the status.
            let message = "Of the \(app.components.count) parts that the app needs, \(missing.count) are not heard."
            throw Problem(SearchBusError(.componentFailed, message), status: 503)
        }
        return .json(["status": "ready"])
    }

    /// The metrics for Prometheus.
    @Sendable func readMetrics(_ request: Request, _ context: GatewayContext) -> Response {
        var text = PrometheusText()
        writeRequests(to: &text)
        writeStreams(to: &text)
        writeProcesses(to: &text)
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text.text))
        )
    }

    private func writeRequests(to text: inout PrometheusText) {
        let counts = metrics.counts
        text.begin("searchbus_http_requests_total", "counter", "Requests answered.")
        let answers = counts.answers.sorted { left, right in
            (left.key.route, left.key.method, left.key.status) < (right.key.route, right.key.method, right.key.status)
        }
        for (answer, count) in answers {
            text.sample(
                "searchbus_http_requests_total",
                [("route", answer.route), ("method", answer.method), ("status", String(answer.status))],
                Double(count)
            )
        }
        text.begin("searchbus_http_refused_total", "counter", "Requests refused before they were looked at.")
        for (code, count) in counts.refused.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            text.sample("searchbus_http_refused_total", [("code", code.rawValue)], Double(count))
        }
        text.begin(
            "searchbus_http_request_seconds",
            "histogram",
            "Time to the answer, or to the beginning of a stream."
        )
        for (route, histogram) in counts.latencies.sorted(by: { $0.key < $1.key }) {
            text.histogram("searchbus_http_request_seconds", [("route", route)], histogram)
        }
        text.begin("searchbus_append_seconds", "histogram", "Time that the log took for an append of intents.")
        text.histogram("searchbus_append_seconds", [], counts.appends)
        text.single("searchbus_intents_total", "counter", "Intents put on the log.", Double(counts.intents))
        text.single("searchbus_connections", "gauge", "Open connections.", Double(registry.count))
        text.single(
            "searchbus_connections_evicted_total",
            "counter",
            "Connections that had to make room.",
            Double(registry.evicted)
        )
        text.single(
            "searchbus_connections_cut_total",
            "counter",
            "Connections cut because they were too slow.",
            Double(counts.connectionsCut)
        )
    }

    private func writeStreams(to text: inout PrometheusText) {
        let counts = metrics.counts
        text.single("searchbus_streams", "gauge", "Open event streams.", Double(streams.count))
        text.single(
            "searchbus_bus_events_total",
            "counter",
            "Events heard on the bus by the gateway.",
            Double(counts.eventsHeard)
        )
        text.single(
            "searchbus_views_delivered_total",
            "counter",
            "Views handed to streams.",
            Double(counts.viewsDelivered)
        )
        text.single(
            "searchbus_views_conflated_total",
            "counter",
            "Views that a newer one took the place of.",
            Double(counts.viewsConflated)
        )
        text.single(
            "searchbus_streams_cut_total",
            "counter",
            "Streams cut because the client took nothing.",
            Double(counts.streamsCut)
        )
        text.single("searchbus_bus_connected", "gauge", "Whether the broker is heard.", isBusConnected() ? 1 : 0)
        text.single("searchbus_log_head", "gauge", "The last sequence heard of.", Double(head.rawValue))
    }

    private var head: SequenceNumber { max(hub.position.head, hub.board.head ?? .zero) }

    private func writeProcesses(to text: inout PrometheusText) {
        let supervised = SupervisedProcess.read(runtimeDirectory: runtimeDirectory)
        let processes = hub.board.processes(at: .now, supervised: supervised)
        func gauge(_ name: String, _ help: String, kind: String = "gauge", _ value: (JSON) -> Double?) {
            text.begin(name, kind, help)
            for process in processes {
                guard let value = value(process) else { continue }
                text.sample(name, [("process", process["name"]?.string ?? "")], value)
            }
        }
        gauge("searchbus_process_up", "Whether a process is heard in time.") { $0["health"] == "running" ? 1 : 0 }
        gauge("searchbus_process_memory_bytes", "Resident memory.") { $0["memoryBytes"]?.double }
        gauge("searchbus_process_lag_events", "Events that a process has not folded yet.") { $0["lag"]?.double }
        gauge("searchbus_process_events_per_second", "Events in the last second.") { $0["eventsPerSecond"]?.double }
        gauge("searchbus_process_turn_p99_seconds", "The 99th percentile of a turn.") { process in
            process["turnMicros"]?["p99"]?.double.map { $0 / 1e6 }
        }
        gauge("searchbus_process_restarts_total", "Restarts by the supervisor.", kind: "counter") {
            $0["restarts"]?.double
        }
        engine("searchbus_backend_up", "Whether an engine is asked.") { $0["circuit"] == "closed" ? 1 : 0 }
        engine("searchbus_backend_questions_total", "Questions put to an engine.", kind: "counter") {
            $0["asked"]?.double
        }
        engine("searchbus_backend_failures_total", "Questions that an engine failed.", kind: "counter") {
            $0["failed"]?.double
        }
        func engine(_ name: String, _ help: String, kind: String = "gauge", _ value: (JSON) -> Double?) {
            text.begin(name, kind, help)
            for process in processes {
                for backend in process["backends"]?.object?.members ?? [] {
                    guard let value = value(backend.value) else { continue }
                    let labels = [("process", process["name"]?.string ?? ""), ("backend", backend.key)]
                    text.sample(name, labels, value)
                }
            }
        }
    }
}
