// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import Components
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

extension GatewayAPI {
    /// Holds the next intent of a session for as long as the response lasts.
    @Sendable func holdIntents(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let session = try context.part("session")
        try await sessions.require(session)
        let (client, place) = try open(BusStreamStateMachine(pulse: pulse), context)
        let hold = try holds.begin(session, by: context.grant.identity) { message in
            let bytes = ServerSentEvent.message("hold", message.json.bytes)
            if message.isLast { client.end(bytes) } else { client.update { $0.put(bytes) } }
        }
        hub.add(client)
        let watched = grants.add(context.grant) { client.end(ServerSentEvent.notice($0)) }
        let lease = StreamLease { [hub] in
            withExtendedLifetime((hold, watched)) {}
            hub.remove(client)
            withExtendedLifetime(place) {}
        }
        return Response(
            status: .ok,
            headers: Self.streamHeaders,
            body: ResponseBody { writer in
                try await self.write(client, to: &writer, of: request, nil) { _ in }
                withExtendedLifetime(lease) {}
            }
        )
    }

    /// Releases the held intent.
    @Sendable func releaseIntent(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await decide(.release, request, context)
    }

    /// Drops the held intent.
    @Sendable func dropIntent(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await decide(.drop, request, context)
    }

    private func decide(
        _ decision: IntentHold.Decision,
        _ request: Request,
        _ context: GatewayContext
    ) async throws -> Response {
        let session = try context.part("session")
        let json = try await body(of: request)
        guard let intent = json["intent"]?.string else {
            throw SearchBusError(
                .invalidArgument,
                "`intent` is missing: the ID of the held intent.",
                remedy: "The stream of the hold shows it."
            )
        }
        let holdsNext: Bool
        switch json["holdNext"] {
        case nil: holdsNext = false
        case .bool(let value)?: holdsNext = value
        default: throw SearchBusError(.invalidArgument, "`holdNext` is not a boolean.")
        }
        try holds.decide(
            decision,
            intent,
            session: session,
            by: context.grant.identity,
            holdsNext: holdsNext
        )
        return .json(["intent": .string(intent), "session": .string(session)])
    }

    /// Appends a held request, if its session still exists.
    static func append(
        _ request: IntentHold.Request,
        _ intents: IntentDelivery,
        _ sessions: SessionDirectory
    ) async throws {
        sessions.forget(request.session)
        try await sessions.require(request.session)
        _ = try await intents.send(
            request.intents,
            session: request.session,
            awaitingFrom: nil,
            traceParent: request.traceParent
        )
    }

    static let holdRoutes = [
        Route(
            .post("/api/holds/{session}", .permission(.administer), "holdIntents"),
            "Hold the next intent that this gateway receives for a session, as server-sent events: `hold`, `heartbeat`, `notice`. "
                + "Closing the stream releases it.",
            body: .optional(.empty),
            replies: [
                .init(.ok, "The stream.", Route.Body(mediaType: "text/event-stream", shape: .eventStream))
            ],
            problems: [404, 429, 503],
            section: "#holding-an-intent"
        ) { $0.holdIntents },
        Route(
            .post("/api/holds/{session}/release", .permission(.administer), "releaseIntent"),
            "Release the held intent: it is put on the log.",
            body: .json(decision),
            replies: decided,
            section: "#holding-an-intent"
        ) { $0.releaseIntent },
        Route(
            .post("/api/holds/{session}/drop", .permission(.administer), "dropIntent"),
            "Drop the held intent: its sender receives the error `dropped`.",
            body: .json(decision),
            replies: decided,
            section: "#holding-an-intent"
        ) { $0.dropIntent },
    ]

    private static let decision = Shape.named(
        "HoldDecision",
        .object([
            "intent": .text.described("The ID of the held intent; of several the first one's."),
            "holdNext?": .boolean.described("Whether the next intent is held, too."),
        ])
    )

    private static let decided = [
        Route.Reply(
            .ok,
            "It is no longer held.",
            .json(.named("HoldDecided", .object(["intent": .text, "session": .session])))
        )
    ]
}
