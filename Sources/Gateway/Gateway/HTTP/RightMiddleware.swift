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
        let need = RouteAccess.need(request.method, context.endpointPath ?? "")
        guard let right = need.right else { return try await next(request, context) }
        var context = context
        let session = try Self.session(of: request, need, context)
        let canName = if case .rightOfNamedSession = need { true } else { false }
        context.grant = try context.caller.grant(for: right, session: session, canNameSession: canName)
        return try await next(request, context)
    }

    /// The session that a request is limited to: that of its path, or the one that it names where the route allows that.
    private static func session(
        of request: Request,
        _ need: RouteAccess.Need,
        _ context: GatewayContext
    ) throws -> String? {
        guard context.parameters.get("session") == nil else { return try context.part("session") }
        guard case .rightOfNamedSession = need else { return nil }
        let named = request.query.getAll("session")
        // The handler might read the other one of two.
        return named.count == 1 ? named[0] : nil
    }
}
