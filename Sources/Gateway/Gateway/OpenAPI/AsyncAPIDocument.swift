// SPDX-License-Identifier: MIT

import Bus
import Wire

/// The description of the bus, in AsyncAPI 3.0: the kinds of topics as channels, the operations of the broker as requests with
/// replies.
///
/// Made from the table of kinds, the schemas of the events' data, the operations, and the app's types of widgets.
struct AsyncAPIDocument {
    /// The document.
    let json: JSON

    /// - Parameter widgets: The names of the app's types of widgets.
    init(widgets: Set<String>) {
        var messages = JSONObject()
        var shapes: [Shape] = [.topicEvent]
        var channels = JSONObject()
        var operations = JSONObject()
        for kind in Topic.Kind.allCases {
            let own = kind.messages(widgets: widgets)
            shapes += own.map(\.data)
            let names = own.map { $0.name(of: kind) }
            for (name, message) in zip(names, own) { messages[name] = message.json(of: kind) }
            if own.isEmpty { messages[kind.rawValue] = Self.barrier }
            channels[kind.rawValue] = Self.channel(kind, own.isEmpty ? [kind.rawValue] : names)
            operations["publish-\(kind.rawValue)"] = [
                "action": "send", "channel": Self.reference("channels", kind.rawValue),
                "summary": .string("The broker publishes: \(kind.rules.summary)."),
            ]
        }
        channels["commands"] = [
            "address": "commands", "servers": [Self.reference("servers", "commands")],
            "description": "Frames: a correlation, a JSON header, and what the operation needs.",
            "messages": Self.references(Operation.allCases.map(\.rawValue)),
        ]
        channels["replies"] = [
            "address": .null, "servers": [Self.reference("servers", "commands")],
            "description": "Replies have the correlation of their command, and come in any order.",
            "messages": Self.references(Operation.allCases.map { "\($0.rawValue)-reply" } + ["error"]),
        ]
        for operation in Operation.allCases {
            let name = operation.rawValue
            messages[name] = Self.header(name, operation.summary, operation.frames.command, operation.header)
            messages["\(name)-reply"] = Self.header(
                "\(name)-reply",
                "The reply to `\(name)`.",
                operation.frames.reply,
                operation.reply
            )
            operations[name] = [
                "action": "receive", "channel": Self.reference("channels", "commands"),
                "summary": .string(operation.summary), "messages": [Self.message(name, in: "commands")],
                "reply": [
                    "channel": Self.reference("channels", "replies"),
                    "messages": [Self.message("\(name)-reply", in: "replies"), Self.message("error", in: "replies")],
                ],
            ]
        }
        messages["error"] = Self.header("error", "A command that failed.", nil, Operation.failure)
        let schemas = shapes.reduce(into: [String: JSON]()) { $0.merge($1.components) { first, _ in first } }
        json = [
            "asyncapi": "3.0.0",
            "info": [
                "title": "SearchBus bus", "version": "1", "license": ["name": "MIT"],
                "description": "Events are CloudEvents 1.0 over ZeroMQ; docs/protocol.md is the specification.",
            ],
            "defaultContentType": "application/json",
            "servers": [
                "commands": [
                    "host": "RUNTIME", "pathname": "/commands", "protocol": "zmq",
                    "description": "`ipc://RUNTIME/commands`: ROUTER; clients are DEALER.",
                ],
                "events": [
                    "host": "RUNTIME", "pathname": "/events", "protocol": "zmq",
                    "description": "`ipc://RUNTIME/events`: XPUB; clients are SUB.",
                ],
            ],
            "channels": .object(channels),
            "operations": .object(operations),
            "components": [
                "messages": .object(messages),
                "schemas": .object(JSONObject(schemas.sorted { $0.key < $1.key })),
            ],
        ]
    }

    /// What a client that waits for a barrier receives; it is not an event.
    private static let barrier: JSON = [
        "name": "echo", "summary": "A barrier.", "contentType": "application/json",
        "payload": Shape.object(["nonce": .text]).json,
    ]

    private static func channel(_ kind: Topic.Kind, _ messages: [String]) -> JSON {
        let rules = kind.rules
        var parameters = JSONObject([("component", ["description": .string(rules.component)])])
        if rules.hasSession { parameters["session"] = ["description": "The session."] }
        return [
            "address": .string("\(kind.rawValue)/{component}/\(rules.hasSession ? "{session}/" : "")"),
            "description": .string(
                "\(rules.summary). \(kind.isStored ? "Stored." : "Not stored.")"
                    + (rules.isReserved ? " Only the broker writes them." : "")
            ),
            "servers": [reference("servers", "events")],
            "parameters": .object(parameters),
            "messages": references(messages),
        ]
    }

    private static func header(
        _ name: String,
        _ summary: String,
        _ frames: String?,
        _ members: [Schema.Member]
    ) -> JSON {
        var message = JSONObject([
            ("name", .string(name)), ("summary", .string(summary)), ("contentType", "application/json"),
            ("payload", Shape(members: members).json),
        ])
        if let frames { message["description"] = .string("The payload is the header. \(frames)") }
        return .object(message)
    }

    private static func references(_ names: [String]) -> JSON {
        .object(JSONObject(names.map { ($0, ["$ref": .string("#/components/messages/\($0)")]) }))
    }

    private static func reference(_ part: String, _ name: String) -> JSON { ["$ref": .string("#/\(part)/\(name)")] }

    private static func message(_ name: String, in channel: String) -> JSON {
        ["$ref": .string("#/channels/\(channel)/messages/\(name)")]
    }
}

extension BusMessage {
    /// The name of the message in the document.
    fileprivate func name(of kind: Topic.Kind) -> String {
        let suffix = types[0].filter { $0 != "{" && $0 != "}" }
        return "\(kind.rawValue).\(types.count > 1 ? "event" : suffix)"
    }

    fileprivate func json(of kind: Topic.Kind) -> JSON {
        let names = types.map { "searchbus.\(kind.rawValue).\($0)" }
        let isAny = types.contains { $0.hasPrefix("{") }
        let type: Shape = isAny ? .text(matching: "^searchbus\\.\(kind.rawValue)\\.") : .words(names)
        var message = JSONObject([
            ("name", .string(names.joined(separator: ", "))), ("summary", .string(summary)),
            ("contentType", "application/json"),
            ("payload", ["allOf": [Shape.event.json, Shape.object(["type": type, "data": data]).json]]),
        ])
        if let component { message["description"] = .string("Only on \(kind.rawValue)/\(component)/.") }
        return .object(message)
    }
}
