// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// One thing that can be asked for, as OpenAPI describes it.
struct OpenAPIOperation {
    let method: String
    let path: String
    let id: String
    let summary: String
    var parameters: [JSON] = []
    /// The schema of the body, where there is one.
    var body: String?
    /// Status, description, media type and schema of the answers that are no problems.
    var answers: [(status: Int, description: String, mediaType: String, schema: String)]
    /// The statuses of the problems beside those that every operation may have.
    var problems: [Int] = []
    var isOpen = false

    var json: JSON {
        var members = JSONObject([
            ("operationId", .string(id)), ("summary", .string(summary)),
        ])
        if isOpen { members["security"] = [] }
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body {
            members["requestBody"] = [
                "required": true, "content": ["application/json": ["schema": OpenAPISchemas.reference(body)]],
            ]
        }
        var responses = JSONObject()
        for answer in answers {
            responses[String(answer.status)] = [
                "description": .string(answer.description),
                "content": .object(
                    JSONObject([(answer.mediaType, ["schema": OpenAPISchemas.reference(answer.schema)])])
                ),
            ]
        }
        let common = isOpen ? [403, 421] : [401, 403, 421, 503]
        for status in (problems + common + (body == nil ? [] : [400, 413, 415])).sorted() {
            responses[String(status)] = ["$ref": "#/components/responses/problem"]
        }
        members["responses"] = .object(responses)
        return .object(members)
    }

    private static let session: JSON = [
        "name": "session", "in": "path", "required": true, "schema": OpenAPISchemas.reference("Session"),
    ]

    private static func query(_ name: String, _ description: String, _ schema: JSON) -> JSON {
        ["name": .string(name), "in": "query", "description": .string(description), "schema": schema]
    }

    private static let topic = query(
        "topic",
        "A topic or the beginning of one, such as `results/`; may stand several times.",
        ["type": "array", "items": ["type": "string"]]
    )
    private static let inSession = query(
        "session",
        "Only events of this session.",
        OpenAPISchemas.reference("Session")
    )
    private static let after = query(
        "after",
        "Only events after this place.",
        OpenAPISchemas.reference("Sequence")
    )
    private static let lastEventID: JSON = [
        "name": "Last-Event-ID", "in": "header", "description": "The `id` of the last event that was received.",
        "schema": ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}-[0-9]{1,20}$"],
    ]

    private static let sessionOperations = [
        OpenAPIOperation(
            method: "post",
            path: "/api/sessions",
            id: "createSession",
            summary: "Make a new session, which may begin with the state of a permalink.",
            body: "NewSession",
            answers: [
                (200, "It existed, and is as it was.", "application/json", "SessionReference"),
                (201, "It is new.", "application/json", "SessionReference"),
            ]
        ),
        OpenAPIOperation(
            method: "put",
            path: "/api/sessions/{session}",
            id: "ensureSession",
            summary: "Make sure that a session of a chosen id exists.",
            parameters: [session],
            body: "Empty",
            answers: [
                (200, "It existed.", "application/json", "SessionReference"),
                (201, "It is new.", "application/json", "SessionReference"),
            ]
        ),
        OpenAPIOperation(
            method: "get",
            path: "/api/sessions/{session}",
            id: "readSession",
            summary: "Every widget's view, and the place on the log at which this is true.",
            parameters: [session],
            answers: [(200, "The views.", "application/json", "SessionState")],
            problems: [400, 404]
        ),
        OpenAPIOperation(
            method: "post",
            path: "/api/sessions/{session}/intents",
            id: "sendIntents",
            summary:
                "Put an intent, or a batch of them, on the log. Repeating it with the same ids has no further effect.",
            parameters: [
                session,
                query(
                    "wait",
                    "Wait up to 5 s for what becomes of the intents.",
                    ["type": "string", "enum": ["outcome"]]
                ),
            ],
            body: "Intents",
            answers: [(202, "On the log.", "application/json", "IntentReceipts")],
            problems: [404, 409, 507]
        ),
        OpenAPIOperation(
            method: "get",
            path: "/api/sessions/{session}/events",
            id: "streamSession",
            summary:
                "The session's views as they change, as server-sent events: `view`, `reset`, `app`, `health`, `heartbeat`, `notice`.",
            parameters: [session, lastEventID],
            answers: [(200, "The stream.", "text/event-stream", "EventStream")],
            problems: [400, 404, 429]
        ),
    ]

    private static let busOperations = [
        OpenAPIOperation(
            method: "get",
            path: "/api/events",
            id: "streamEvents",
            summary: "The bus itself, as server-sent events: `event`, `heartbeat`, `trimmed`.",
            parameters: [topic, inSession, after, lastEventID],
            answers: [(200, "The stream.", "text/event-stream", "EventStream")],
            problems: [400, 429]
        ),
        OpenAPIOperation(
            method: "post",
            path: "/api/search",
            id: "search",
            summary: "Search without a session: one search, or several as `requests`, answered in their order.",
            body: "Searches",
            answers: [(200, "The results, or a list of them.", "application/json", "SearchAnswer")],
            problems: [404, 502, 504]
        ),
        OpenAPIOperation(
            method: "get",
            path: "/api/log",
            id: "readLog",
            summary: "A part of the log, oldest first.",
            parameters: [
                topic, inSession,
                query(
                    "correlation",
                    "Only events of the chain that this intent began.",
                    ["type": "string"]
                ),
                after,
                query(
                    "before",
                    "Only events before this place; without `after` the newest of them.",
                    OpenAPISchemas.reference("Sequence")
                ),
                query(
                    "limit",
                    "How many events at the most.",
                    ["type": "integer", "minimum": 1, "maximum": 1000, "default": 200]
                ),
            ],
            answers: [(200, "The events.", "application/json", "LogPart")],
            problems: [400]
        ),
        OpenAPIOperation(
            method: "get",
            path: "/api/status",
            id: "readStatus",
            summary: "How the processes and the log are.",
            answers: [(200, "The status.", "application/json", "Status")]
        ),
    ]

    private static let ownOperations = [
        OpenAPIOperation(
            method: "get",
            path: "/api/app",
            id: "describeApp",
            summary: "What runs: searchers, filter states and widgets.",
            answers: [(200, "The app.", "application/json", "App")]
        ),
        OpenAPIOperation(
            method: "get",
            path: "/api/schemas",
            id: "describeTypes",
            summary: "The widget types: JSON Schemas of their parameters, intents and views.",
            answers: [(200, "The types.", "application/json", "WidgetTypes")]
        ),
        OpenAPIOperation(
            method: "get",
            path: "/api/schemas/{type}",
            id: "describeType",
            summary: "One widget type.",
            parameters: [["name": "type", "in": "path", "required": true, "schema": ["type": "string"]]],
            answers: [(200, "The type.", "application/json", "WidgetType")],
            problems: [404]
        ),
        OpenAPIOperation(
            method: "post",
            path: "/api/links",
            id: "createLink",
            summary: "Make a link that lets one browser in, once.",
            body: "Empty",
            answers: [(201, "The link.", "application/json", "Link")]
        ),
        OpenAPIOperation(
            method: "post",
            path: "/api/indexes/{index}/changed",
            id: "announceChange",
            summary: "Say that an index has changed, so that live searches of it run again.",
            parameters: [["name": "index", "in": "path", "required": true, "schema": ["type": "string"]]],
            body: "Empty",
            answers: [(202, "On the log.", "application/json", "IndexReceipt")],
            problems: [507]
        ),
        OpenAPIOperation(
            method: "get",
            path: "/metrics",
            id: "readMetrics",
            summary: "Metrics in the text format of Prometheus.",
            answers: [(200, "The metrics.", "text/plain", "Text")]
        ),
        OpenAPIOperation(
            method: "get",
            path: "/healthz",
            id: "checkHealth",
            summary: "Whether the gateway runs.",
            answers: [(200, "It runs.", "application/json", "Health")],
            isOpen: true
        ),
        OpenAPIOperation(
            method: "get",
            path: "/readyz",
            id: "checkReadiness",
            summary: "Whether the broker, the state store, and every searcher and widget of the app are heard.",
            answers: [(200, "They are.", "application/json", "Health")],
            problems: [503],
            isOpen: true
        ),
        OpenAPIOperation(
            method: "get",
            path: "/openapi.json",
            id: "describeAPI",
            summary: "This document.",
            answers: [(200, "The document.", "application/json", "Document")],
            isOpen: true
        ),
    ]

    /// Everything that can be asked for.
    static let all = ownOperations + sessionOperations + busOperations
}
