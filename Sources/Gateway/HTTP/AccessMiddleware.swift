// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

/// Finds out who asks, and refuses what pages of other sites make a browser ask.
struct AccessMiddleware: RouterMiddleware {
    let authenticator: Authenticator
    let hosts: HostRule
    let registry: ConnectionRegistry

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.identity = authenticator.identity(of: request.headers)
        if context.identity.isKnown { registry.noteRight(of: context.channel) }
        try OriginRule.check(request.head, identity: context.identity, hosts: hosts)
        return try await next(request, context)
    }
}
