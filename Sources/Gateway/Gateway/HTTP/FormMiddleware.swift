// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

/// Checks the form of a request for a route before anything of it is read: its path, its media type and its size.
struct FormMiddleware: RouterMiddleware {
    let bodyLimit: Int

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isExact(request.uri.path) else { throw FallbackMiddleware.nothing }
        try OriginRule.checkMediaType(request.head)
        if let length = request.headers[.contentLength].flatMap(Int.init), length > bodyLimit {
            throw BodyTooLarge(limit: bodyLimit)
        }
        return try await next(request, context)
    }

    /// Whether no part of a path is empty.
    ///
    /// The router would pass over empty parts; a rule of a proxy for `/api/links` does not mean `/api//links` too.
    static func isExact(_ path: String) -> Bool {
        !path.contains("//") && (path == "/" || path.utf8.last != UInt8(ascii: "/"))
    }
}
