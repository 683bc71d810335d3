// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What an engine is sent over HTTP, whichever of its hosts it is sent to.
public struct HTTPExchange: Sendable, Hashable {
    /// The method.
    public enum Method: String, Sendable, Hashable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    public let method: Method
    /// The path below the engine's address, with its query; everything in it that came from outside is percent-encoded.
    public let path: String
    public let body: [UInt8]
    public let contentType: String

    public init(_ method: Method, _ path: String, body: [UInt8] = [], contentType: String = "application/json") {
        self.method = method
        self.path = path
        self.body = body
        self.contentType = contentType
    }

    /// A question with a JSON body.
    public static func post(_ path: String, _ body: JSON) -> HTTPExchange {
        HTTPExchange(.post, path, body: body.bytes)
    }
}

/// A whole answer, whatever its status.
public struct HTTPReply: Sendable, Hashable {
    public let status: Int
    public let body: [UInt8]
    /// How long the engine wants to be left in peace; `nil` where it does not say.
    public let retryAfter: Duration?

    public init(status: Int, body: [UInt8], retryAfter: Duration? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}
