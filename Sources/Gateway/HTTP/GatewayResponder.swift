// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOHTTP1
import Wire

/// Answers requests: checks them, finds their route, turns failures into problems.
struct GatewayResponder: HTTPResponder {
    let table: RouteTable
    let hosts: HostRule
    let authenticator: Authenticator
    let metrics: GatewayMetrics
    let registry: ConnectionRegistry
    let bodyLimit: Int
    /// Answers what is under `/1/`, where the app asks for that.
    let algolia: AlgoliaGateway?
    /// Answers what no route does: the console's files.
    let files: @Sendable (RouteRequest, _ path: String) throws -> Response?

    func respond(to request: Request, context: GatewayContext) async throws -> Response {
        let start = ContinuousClock.now
        var template = "other"
        var response: Response
        do {
            response = try await answer(request, context, &template)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let problem = Problem(describing: error)
            if problem.error.code == .internalError { context.logger.error("\(error)") }
            response = problem.response
        }
        if request.method == .head { response = response.createHeadResponse() }
        metrics.answered(
            template,
            method: request.method.rawValue,
            status: response.status.code,
            after: ContinuousClock.now - start
        )
        context.logger.debug(
            "request",
            metadata: [
                // Paths of Algolia's interface may name a key.
                "method": "\(request.method.rawValue)",
                "path": "\(template == AlgoliaGateway.prefix ? template : request.uri.path)",
                "status": "\(response.status.code)",
            ]
        )
        return response
    }

    private func answer(
        _ request: Request,
        _ context: GatewayContext,
        _ template: inout String
    ) async throws -> Response {
        let target = request.head.path ?? "/"
        let path = String(target.prefix { $0 != "?" && $0 != "#" })
        if let algolia, path.hasPrefix(AlgoliaGateway.prefix) {
            template = AlgoliaGateway.prefix
            return try await algolia.respond(to: request, path: path, target: target)
        }
        let identity = authenticator.identity(of: request.headers)
        if identity.isKnown { registry.noteRight(of: context.channel) }
        let match = table.match(request.method, path)
        if case .found(let route, _) = match { template = route.template }
        try OriginRule.check(request.head, identity: identity, hosts: hosts)
        var ask = RouteRequest(
            request: request,
            context: context,
            parameters: [:],
            query: QueryParameters(target: target),
            identity: identity
        )
        switch match {
        case .found(let route, let parameters):
            if route.access == .authenticated { try requireRight(identity) }
            try OriginRule.checkMediaType(request.head)
            try checkSize(request)
            ask = RouteRequest(
                request: request,
                context: context,
                parameters: parameters,
                query: ask.query,
                identity: identity
            )
            return try await route.handler(ask)
        case .otherMethods(let methods):
            throw methodProblem(methods)
        case .none:
            if request.method == .get || request.method == .head, let response = try files(ask, path) {
                return response
            }
            if path.hasPrefix("/api/") { try requireRight(identity) }
            throw SearchBusError(.unknownRoute, "Nothing is served at this path.")
        }
    }

    private func requireRight(_ identity: Identity) throws {
        guard identity == .unknown else { return }
        var problem = Problem(SearchBusError(.unauthorized, "The request shows no right to ask this."))
        problem.headers[.wwwAuthenticate] = "Bearer"
        throw problem
    }

    private func checkSize(_ request: Request) throws {
        guard let length = request.headers[.contentLength].flatMap(Int.init), length > bodyLimit else { return }
        throw BodyTooLarge()
    }

    private func methodProblem(_ methods: [HTTPRequest.Method]) -> Problem {
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
