// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

/// A request as a route's handler gets it.
struct RouteRequest: Sendable {
    let request: Request
    let context: GatewayContext
    /// The values of the parts of the path that stand in braces.
    let parameters: [String: String]
    let query: QueryParameters
    let identity: Identity
}

/// Something that is served: a method and a path, and who answers.
struct Route: Sendable {
    /// Who may ask.
    enum Access: Sendable {
        case everybody
        case authenticated
    }

    let method: HTTPRequest.Method
    /// The path, where `{name}` stands for any one part.
    let template: String
    let access: Access
    let handler: @Sendable (RouteRequest) async throws -> Response
    fileprivate let parts: [Substring]

    init(
        _ method: HTTPRequest.Method,
        _ template: String,
        access: Access = .authenticated,
        _ handler: @escaping @Sendable (RouteRequest) async throws -> Response
    ) {
        self.method = method
        self.template = template
        self.access = access
        self.handler = handler
        parts = template.split(separator: "/", omittingEmptySubsequences: false)
    }
}

/// Everything that is served, but for the console's files.
struct RouteTable: Sendable {
    /// What a table knows of a request.
    enum Match {
        case found(Route, parameters: [String: String])
        /// The path is served, but only with these methods.
        case otherMethods([HTTPRequest.Method])
        case none
    }

    let routes: [Route]

    /// Finds the route for a request; `HEAD` is answered by what answers `GET`.
    func match(_ method: HTTPRequest.Method, _ path: String) -> Match {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let method = method == .head ? .get : method
        var others: [HTTPRequest.Method] = []
        for route in routes {
            guard let parameters = Self.parameters(of: route.parts, in: parts) else { continue }
            if route.method == method { return .found(route, parameters: parameters) }
            others.append(route.method)
        }
        return others.isEmpty ? .none : .otherMethods(others)
    }

    private static func parameters(of template: [Substring], in parts: [Substring]) -> [String: String]? {
        guard template.count == parts.count else { return nil }
        var parameters: [String: String] = [:]
        for (expected, part) in zip(template, parts) {
            if expected.hasPrefix("{") {
                parameters[String(expected.dropFirst().dropLast())] = String(part)
            } else if expected != part {
                return nil
            }
        }
        return parameters
    }
}
