// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// The first permission that allows an action.
    ///
    /// - Throws: `Problem` that names the missing permission, and `SearchBusError` with `not-permitted` for a session without
    ///   the filters of the caller's key.
    func grant(
        of caller: Caller,
        for right: AccessRight,
        session: String?,
        canNameSession: Bool = false
    ) async throws -> Grant {
        var refusal: SearchBusError?
        for grant in try caller.grants(for: right, session: session, canNameSession: canNameSession) {
            guard let session, let filters = grant.scope.filters else { return grant }
            do {
                try await sessions.check(session, has: filters)
                return grant
            } catch let error as SearchBusError where error.code == .notPermitted {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? SearchBusError(.notPermitted, "The request has no permissions.")
    }

    /// Creates a link: one that authorizes one browser, or one to a session.
    @Sendable func createLink(_ request: Request, _ context: GatewayContext) async throws -> Response {
        guard let visit = try SessionVisit(try await body(of: request)) else {
            return .json(["url": .string(origin + authenticator.makeLink())], status: .created)
        }
        try await sessions.require(visit.session)
        let (key, path) = try authenticator.makeLink(to: visit)
        var members = JSONObject([("url", .string(origin + path)), ("session", .string(visit.session))])
        if let key {
            members["id"] = .string(key.id)
            members["role"] = .string(key.scope.role.rawValue)
            if let end = key.endsAt { members["endsAt"] = .string(Moment(end).description) }
        }
        return .json(.object(members), status: .created)
    }

    /// Authorizes a browser with a link for a session, and redirects it to an address without the token.
    @Sendable func visitSession(_ request: Request, _ context: GatewayContext) throws -> Response {
        let session = try context.part("session")
        guard Name.isValid(session) else { throw SearchBusError(.invalidSession, "Invalid session ID in the path.") }
        var response = Response(status: .seeOther, headers: [.location: SessionVisit.place(of: session)])
        let known = context.caller.grants.first {
            $0.scope.session == nil && $0.scope.filters == nil && $0.scope.allows(.use, session: session)
        }
        do {
            let cookie = try authenticator.cookie(forToken: request.query.get("token") ?? "", session: session)
            if known == nil { response.setCookie(cookie) }
            return response
        } catch let problem as Problem {
            // An old link does not end the access of an authorized client.
            if context.caller.grants.contains(where: { $0.scope.allows(.view, session: session) }) { return response }
            return locked(request, problem)
        }
    }

    /// A file of the console; for `/` with a token first the cookie of the token.
    func file(_ request: Request, _ context: GatewayContext) throws -> Response? {
        let path = request.uri.path
        if path == "/", let token = request.query.get("token") { return enter(request, context, token: token) }
        return files.response(to: path, request.headers)
    }

    /// Authorizes a browser with a link, and redirects it to an address without the token.
    private func enter(_ request: Request, _ context: GatewayContext, token: String) -> Response {
        if request.method == .get, let cookie = authenticator.cookie(forToken: token) {
            var response = Response(status: .seeOther, headers: [.location: "/"])
            response.setCookie(cookie)
            return response
        }
        if context.caller.identity != .unknown { return Response(status: .seeOther, headers: [.location: "/"]) }
        let error = SearchBusError(
            .unauthorized,
            "The link was used already, is older than ten minutes, or is not from this gateway."
        )
        return locked(request, Problem(error))
    }

    /// Reports an invalid link: users get the console's page, with the remedy.
    private func locked(_ request: Request, _ problem: Problem) -> Response {
        guard request.headers[.accept]?.contains("text/html") == true,
            var page = files.response(to: "/")
        else { return problem.response }
        page.status = .unauthorized
        page.headers[.cacheControl] = nil
        return page
    }

    static let accessRoutes = [
        Route(
            .post("/api/links", .permission(.administer), "createLink"),
            "Make a link that authorizes one browser, once; or one that opens a session.",
            body: .optional(newLink),
            replies: [.init(.created, "The link.", .json(link))],
            problems: [404],
            section: "#links-to-a-session"
        ) { $0.createLink },
        Route(
            .get("/s/{session}", .open, "visitSession"),
            "Follow a link to a session: sets a cookie that opens it, and redirects to the console.",
            parameters: [.query("token", .text)],
            replies: [.init(.seeOther, "To the session, with a cookie.", nil)],
            problems: [401],
            section: "#links-to-a-session"
        ) { $0.visitSession },
    ]

    private static let newLink = Shape.named(
        "NewLink",
        .object([
            "session?": .oneOf([.session, Shape(["type": "null"])]),
            "readOnly?": .boolean.described("Only with `session`."),
            "expiresIn?": .integer(1...Lifetime.longest).orNull.described(
                "Seconds; `null` for a link that does not expire; a week by default. Only with `session`."
            ),
        ]).described("Without `session` the link authorizes one browser, once.")
    )

    private static let link = Shape.named(
        "Link",
        .object([
            "url": .text, "session?": .session,
            "id?": .text.described("The key behind the link, by which it is revoked."), "role?": .role,
            "endsAt?": .text,
        ])
    )
}
