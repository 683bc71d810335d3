// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// Makes a link that lets one more browser in.
    func createLink(_ ask: RouteRequest) async throws -> Response {
        _ = try await body(of: ask)
        return .json(["url": .string(origin + authenticator.makeLink())], status: .created)
    }

    /// A file of the console; for `/` with a token first the cookie that the token stands for.
    func file(_ ask: RouteRequest, path: String) throws -> Response? {
        if path == "/", let token = ask.query["token"] { return enter(ask, token: token) }
        return files.response(to: path, knownTag: ask.request.headers[.ifNoneMatch])
    }

    /// Lets a browser in that came with a link, and sends it on to an address without the token.
    private func enter(_ ask: RouteRequest, token: String) -> Response {
        if ask.request.method == .get, let cookie = authenticator.cookie(forToken: token) {
            return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie])
        }
        if ask.identity != .unknown { return Response(status: .seeOther, headers: [.location: "/"]) }
        let error = SearchBusError(
            .unauthorized,
            "The link was used already, is older than ten minutes, or is none of this gateway's."
        )
        guard ask.request.headers[.accept]?.contains("text/html") == true,
            var page = files.response(to: "/", knownTag: nil)
        else { return Problem(error).response }
        // For people the console itself says how to get in.
        page.status = .unauthorized
        page.headers[.cacheControl] = nil
        return page
    }
}
