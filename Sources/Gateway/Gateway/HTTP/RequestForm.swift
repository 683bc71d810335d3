// SPDX-License-Identifier: MIT

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

/// Checks the form of a request for a route before it is read: its path, its media type and its size.
enum RequestForm {
    /// - Throws: `SearchBusError`, or `BodyTooLarge`.
    static func check(_ request: Request, bodyLimit: Int) throws {
        guard isExact(request.uri.path) else { throw FallbackMiddleware.nothing }
        try OriginRule.checkMediaType(request.head)
        if let length = request.headers[.contentLength].flatMap(Int.init), length > bodyLimit {
            throw BodyTooLarge(limit: bodyLimit)
        }
    }

    /// Whether no part of a path is empty.
    ///
    /// The router would ignore empty parts; a proxy's rule for `/api/links` does not include `/api//links`.
    static func isExact(_ path: String) -> Bool {
        !path.contains("//") && (path == "/" || path.utf8.last != UInt8(ascii: "/"))
    }
}
