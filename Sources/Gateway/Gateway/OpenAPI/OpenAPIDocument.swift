// SPDX-License-Identifier: MIT

import AccessKeys
import HTTPTypes
import NIOCore
import Wire

/// The description of the API, in OpenAPI 3.1, generated from the routes.
enum OpenAPIDocument {
    /// The document as it is served.
    static let body = ByteBuffer(bytes: json.bytes)

    static let json: JSON = {
        var paths = JSONObject()
        func add(_ method: HTTPRequest.Method, _ path: String, _ operation: JSON) {
            let others = paths[path]?.object ?? JSONObject()
            paths[path] = .object(others.merging([(method.rawValue.lowercased(), operation)]))
        }
        for route in GatewayAPI.routes { add(route.method, route.path, route.operation) }
        for route in AlgoliaRoute.all { add(route.method, route.fullPath, route.operation) }
        let components = GatewayAPI.routes.flatMap(\.shapes).reduce(into: Shape.problem.components) {
            $0.merge($1.components) { first, _ in first }
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "SearchBus gateway", "version": "1",
                "description":
                    "Search screens as processes on a bus: sessions, their views, the intents that change them, and the events behind it all. Problems are RFC 9457 with a `code` and a `remedy`.",
                "license": ["name": "MIT", "identifier": "MIT"],
            ],
            "security": [["key": []], ["cookie": []]],
            "paths": .object(paths),
            "components": [
                "securitySchemes": securitySchemes,
                "schemas": .object(JSONObject(components.sorted { $0.key < $1.key })),
                "responses": [
                    "problem": [
                        "description": "What went wrong, and what to do about it.",
                        "content": ["application/problem+json": ["schema": Shape.problem.json]],
                    ]
                ],
            ],
        ]
    }()

    private static let securitySchemes: JSON = [
        "key": [
            "type": "http", "scheme": "bearer",
            "description": "The owner's key (`searchbus key`), or one with a role (`searchbus keys create`).",
        ],
        "algoliaApplication": ["type": "apiKey", "in": "header", "name": "X-Algolia-Application-Id"],
        "algoliaKey": [
            "type": "apiKey", "in": "header", "name": "X-Algolia-API-Key",
            "description": "A key of DATA/algolia.keys; only with `algolia: true` in the app file.",
        ],
        "cookie": [
            "type": "apiKey", "in": "cookie", "name": "searchbus-8080",
            "description":
                "Set by a link; the name ends with the gateway's port, and behind TLS begins with `__Host-`.",
        ],
    ]

    /// The parameters in a path.
    static func pathParameters(_ path: String) -> [JSON] {
        Route.names(in: path).map { name in
            let shape = name == "session" ? Shape.session : .text
            return ["name": .string(name), "in": "path", "required": true, "schema": shape.json]
        }
    }
}

extension Route {
    /// All shapes of its requests and responses.
    fileprivate var shapes: [Shape] {
        [.session] + parameters.map(\.shape) + ([body] + replies.map(\.body)).compactMap(\.?.shape)
    }

    /// The statuses of its problems.
    private var problemStatuses: Set<Int> {
        var statuses: Set = [403, 421]
        if self.access != .open { statuses.formUnion([401, 503]) }
        if body != nil { statuses.formUnion([400, 413, 415]) }
        // A text without a pattern is never invalid, only unknown.
        if Self.names(in: self.path).contains("session")
            || parameters.contains(where: { $0.shape.json != Shape.text.json })
        {
            statuses.insert(400)
        }
        return statuses.union(problems)
    }

    /// The permission in words.
    var permission: String {
        switch self.access {
        case .open: "everybody"
        case .permission(let right): "`\(right.rawValue)`"
        case .permissionOfNamedSession(let right): "`\(right.rawValue)`, or that of `?session=`"
        }
    }

    /// The operation as OpenAPI describes it.
    fileprivate var operation: JSON {
        var members = JSONObject([
            ("operationId", .string(self.id)), ("summary", .string(summary)),
            ("description", .string("Permission: \(permission).")),
        ])
        if self.access == .open { members["security"] = [] }
        let all = OpenAPIDocument.pathParameters(self.path) + parameters.map(\.json)
        if !all.isEmpty { members["parameters"] = .array(all) }
        if let body { members["requestBody"] = .object(body.json.merging([("required", .bool(body.isRequired))])) }
        var responses = JSONObject(
            replies.map { reply in
                let body = reply.body?.json ?? JSONObject()
                return ("\(reply.status.code)", .object(body.merging([("description", .string(reply.summary))])))
            }
        )
        for status in problemStatuses.sorted() {
            responses["\(status)"] = ["$ref": "#/components/responses/problem"]
        }
        members["responses"] = .object(responses)
        return .object(members)
    }
}

extension Route.Body {
    fileprivate var json: JSONObject {
        JSONObject([("content", .object(JSONObject([(mediaType, ["schema": shape.json])])))])
    }
}

extension Route.Parameter {
    fileprivate var json: JSON {
        var members = JSONObject([("name", .string(name)), ("in", .string(place))])
        if let summary { members["description"] = .string(summary) }
        members["schema"] = shape.json
        return .object(members)
    }
}

extension AlgoliaRoute {
    /// The operation as OpenAPI describes it.
    fileprivate var operation: JSON {
        let anything: JSON = ["application/json": ["schema": ["type": "object"]]]
        var members = JSONObject([
            ("operationId", .string(id)), ("summary", .string(summary)), ("tags", ["algolia"]),
            ("security", [["algoliaApplication": [], "algoliaKey": []]]),
        ])
        let parameters = OpenAPIDocument.pathParameters(path)
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        members["responses"] = [
            "default": ["description": "Algolia's own form, or {message, status}.", "content": anything]
        ]
        if method == .post || method == .put { members["requestBody"] = ["content": anything] }
        return .object(members)
    }
}
