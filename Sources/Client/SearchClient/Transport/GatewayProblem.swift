// SPDX-License-Identifier: MIT

import Wire

/// An error response of the gateway.
struct GatewayProblem: Error, Sendable, Hashable {
    let status: Int
    let error: SearchBusError
    /// The gateway's retry delay.
    let retryAfter: Duration?

    init(status: Int, error: SearchBusError, retryAfter: Duration? = nil) {
        self.status = status
        self.error = error
        self.retryAfter = retryAfter
    }

    init(_ answer: TransportAnswer) {
        let json = try? JSON(parsing: answer.body)
        let detail = json?["detail"]?.string ?? "The gateway answered with status \(answer.status)."
        let code = json?["code"]?.string.flatMap(ErrorCode.init(rawValue:)) ?? Self.code(of: answer.status)
        status = answer.status
        error = SearchBusError(code, detail, remedy: json?["remedy"]?.string)
        retryAfter = answer.headers["retry-after"].flatMap { Int($0) }.map { .seconds(min(max($0, 0), 60)) }
    }

    /// Whether the same request may succeed later, without other actions.
    var isWorthAnotherTry: Bool { [408, 429, 502, 503, 504].contains(status) }

    private static func code(of status: Int) -> ErrorCode {
        switch status {
        case 401: .unauthorized
        case 404: .unknownRoute
        case 413: .tooLarge
        case 429, 503: .busy
        default: .internalError
        }
    }
}
