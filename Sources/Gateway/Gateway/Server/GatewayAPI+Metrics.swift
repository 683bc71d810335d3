// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

extension GatewayAPI {
    private typealias Name = GatewayMetrics.Name

    /// The metrics for Prometheus.
    @Sendable func readMetrics(_ request: Request, _ context: GatewayContext) -> Response {
        var text = PrometheusText()
        writeRequests(to: &text)
        writeStreams(to: &text)
        let supervised = SupervisedProcess.read(runtimeDirectory: runtimeDirectory)
        let (board, now) = (hub.board, ContinuousClock.now)
        ProcessMetrics(board.processes(at: now, supervised: supervised), log: board.log).write(to: &text)
        let machines = board.machines(at: now)
        let furthest = ProcessBoard.furthest(machines)
        MachineMetrics(
            machines: machines.map { $0.json(furthest: furthest) },
            journal: board.journal(machines, shards: app.shardCount, at: now)
        ).write(to: &text)
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text.text))
        )
    }

    private func writeRequests(to text: inout PrometheusText) {
        counter(Name.requests, "Requests answered.", to: &text)
        counter(Name.refused, "Requests refused before they were looked at.", to: &text)
        times(Name.requestTimes, "Time until the response, or the start of a stream.", to: &text)
        times(Name.appendTimes, "Time from the gateway to the log and back for an append of intents.", to: &text)
        counter(Name.intents, "Intents put on the log.", to: &text)
        counter(Name.outcomes, "Outcomes of all intents since the gateway's start.", to: &text)
        text.single("searchbus_connections", "gauge", "Open connections.", Double(registry.count))
        text.single(
            "searchbus_connections_evicted_total",
            "counter",
            "Connections that had to make room.",
            Double(registry.evicted)
        )
        counter(Name.connectionsCut, "Connections cut because they were too slow.", to: &text)
    }

    private func writeStreams(to text: inout PrometheusText) {
        text.single("searchbus_streams", "gauge", "Open event streams.", Double(streams.count))
        counter(Name.eventsHeard, "Events received on the bus by the gateway.", to: &text)
        counter(Name.viewsDelivered, "Views handed to streams.", to: &text)
        counter(Name.viewsConflated, "Views that a newer one replaced.", to: &text)
        counter(Name.streamsCut, "Streams cut because the client took nothing.", to: &text)
        text.single(
            "searchbus_bus_connected",
            "gauge",
            "Whether the gateway receives events from the broker.",
            isBusConnected() ? 1 : 0
        )
        let head = max(hub.position.head, hub.board.head ?? .zero)
        text.single("searchbus_log_head", "gauge", "The last known sequence number.", Double(head.rawValue))
    }

    private func counter(_ name: String, _ help: String, to text: inout PrometheusText) {
        text.begin(name, "counter", help)
        for (labels, value) in metrics.registry.counts(of: name) { text.sample(name, labels, Double(value)) }
    }

    private func times(_ name: String, _ help: String, to text: inout PrometheusText) {
        text.begin(name, "histogram", help)
        for (labels, times) in metrics.registry.times(of: name) { text.histogram(name, labels, times) }
    }

    static let metricsRoutes = [
        Route(
            method: .get,
            path: "/metrics",
            access: .permission(.watch),
            id: "readMetrics",
            summary: "Metrics in the text format of Prometheus.",
            replies: [
                Route.Reply(.ok, "The metrics.", Route.Body(mediaType: "text/plain", shape: .named("Text", .text)))
            ],
            section: "#metrics",
            handler: { $0.readMetrics($1, $2) }
        )
    ]
}
