// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Lets nobody pass who does not show the right that the route asks for (`RouteAccess`).
struct RightMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        guard case .right(let right) = RouteAccess.need(request.method, context.endpointPath ?? "") else {
            return try await next(request, context)
        }
        var context = context
        context.grant = try context.caller.grant(for: right, session: try Self.session(of: request, context))
        return try await next(request, context)
    }

    /// The session that a request concerns: that of its path, or the one to which it is restricted.
    private static func session(of request: Request, _ context: GatewayContext) throws -> String? {
        guard context.parameters.get("session") == nil else { return try context.part("session") }
        let named = request.query.getAll("session")
        // Two of them may be read in two ways.
        return named.count == 1 ? named[0] : nil
    }
}
