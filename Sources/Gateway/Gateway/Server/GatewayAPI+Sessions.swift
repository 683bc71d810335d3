// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import Components
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// The description of the app.
    @Sendable func describeApp(_ request: Request, _ context: GatewayContext) async throws -> Response {
        if hub.position.epoch.isEmpty {
            let page = try await log.latest(LatestQuery([TopicPrefix(.index)], limit: 1))
            hub.position.note(page.epoch, page.head)
        }
        var description = app.description
        description["epoch"] = .string(hub.position.epoch)
        description["access"] = .array(context.caller.grants.prefix(Caller.shownLimit).map(\.json))
        var response = Response.json(.object(description))
        for name in context.caller.uselessCookies.prefix(Caller.shownLimit) {
            response.setCookie(authenticator.forgotten(name))
        }
        return response
    }

    /// Creates a session, optionally with a given ID and a link's state.
    @Sendable func createSession(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let json = try await body(of: request)
        let link = try SessionLink(json["link"])
        try link?.check(with: app.links)
        let session: String
        switch json["session"] {
        case nil, .null?: session = Identifier.make()
        case .string(let chosen)?: session = chosen
        default: throw SearchBusError(.invalidSession, "Invalid session ID in `session`.")
        }
        // A session that the caller could not use afterwards is not created.
        let grant = try await grant(of: context.caller, for: .use, session: session)
        let creator = creator(context)
        let presence = try await sessions.ensure(
            session,
            link: link,
            filters: grant.scope.filters,
            source: creator.source
        ) { [quota] in
            try quota.take(creator)
        }
        return Self.answer(session, status: presence == .created ? .created : .ok)
    }

    /// Creates a session with a given ID, or finds it.
    @Sendable func ensureSession(_ request: Request, _ context: GatewayContext) async throws -> Response {
        _ = try await body(of: request)
        let session = try context.part("session")
        let creator = creator(context)
        let filters = context.grant.scope.filters
        let presence = try await sessions.ensure(session, filters: filters, source: creator.source) { [quota] in
            try quota.take(creator)
        }
        return Self.answer(session, status: presence == .created ? .created : .ok)
    }

    /// The client that creates a session.
    private func creator(_ context: GatewayContext) -> SessionQuota.Creator {
        SessionQuota.Creator(
            identity: context.grant.identity,
            address: context.client ?? context.directClient,
            isUnlimited: context.grant.scope.allows(.administer, session: nil)
        )
    }

    private static func answer(_ session: String, status: HTTPResponse.Status) -> Response {
        var response = Response.json(["session": .string(session)], status: status)
        response.headers[.location] = "/api/sessions/\(session)"
        return response
    }

    /// Every view of a session, with its sequence number; those of an earlier one if asked.
    @Sendable func readSession(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let session = try context.part("session")
        try await sessions.require(session)
        if let moment = try request.query.sequence("at") {
            let peer = StreamLimits.peer(context.grant.identity, context.client)
            let past = try await logReads.reading(for: peer) {
                try await SessionState.read(session, from: log, at: moment)
            }
            return .json(past.body)
        }
        let state = try await SessionState.read(session, from: log)
        hub.position.note(state.epoch, state.head)
        return .json(state.body)
    }

    /// Appends intents to the log.
    @Sendable func sendIntents(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let session = try context.part("session")
        let json = try await body(of: request, limits: IntentRequest.limits)
        let requests = try IntentRequest.parse(json, for: app)
        let isWaiting: Bool
        switch request.query.get("wait") {
        case nil: isWaiting = false
        case "outcome"?: isWaiting = true
        default: throw SearchBusError(.invalidArgument, "`wait` can only be `outcome`.")
        }
        try await sessions.require(session)
        try await holds.pass(requests, session: session, sender: context.grant.identity)
        let receipts = try await intents.send(
            requests,
            session: session,
            awaitingFrom: isWaiting ? hub.position.head : nil,
            traceParent: RequestTrace.current
        )
        return .json(receipts.json, status: .accepted)
    }

    static let sessionRoutes = [
        Route(
            .get("/api/app", .permission(.describe), "describeApp"),
            "What runs: searchers, filter states and widgets.",
            replies: [.init(.ok, "The app.", .json(appDescription))]
        ) { $0.describeApp },
        Route(
            .post("/api/sessions", .permission(.begin), "createSession"),
            "Make a new session, which may begin with the state of a permalink.",
            body: .optional(newSession),
            replies: presences,
            problems: [429, 507],
            section: "#sessions"
        ) { $0.createSession },
        Route(
            .put("/api/sessions/{session}", .permission(.use), "ensureSession"),
            "Make sure that a session of a chosen id exists.",
            body: .optional(.empty),
            replies: presences,
            problems: [429, 507],
            section: "#sessions"
        ) { $0.ensureSession },
        Route(
            .get("/api/sessions/{session}", .permission(.view), "readSession"),
            "Every widget's view, and the sequence number at which they are current.",
            parameters: [
                .query(
                    "at",
                    .sequence,
                    "The views at this sequence number; if the log does not have them all, at the first one after it."
                )
            ],
            replies: [.init(.ok, "The views.", .json(SessionState.shape))],
            problems: [404, 429],
            section: "#sessions"
        ) { $0.readSession },
        Route(
            .post("/api/sessions/{session}/intents", .permission(.use), "sendIntents"),
            "Put an intent, or a batch of them, on the log. Repeating it with the same ids has no further effect.",
            parameters: [
                .query("wait", .words(["outcome"]), "Wait up to 5 s for what becomes of the intents.")
            ],
            body: .json(IntentRequest.shape),
            replies: [.init(.accepted, "On the log.", .json(IntentReceipts.shape))],
            problems: [404, 409, 503, 507],
            section: "#intents",
            isQuick: true
        ) { $0.sendIntents },
    ]

    private static let presences: [Route.Reply] = [
        .init(.ok, "It existed already, and is unchanged.", .json(sessionReference)),
        .init(.created, "It is new.", .json(sessionReference)),
    ]

    private static let sessionReference = Shape.named("SessionReference", .object(["session": .session]))

    private static let newSession = Shape.named(
        "NewSession",
        .object([
            "session?": .oneOf([.session, Shape(["type": "null"])]),
            "link?": .text.orNull.adding(["maxLength": JSON(SessionLink.sizeLimit)]).described(
                "The query of a permalink, such as `?q=lamp`, of up to 16,384 bytes; one that is percent-encoded counts as one."
            ),
        ])
    )

    private static let appDescription: Shape = {
        let named = Shape.list(.object(["name": .text]))
        let grant = Shape.named(
            "Grant",
            .object(["role": .role, "session?": .session, "filters?": .list(.text), "endsAt?": .text])
                .described("What the caller may do.")
        )
        return .named(
            "App",
            .object([
                "name": .text, "epoch": .text, "revision": .text, "access?": .list(grant),
                "console?": .object(["title": .text, "subtitle?": .text]), "searchers": named, "filterStates": named,
                "widgets": named,
            ])
        )
    }()
}
