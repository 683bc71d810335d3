// SPDX-License-Identifier: MIT

import Bus
import Components
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Insights
import Logging
import NIOCore
import Runtime
import Synchronization
import Wire

/// The handlers of the gateway's routes; each concern is an extension of its own.
final class GatewayAPI: Sendable {
    /// The source of the gateway's events.
    static let source = "/gateway"

    let app: GatewayApp
    let log: any EventLog
    let hub: StreamHub
    let sessions: SessionDirectory
    let intents: IntentDelivery
    let holds: IntentHolds
    let quota: SessionQuota
    let questions: Questions
    let streams: StreamLimits
    let logReads = LogReadLimits()
    let grants = StreamGrants()
    let incidents = Mutex(IncidentLog())
    let registry: ConnectionRegistry
    let metrics: GatewayMetrics
    let authenticator: Authenticator
    let files: ConsoleFiles
    let limits: GatewayConfiguration.Limits
    let runtimeDirectory: String
    let replays: KeptReplays
    let insights: InsightsReader
    let origins: SearchOrigins
    /// The address to put before a link's path.
    let origin: String
    /// Whether the broker has reported lately.
    let isBusConnected: @Sendable () -> Bool

    init(
        configuration: GatewayConfiguration,
        log: any EventLog,
        hub: StreamHub,
        questions: Questions,
        streams: StreamLimits,
        registry: ConnectionRegistry,
        metrics: GatewayMetrics,
        authenticator: Authenticator,
        files: ConsoleFiles,
        origin: String,
        logger: Logger,
        isBusConnected: @escaping @Sendable () -> Bool
    ) {
        app = configuration.app
        limits = configuration.limits
        runtimeDirectory = configuration.runtimeDirectory
        replays = KeptReplays(data: configuration.dataDirectory)
        insights = InsightsReader(dataDirectory: configuration.dataDirectory)
        origins = SearchOrigins(log: log)
        self.log = log
        self.hub = hub
        self.registry = registry
        self.metrics = metrics
        self.authenticator = authenticator
        self.files = files
        self.origin = origin
        self.isBusConnected = isBusConnected
        let sessions = SessionDirectory(log: log, position: hub.position)
        self.sessions = sessions
        quota = SessionQuota(configuration.limits)
        let intents = IntentDelivery(
            log: log,
            source: Self.source,
            outcomes: hub.outcomes,
            timeout: configuration.limits.outcomeTime
        ) { metrics.appended($0, after: $1) }
        self.intents = intents
        holds = IntentHolds(configuration.limits.holds, logger: logger) {
            try await Self.append($0, intents, sessions)
        }
        self.questions = questions
        self.streams = streams
    }

    /// The body of a request, parsed; an empty one is an empty object.
    ///
    /// - Throws: `SearchBusError` with `malformed-json` for a body that is not one JSON object.
    func body(of request: Request, limits: JSONLimits = JSONLimits(depth: 8, values: 100)) async throws -> JSON {
        let buffer = try await request.body.collect(upTo: self.limits.bodySize)
        guard buffer.readableBytes > 0 else { return .object(JSONObject()) }
        let json = try JSON(parsing: buffer.readableBytesView, limits: limits)
        guard json.object != nil else { throw SearchBusError(.malformedJSON, "The body is not a JSON object.") }
        return json
    }
}
