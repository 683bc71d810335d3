// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

/// Lets nobody pass who shows no right.
struct RightMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        try Self.check(context.identity)
        return try await next(request, context)
    }

    /// Checks that somebody has a right.
    ///
    /// - Throws: `Problem` with `unauthorized`.
    static func check(_ identity: Identity) throws {
        guard identity == .unknown else { return }
        var problem = Problem(SearchBusError(.unauthorized, "The request shows no right to ask this."))
        problem.headers[.wwwAuthenticate] = "Bearer"
        throw problem
    }
}
