// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The shapes of what is sent and received, as JSON Schema.
enum OpenAPISchemas {
    /// A reference to one of the schemas.
    static func reference(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }

    /// The schemas by name.
    static let json = JSON.object(JSONObject(primitives + sessions + events + system))

    private static func list(of schema: JSON) -> JSON { ["type": "array", "items": schema] }

    private static func object(_ properties: [(String, JSON)], required: [String]? = nil) -> JSON {
        [
            "type": "object", "properties": .object(JSONObject(properties)),
            "required": JSON(required ?? properties.map(\.0)),
        ]
    }

    private static let string: JSON = ["type": "string"]
    private static let number: JSON = ["type": "number"]
    private static let integer: JSON = ["type": "integer"]
    private static let anyObject: JSON = ["type": "object"]
    private static let place: JSON = reference("Sequence")

    private static let primitives: [(String, JSON)] = [
        ("Empty", ["type": "object", "description": "`{}`"]),
        ("Text", string),
        ("Document", anyObject),
        ("Session", ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"]),
        ("Sequence", ["type": "string", "pattern": "^[0-9]{1,20}$", "description": "A place on the log; 20 digits."]),
        (
            "EventStream",
            ["type": "string", "description": "Server-sent events, each with one JSON object as its data."]
        ),
        ("Health", object([("status", string)])),
        ("Link", object([("url", string)])),
        ("IndexReceipt", object([("index", string), ("sequence", place)])),
        (
            "WidgetType",
            object(
                [
                    ("type", string), ("summary", string), ("place", string), ("connections", list(of: string)),
                    ("parameters", anyObject), ("intents", anyObject), ("view", anyObject),
                ],
                required: ["type", "summary", "place", "connections", "parameters", "intents"]
            )
        ),
        ("WidgetTypes", object([("types", list(of: reference("WidgetType")))])),
        (
            "Problem",
            object([
                ("type", string), ("title", string), ("status", integer), ("detail", string),
                ("code", ["type": "string", "enum": .array(ErrorCode.allCases.map { .string($0.rawValue) })]),
                ("remedy", string),
            ])
        ),
    ]

    private static let sessions: [(String, JSON)] = [
        ("SessionReference", object([("session", reference("Session"))])),
        (
            "NewSession",
            object(
                [
                    ("session", reference("Session")),
                    (
                        "link",
                        [
                            "type": "string", "maxLength": JSON(SessionLink.sizeLimit),
                            "description": "The query of a permalink, such as `?q=lamp`.",
                        ]
                    ),
                ],
                required: []
            )
        ),
        (
            "SessionState",
            object([
                ("session", reference("Session")), ("epoch", string), ("sequence", place),
                (
                    "views",
                    [
                        "type": "object", "additionalProperties": ["type": ["object", "null"]],
                        "description":
                            "Views by widget; `session` is the session's own, and `NAME.NUMBER` a further page of NAME.",
                    ]
                ),
            ])
        ),
        (
            "Intent",
            object(
                [
                    ("id", ["type": "string", "pattern": "^[A-Za-z0-9_.:-]{1,128}$"]),
                    ("to", ["type": "string", "description": "A searcher, a filter state, a widget or `session`."]),
                    ("type", ["type": "string", "pattern": "^[a-z][a-z0-9-]{0,63}$"]), ("data", anyObject),
                ],
                required: ["to", "type"]
            )
        ),
        (
            "Intents",
            [
                "oneOf": [
                    reference("Intent"),
                    object([
                        ("intents", ["type": "array", "items": reference("Intent"), "minItems": 1, "maxItems": 100])
                    ]),
                ]
            ]
        ),
        (
            "Search",
            object(
                [
                    ("searcher", string), ("query", string), ("index", string),
                    ("page", ["type": "integer", "minimum": 0]),
                    ("hitsPerPage", ["type": "integer", "minimum": 1, "maximum": 1000]),
                    ("filters", ["type": ["object", "array"], "description": "A filter state, or its groups."]),
                    (
                        "baseFilters",
                        ["type": ["object", "array"], "description": "The same; all is counted under them."]
                    ),
                    ("facets", list(of: ["type": ["string", "object"]])), ("stats", list(of: string)),
                    ("attributesToRetrieve", list(of: string)), ("parameters", anyObject),
                ],
                required: ["searcher"]
            )
        ),
        (
            "Searches",
            [
                "oneOf": [
                    reference("Search"),
                    object([
                        (
                            "requests",
                            [
                                "type": "array", "items": reference("Search"), "minItems": 1,
                                "maxItems": JSON(OneOffSearch.limit),
                            ]
                        )
                    ]),
                ]
            ]
        ),
        (
            "SearchAnswer",
            [
                "type": "object",
                "description": "The data of a `results/` event; of several, `results` with one or an `error` for each.",
            ]
        ),
        (
            "IntentReceipts",
            object(
                [
                    (
                        "intents",
                        list(
                            of: object(
                                [("id", string), ("sequence", place), ("outcome", reference("Outcome"))],
                                required: ["id", "sequence"]
                            )
                        )
                    ),
                    (
                        "notice",
                        object([("code", string), ("message", string), ("remedy", string)])
                    ),
                ],
                required: ["intents"]
            )
        ),
        (
            "Outcome",
            object(
                [
                    ("result", ["type": "string", "enum": ["applied", "unchanged", "rejected"]]), ("code", string),
                    ("message", string), ("remedy", string),
                ],
                required: ["result"]
            )
        ),
    ]

    private static let events: [(String, JSON)] = [
        (
            "Event",
            object(
                [
                    ("specversion", ["const": "1.0"]), ("id", string), ("source", string), ("type", string),
                    ("subject", string), ("time", ["type": "string", "format": "date-time"]),
                    ("datacontenttype", string), ("sequence", place), ("previous", place), ("epoch", string),
                    ("correlationid", string), ("causationid", string), ("data", [:]),
                ],
                required: ["specversion", "id", "source", "type", "data"]
            )
        ),
        ("TopicEvent", object([("topic", string), ("event", reference("Event"))])),
        (
            "LogPart",
            object([
                ("events", list(of: reference("TopicEvent"))), ("from", place), ("through", place), ("head", place),
                ("more", ["type": "boolean"]), ("trimmed", ["type": "boolean"]),
            ])
        ),
    ]

    private static let named = object([("name", string)])

    private static let system: [(String, JSON)] = [
        (
            "App",
            object(
                [
                    ("name", string), ("epoch", string), ("revision", string),
                    ("console", object([("title", string), ("subtitle", string)], required: ["title"])),
                    ("searchers", list(of: named)), ("filterStates", list(of: named)), ("widgets", list(of: named)),
                ],
                required: ["name", "epoch", "revision", "searchers", "filterStates", "widgets"]
            )
        ),
        (
            "Process",
            object(
                [
                    ("name", string), ("role", string), ("component", ["type": ["string", "null"]]),
                    ("pid", ["type": ["integer", "null"]]),
                    (
                        "health",
                        ["type": "string", "enum": ["starting", "running", "silent", "backoff", "failed", "stopped"]]
                    ),
                    ("silenceSeconds", number), ("cursor", ["type": ["string", "null"]]), ("lag", integer),
                    ("eventsPerSecond", number), ("turnsPerSecond", number),
                    (
                        "turnMicros",
                        ["type": ["object", "null"], "properties": ["p50": number, "p99": number]]
                    ),
                    ("memoryBytes", ["type": ["integer", "null"]]), ("uptimeSeconds", ["type": ["number", "null"]]),
                    ("restarts", integer), ("reads", list(of: string)), ("writes", list(of: string)),
                ],
                required: ["name", "role", "health", "lag", "restarts", "reads", "writes"]
            )
        ),
        (
            "Status",
            object([
                ("epoch", string), ("head", place), ("time", string), ("processes", list(of: reference("Process"))),
                ("log", ["type": ["object", "null"]]),
            ])
        ),
    ]
}
