// SPDX-License-Identifier: MIT

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

/// Authenticates the caller, and refuses requests by another address than the public one, and browser requests from
/// pages of other sites.
struct AccessMiddleware: RouterMiddleware {
    let authenticator: Authenticator
    let hosts: HostRule
    let proxies: ProxyRule
    let registry: ConnectionRegistry

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.caller = authenticator.caller(of: request.headers)
        context.directClient = proxies.directClient(context.channel.remoteAddress)
        if let forwarded = try proxies.forwarded(request.headers, from: context.channel.remoteAddress) {
            context.client = forwarded.client
            // A proxy sends requests of several clients over one connection.
            registry.note(right: context.caller.identity.isKnown, of: context.channel)
            try proxies.check(forwarded)
        } else if context.caller.identity.isKnown {
            registry.note(right: true, of: context.channel)
        }
        try OriginRule.check(request.head, identity: context.caller.identity, hosts: hosts)
        return try await next(request, context)
    }
}
