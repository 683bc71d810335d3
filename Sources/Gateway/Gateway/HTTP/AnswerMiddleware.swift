// SPDX-License-Identifier: MIT

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOHTTP1
import Wire

/// Handles every response last: turns failures into problems, counts and logs.
///
/// The `ConnectionGuard` adds the security header fields, and answers requests that never reach this point.
struct AnswerMiddleware: RouterMiddleware {
    let metrics: GatewayMetrics

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let problem = Problem(describing: error)
            if problem.error.code == .internalError { context.logger.error("\(error)") }
            response = problem.response(asPage: isPage(request))
        }
        // Also requests without a route, such as the console's files.
        if request.method == .head { response = response.createHeadResponse() }
        let route = context.endpointPath ?? "other"
        metrics.answered(
            route,
            method: request.method.rawValue,
            status: response.status.code,
            after: ContinuousClock.now - start
        )
        context.logger.debug(
            "request",
            metadata: [
                // Paths of Algolia's interface may name a key.
                "method": "\(request.method.rawValue)",
                "path": "\(route == AlgoliaGateway.route ? route : request.uri.path)",
                "status": "\(response.status.code)",
            ]
        )
        return response
    }

    /// Whether a user opens the address in a browser, which no interface for programs is for.
    private func isPage(_ request: Request) -> Bool {
        let path = request.uri.path
        return !path.hasPrefix("/api/") && !path.hasPrefix("/1/")
            && ProblemPage.isWanted(accept: request.headers[.accept])
    }
}
