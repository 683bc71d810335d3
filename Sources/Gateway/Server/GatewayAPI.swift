// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

/// Answers what the gateway serves; each concern is an extension of its own.
final class GatewayAPI: Sendable {
    let app: GatewayApp
    let log: any EventLog
    let hub: StreamHub
    let sessions: SessionDirectory
    let intents: IntentSender
    let searches: OneOffSearches
    let streams: StreamLimits
    let registry: ConnectionRegistry
    let metrics: GatewayMetrics
    let authenticator: Authenticator
    let files: ConsoleFiles
    let limits: GatewayConfiguration.Limits
    let runtimeDirectory: String
    /// The address to put before a link's path.
    let origin: String
    /// Whether the broker was heard lately.
    let isBusConnected: @Sendable () -> Bool

    init(
        configuration: GatewayConfiguration,
        log: any EventLog,
        hub: StreamHub,
        searches: OneOffSearches,
        streams: StreamLimits,
        registry: ConnectionRegistry,
        metrics: GatewayMetrics,
        authenticator: Authenticator,
        files: ConsoleFiles,
        origin: String,
        isBusConnected: @escaping @Sendable () -> Bool
    ) {
        app = configuration.app
        limits = configuration.limits
        runtimeDirectory = configuration.runtimeDirectory
        self.log = log
        self.hub = hub
        self.registry = registry
        self.metrics = metrics
        self.authenticator = authenticator
        self.files = files
        self.origin = origin
        self.isBusConnected = isBusConnected
        sessions = SessionDirectory(log: log, position: hub.position)
        intents = IntentSender(
            log: log,
            hub: hub,
            metrics: metrics,
            outcomeTime: configuration.limits.outcomeTime
        )
        self.searches = searches
        self.streams = streams
    }

    /// Everything that is served but the console's files.
    var routes: RouteTable {
        RouteTable(routes: [
            Route(.get, "/api/app") { try await self.describeApp($0) },
            Route(.get, "/api/schemas") { _ in self.describeTypes() },
            Route(.get, "/api/schemas/{type}") { try self.describeType($0) },
            Route(.post, "/api/sessions") { try await self.createSession($0) },
            Route(.put, "/api/sessions/{session}") { try await self.ensureSession($0) },
            Route(.get, "/api/sessions/{session}") { try await self.readSession($0) },
            Route(.post, "/api/sessions/{session}/intents") { try await self.sendIntents($0) },
            Route(.get, "/api/sessions/{session}/events") { try await self.streamSession($0) },
            Route(.post, "/api/search") { try await self.search($0) },
            Route(.get, "/api/events") { try await self.streamBus($0) },
            Route(.get, "/api/log") { try await self.readLog($0) },
            Route(.get, "/api/status") { _ in try await self.readStatus() },
            Route(.post, "/api/links") { try await self.createLink($0) },
            Route(.post, "/api/indexes/{index}/changed") { try await self.announceChange($0) },
            Route(.get, "/metrics") { _ in self.readMetrics() },
            Route(.get, "/healthz", access: .everybody) { _ in .json(["status": "ok"]) },
            Route(.get, "/readyz", access: .everybody) { _ in try self.readReadiness() },
            Route(.get, "/openapi.json", access: .everybody) { _ in .json(OpenAPIDocument.body) },
        ])
    }

    /// The body of a request, parsed; an empty one is an empty object.
    func body(of ask: RouteRequest, limits: JSONLimits = JSONLimits(depth: 8, values: 100)) async throws -> JSON {
        let buffer = try await ask.request.body.collect(upTo: self.limits.bodySize)
        guard buffer.readableBytes > 0 else { return .object(JSONObject()) }
        return try JSON(parsing: buffer.readableBytesView, limits: limits)
    }
}
