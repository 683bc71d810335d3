// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

extension GatewayAPI {
    /// The metrics for Prometheus.
    @Sendable func readMetrics(_ request: Request, _ context: GatewayContext) -> Response {
        let (board, now) = (hub.board, ContinuousClock.now)
        let nodes = board.nodes(at: now)
        let source = MetricSource(
            counts: metrics,
            connections: (registry.count, registry.evicted),
            streams: streams.count,
            isBusConnected: isBusConnected(),
            head: max(hub.position.head, board.head ?? .zero),
            processes: board.processes(at: now, supervised: supervised),
            log: board.log,
            nodes: nodes,
            journal: board.journal(nodes, shards: app.shardCount, at: now)
        )
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: source.text))
        )
    }

    static let metricsRoutes = [
        Route(
            .get("/metrics", .permission(.watch), "readMetrics"),
            "Metrics in the text format of Prometheus.",
            replies: [
                .init(.ok, "The metrics.", Route.Body(mediaType: "text/plain", shape: .named("Text", .text)))
            ],
            section: "#metrics"
        ) { $0.readMetrics }
    ]
}
