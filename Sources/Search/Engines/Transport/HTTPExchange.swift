// SPDX-License-Identifier: MIT

import Wire

/// What an engine is sent over HTTP, whichever of its hosts it is sent to.
struct HTTPExchange: Sendable, Hashable {
    enum Method: String, Sendable, Hashable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    let method: Method
    /// The path below the engine's address, with its query; everything in it that came from outside is percent-encoded.
    let path: String
    let body: [UInt8]
    let contentType: String

    init(_ method: Method, _ path: String, body: [UInt8] = [], contentType: String = "application/json") {
        self.method = method
        self.path = path
        self.body = body
        self.contentType = contentType
    }

    static func post(_ path: String, _ body: JSON) -> HTTPExchange {
        HTTPExchange(.post, path, body: body.bytes)
    }
}

/// A whole answer, whatever its status.
struct HTTPReply: Sendable, Hashable {
    let status: Int
    let body: [UInt8]
    /// How long the engine wants to be left in peace; `nil` where it does not say.
    var retryAfter: Duration?
}
