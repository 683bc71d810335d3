// SPDX-License-Identifier: MIT

import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import Wire

/// A problem of RFC 9457, with our code and remedy.
struct Problem: Error, Sendable {
    static let mediaType = "application/problem+json"

    let error: SearchBusError
    let status: Int
    let title: String
    /// Further header fields of the response.
    var headers: HTTPFields = [:]
    /// Further members of the body.
    var members: [(String, JSON)] = []

    /// - Parameters:
    ///   - error: The error.
    ///   - status: The status; `nil` for that of the error's code.
    ///   - title: The title; `nil` for that of the status.
    ///   - seconds: When to try again, if it makes sense.
    init(_ error: SearchBusError, status: Int? = nil, title: String? = nil, retryAfter seconds: Int? = nil) {
        self.error = error
        self.status = status ?? error.code.httpStatus
        self.title = title ?? HTTPResponseStatus(statusCode: self.status).reasonPhrase
        headers[.retryAfter] = seconds.map { String($0) }
    }

    /// The problem of an error, for the client, without internal details.
    init(describing error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as SearchBusError: self.init(error)
        case let error as JSONError:
            self.init(SearchBusError(.malformedJSON, "Invalid body: \(error)."))
        case let error as BodyTooLarge: self.init(bodyAbove: error.limit)
        case let error as NIOTooManyBytesError: self.init(bodyAbove: error.maxBytes)
        case is CancellationError:
            self.init(SearchBusError(.busy, "The gateway is stopping."))
        default:
            self.init(SearchBusError(.internalError, "Something went wrong in the gateway."))
        }
        if error is CancellationError || [.busy, .held].contains(self.error.code) { headers[.retryAfter] = "1" }
    }

    private init(bodyAbove limit: Int?) {
        let words = limit.map { "The body is larger than \(ByteSize($0))." } ?? "The body is too large."
        self.init(SearchBusError(.tooLarge, words))
        headers[.connection] = "close"
    }

    var json: JSON {
        let usual: [(String, JSON)] = [
            ("type", "about:blank"), ("title", .string(title)), ("status", JSON(status)),
            ("detail", .string(error.message)), ("code", .string(error.code.rawValue)),
            ("remedy", .string(error.remedy)),
        ]
        return .object(JSONObject(usual + members))
    }

    var response: Response { response(asPage: false) }

    /// The response: JSON for programs, or a page for browsers.
    func response(asPage: Bool) -> Response {
        let (mediaType, body) = content(asPage: asPage)
        var fields = headers
        fields[.contentType] = mediaType
        return Response(
            status: HTTPResponse.Status(code: status),
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }

    /// The body in either form, and its media type.
    func content(asPage: Bool) -> (mediaType: String, body: [UInt8]) {
        asPage ? (ProblemPage.mediaType, Array(ProblemPage.html(of: self).utf8)) : (Self.mediaType, Array(json.bytes))
    }
}

extension Response {
    /// A response of JSON.
    static func json(_ json: JSON, status: HTTPResponse.Status = .ok) -> Response {
        .json(ByteBuffer(bytes: json.bytes), status: status)
    }

    /// A response of JSON that is written already.
    static func json(_ buffer: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: buffer)
        )
    }
}
