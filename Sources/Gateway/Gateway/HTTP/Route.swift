// SPDX-License-Identifier: MIT

import AccessKeys
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// A route with all its facts.
///
/// The router, the permission check, the OpenAPI document and the table in `docs/http.md` are made from these values
/// (`GatewayAPI.routes`).
@dynamicMemberLookup struct Route: Sendable {
    /// The required permission of a caller.
    enum Access: Sendable, Hashable {
        /// Nothing.
        case open
        /// A permission: for the session in the path if there is one, otherwise for all sessions.
        case permission(AccessRight)
        /// A permission for the session that `?session=` names, since the response has no other session's data; without it,
        /// for all sessions.
        case permissionOfNamedSession(AccessRight)

        /// The permission, if one is needed.
        var right: AccessRight? {
            switch self {
            case .open: nil
            case .permission(let right), .permissionOfNamedSession(let right): right
            }
        }
    }

    /// A parameter in the query or the header; those in the path follow from the path.
    struct Parameter: Sendable {
        let place: String
        let name: String
        let shape: Shape
        let summary: String?

        static func query(_ name: String, _ shape: Shape, _ summary: String? = nil) -> Parameter {
            Parameter(place: "query", name: name, shape: shape, summary: summary)
        }

        static func header(_ name: String, _ shape: Shape, _ summary: String? = nil) -> Parameter {
            Parameter(place: "header", name: name, shape: shape, summary: summary)
        }
    }

    /// A body, of a request or a response.
    struct Body: Sendable {
        let mediaType: String
        let shape: Shape
        var isRequired = true

        static func json(_ shape: Shape) -> Body { Body(mediaType: "application/json", shape: shape) }

        static func optional(_ shape: Shape) -> Body {
            Body(mediaType: "application/json", shape: shape, isRequired: false)
        }
    }

    /// A response other than a problem.
    struct Reply: Sendable {
        let status: HTTPResponse.Status
        let summary: String
        let body: Body?

        init(_ status: HTTPResponse.Status, _ summary: String, _ body: Body?) {
            self.status = status
            self.summary = summary
            self.body = body
        }
    }

    /// What is called, and by whom.
    struct Call: Sendable {
        let method: HTTPRequest.Method
        /// The path, where `{name}` matches any one part.
        let path: String
        let access: Access
        /// Its name in the OpenAPI document.
        let id: String

        static func get(_ path: String, _ access: Access, _ id: String) -> Call {
            Call(method: .get, path: path, access: access, id: id)
        }

        static func post(_ path: String, _ access: Access, _ id: String) -> Call {
            Call(method: .post, path: path, access: access, id: id)
        }

        static func put(_ path: String, _ access: Access, _ id: String) -> Call {
            Call(method: .put, path: path, access: access, id: id)
        }
    }

    typealias Handler = @Sendable (GatewayAPI) -> (Request, GatewayContext) async throws -> Response

    private let call: Call
    /// Its purpose, in one sentence.
    let summary: String
    let parameters: [Parameter]
    let body: Body?
    let replies: [Reply]
    /// The statuses of its problems, except those that follow from the members above.
    let problems: [Int]
    /// The documentation: a link of `docs/http.md`.
    let section: String?
    /// Whether it is handled on the thread of its connection, which it must not keep busy.
    let isQuick: Bool
    let handler: Handler

    init(
        _ call: Call,
        _ summary: String,
        parameters: [Parameter] = [],
        body: Body? = nil,
        replies: [Reply],
        problems: [Int] = [],
        section: String? = nil,
        isQuick: Bool = false,
        handler: @escaping Handler
    ) {
        (self.call, self.summary, self.parameters, self.body) = (call, summary, parameters, body)
        (self.replies, self.problems, self.section) = (replies, problems, section)
        (self.isQuick, self.handler) = (isQuick, handler)
    }

    subscript<Value>(dynamicMember member: KeyPath<Call, Value>) -> Value { call[keyPath: member] }

    /// The names in a path's braces.
    static func names(in path: String) -> [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// Responds to a request to this route, on the threads that all tasks share unless it is quick.
    func respond(to request: Request, _ context: GatewayContext, _ api: GatewayAPI) async throws -> Response {
        guard !isQuick else { return try await checkedResponse(to: request, context, api) }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await checkedResponse(to: request, context, api)
        }
    }

    /// Checks the permission, then the form, then calls the handler.
    private func checkedResponse(
        to request: Request,
        _ context: GatewayContext,
        _ api: GatewayAPI
    ) async throws -> Response {
        var context = context
        if let right = self.access.right {
            let canName = self.access == .permissionOfNamedSession(right)
            context.grant = try await api.grant(
                of: context.caller,
                for: right,
                session: try session(of: request, context, canName: canName),
                canNameSession: canName
            )
        }
        try RequestForm.check(request, bodyLimit: api.limits.bodySize)
        return try await handler(api)(request, context)
    }

    /// The session that a request is limited to: the one in its path, or the one that it names if the route allows that.
    private func session(of request: Request, _ context: GatewayContext, canName: Bool) throws -> String? {
        guard context.parameters.get("session") == nil else { return try context.part("session") }
        guard canName else { return nil }
        let named = request.query.getAll("session")
        // With two of them, the handler might read the other one.
        return named.count == 1 ? named[0] : nil
    }
}
