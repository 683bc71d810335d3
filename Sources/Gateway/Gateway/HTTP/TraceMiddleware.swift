// SPDX-License-Identifier: MIT

import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Continues the trace of a caller's request, for the events of the request.
struct TraceMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        // An invalid field is ignored, and so are several.
        let fields = request.headers[values: .traceParent]
        guard fields.count == 1, let trace = fields.first.flatMap(TraceParent.init) else {
            return try await next(request, context)
        }
        return try await RequestTrace.$current.withValue(trace) { try await next(request, context) }
    }
}

/// The trace of the request that the task answers.
enum RequestTrace {
    @TaskLocal static var current: TraceParent?
}

extension HTTPField.Name {
    /// The header field of W3C's Trace Context.
    static let traceParent: HTTPField.Name = {
        guard let name = HTTPField.Name(TraceParent.name) else { preconditionFailure("not a field name") }
        return name
    }()
}
