// SPDX-License-Identifier: MIT

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Synchronization
import Wire

/// Allows pages of the origins in the app file to use sessions (CORS); all others get no information.
///
/// Cookies of such requests do not count: a page of another origin presents a key, and has its permissions.
/// It is the first middleware, so that allowed pages can read errors too.
struct CrossOriginMiddleware: RouterMiddleware {
    /// The routes for pages of other origins, which exclude administration, such as creating links.
    static let openPaths = [
        "/api/app", "/api/schemas", "/api/sessions", "/api/search", "/api/log", "/api/events", "/client",
        // What `client/devtools.js` imports; a package has it in one file.
        "/src", "/css", "/app.css",
    ]
    /// How long a browser may cache the response to a preflight, in seconds: a removed origin is refused soon.
    private static let preflightAge = 600

    let origins: Set<String>
    let hosts: HostRule
    let metrics: GatewayMetrics
    private let refused = RefusedOrigins()

    init(origins: Set<String>, hosts: HostRule, metrics: GatewayMetrics) {
        self.origins = origins
        self.hosts = hosts
        self.metrics = metrics
    }

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isOpen(request.uri.path) else { return try await next(request, context) }
        guard let origin = foreignOrigin(request.head) else {
            return varying(try await next(request, context))
        }
        guard origins.contains(origin), isAsking(request.head) else {
            if !origins.contains(origin) { tell(origin, context) }
            return varying(try await next(request, context))
        }
        var response: Response
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            response = Self.preflight
            metrics.answered("preflight", method: request.method.rawValue, status: 204, after: .zero)
        } else {
            var head = request.head
            head.headerFields[.cookie] = nil
            // These are checked; later handlers compare them with the console's own.
            head.headerFields[.origin] = nil
            head.headerFields[.secFetchSite] = nil
            response = try await next(Request(head: head, body: request.body), context)
        }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "Retry-After, WWW-Authenticate"
        return varying(response)
    }

    /// Whether pages of other origins may request a path.
    static func isOpen(_ path: String) -> Bool {
        openPaths.contains { path == $0 || path.hasPrefix("\($0)/") }
    }

    /// The origin of the page that makes the request; `nil` if that is the console, or not a page.
    private func foreignOrigin(_ request: HTTPRequest) -> String? {
        let origins = request.headerFields[values: .origin]
        guard origins.count == 1, request.headerFields[values: .secFetchSite] != ["same-origin"],
            !hosts.isOwn(origin: origins[0], host: request.authority ?? "")
        else { return nil }
        return origins[0]
    }

    /// Whether a script sends the request with CORS; forms and visited pages do not.
    private func isAsking(_ request: HTTPRequest) -> Bool {
        request.headerFields[values: .secFetchMode].allSatisfy { $0 == "cors" }
    }

    /// Caches must not return a response for one origin to another.
    private func varying(_ response: Response) -> Response {
        guard !origins.isEmpty else { return response }
        var response = response
        response.headers[.vary] = [response.headers[.vary], "Origin"].compactMap(\.self).joined(separator: ", ")
        return response
    }

    private static let preflight = Response(
        status: .noContent,
        headers: [
            .accessControlAllowMethods: "GET, HEAD, POST, PUT",
            .accessControlAllowHeaders: "authorization, content-type, last-event-id, traceparent",
            .accessControlMaxAge: "\(preflightAge)",
        ]
    )

    /// The page itself cannot find the reason, since browsers do not let it read the response.
    private func tell(_ origin: String, _ context: GatewayContext) {
        let shown = origin.shownInMessages
        guard refused.isNew(shown) else { return }
        context.logger.warning(
            "A request of a page of \(shown) was refused.",
            metadata: ["remedy": "If it is yours, name it in the app file: web: { origins: [\(shown)] }"]
        )
    }
}

/// The refused origins that were reported: each once, up to a limit.
private final class RefusedOrigins: Sendable {
    private static let limit = 16
    private let known = Mutex<Set<String>>([])

    /// Whether an origin must be reported.
    func isNew(_ origin: String) -> Bool {
        known.withLock { $0.count < Self.limit && $0.insert(origin).inserted }
    }
}
