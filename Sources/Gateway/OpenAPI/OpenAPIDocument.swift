// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore
import Wire

/// The description of what is served, in OpenAPI 3.1.
enum OpenAPIDocument {
    /// The document as it is served.
    static let body = ByteBuffer(bytes: json.bytes)

    /// The whole document.
    static let json: JSON = [
        "openapi": "3.1.0",
        "info": [
            "title": "SearchBus gateway", "version": "1",
            "description": .string(
                "Search screens as processes on a bus: sessions, their views, the intents that change them, and the "
                    + "events behind it all. Problems are RFC 9457 with a `code` and a `remedy`."
            ),
            "license": ["name": "MIT", "identifier": "MIT"],
        ],
        "security": [["key": []], ["cookie": []]],
        "paths": .object(
            JSONObject(paths.map { ($0, .object(JSONObject(operations(at: $0)))) } + OpenAPIAlgolia.paths)
        ),
        "components": [
            "securitySchemes": [
                "key": ["type": "http", "scheme": "bearer", "description": "The key in DATA/gateway.secret."],
                "algoliaApplication": ["type": "apiKey", "in": "header", "name": "X-Algolia-Application-Id"],
                "algoliaKey": [
                    "type": "apiKey", "in": "header", "name": "X-Algolia-API-Key",
                    "description": "A key of DATA/algolia.keys; only where the app file says `algolia: true`.",
                ],
                "cookie": [
                    "type": "apiKey", "in": "cookie", "name": "searchbus-8080",
                    "description": "Set by a link; the name ends with the gateway's port.",
                ],
            ],
            "schemas": OpenAPISchemas.json,
            "responses": [
                "problem": [
                    "description": "What went wrong, and what to do about it.",
                    "content": ["application/problem+json": ["schema": OpenAPISchemas.reference("Problem")]],
                ]
            ],
        ],
    ]

    private static let paths: [String] = OpenAPIOperation.all.reduce(into: []) { paths, operation in
        if !paths.contains(operation.path) { paths.append(operation.path) }
    }

    private static func operations(at path: String) -> [(String, JSON)] {
        OpenAPIOperation.all.filter { $0.path == path }.map { ($0.method, $0.json) }
    }
}
