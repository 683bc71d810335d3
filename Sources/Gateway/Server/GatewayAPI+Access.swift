// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// Makes a link that lets one more browser in.
    @Sendable func createLink(_ request: Request, _ context: GatewayContext) async throws -> Response {
        _ = try await body(of: request)
        return .json(["url": .string(origin + authenticator.makeLink())], status: .created)
    }

    /// A file of the console; for `/` with a token first the cookie that the token stands for.
    func file(_ request: Request, _ context: GatewayContext) throws -> Response? {
        let path = request.uri.path
        if path == "/", let token = request.query.get("token") { return enter(request, context, token: token) }
        return files.response(to: path, knownTag: request.headers[.ifNoneMatch])
    }

    /// Lets a browser in that came with a link, and sends it on to an address without the token.
    private func enter(_ request: Request, _ context: GatewayContext, token: String) -> Response {
        if request.method == .get, let cookie = authenticator.cookie(forToken: token) {
            var response = Response(status: .seeOther, headers: [.location: "/"])
            response.setCookie(cookie)
            return response
        }
        if context.identity != .unknown { return Response(status: .seeOther, headers: [.location: "/"]) }
        let error = SearchBusError(
            .unauthorized,
            "The link was used already, is older than ten minutes, or is none of this gateway's."
        )
        guard request.headers[.accept]?.contains("text/html") == true,
            var page = files.response(to: "/", knownTag: nil)
        else { return Problem(error).response }
        // For people the console itself says how to get in.
        page.status = .unauthorized
        page.headers[.cacheControl] = nil
        return page
    }
}
