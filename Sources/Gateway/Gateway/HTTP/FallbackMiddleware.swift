// SPDX-License-Identifier: MIT

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

/// Answers requests without a route: with a file of the console, or with an error for the path or the method.
struct FallbackMiddleware: RouterMiddleware {
    let served: ServedRoutes
    let files: @Sendable (Request, GatewayContext) throws -> Response?

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        let methods = RequestForm.isExact(path) ? served.methods(at: path) : []
        guard methods.isEmpty else { throw Self.otherMethods(methods) }
        if request.method == .get || request.method == .head {
            // A link is taken from a file, which another process may hold.
            let response = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try files(request, context)
            }
            if let response { return response }
        }
        if path.hasPrefix("/api/") { try context.caller.check() }
        throw Self.nothing
    }

    /// The error for an unknown path.
    static var nothing: SearchBusError { SearchBusError(.unknownRoute, "Nothing is served at this path.") }

    private static func otherMethods(_ methods: [HTTPRequest.Method]) -> Problem {
        var problem = Problem(
            SearchBusError(.unknownRoute, "The path is served, but not with this method."),
            status: 405
        )
        var names = Set(methods.map(\.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        problem.headers[.allow] = names.sorted().joined(separator: ", ")
        return problem
    }
}
