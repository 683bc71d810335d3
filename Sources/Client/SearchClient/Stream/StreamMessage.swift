// SPDX-License-Identifier: MIT

import Wire

/// A message of a session's stream, decoded from one of its events.
enum StreamMessage: Sendable, Hashable {
    /// These views replace all stored ones.
    case reset([String: JSON])
    /// A widget's view, or a further page of its hits, is replaced by this one.
    case view(String, JSON)
    /// The app is the one of this revision, and these components have views; `nil` if the gateway does not list them.
    case app(revision: String, views: Set<String>?)
    /// These components have no running process.
    case health(silent: [String], components: [String])
    /// The stream ends, for this reason.
    case notice(SearchBusError)
    /// A heartbeat, or an unknown event.
    case other

    /// Reads an event.
    ///
    /// - Throws: `JSONError` for data that do not match the event's name.
    init(_ event: ServerSentEvent) throws {
        switch event.name {
        case "reset":
            let views = try Self.json(event).required("views")
            guard let object = views.object else { throw JSONError("`views` is not an object") }
            self = .reset(Dictionary(object.members.map { ($0.key, $0.value) }) { $1 })
        case "view":
            let json = try Self.json(event)
            let parts = try json.requiredString("topic").split(separator: "/")
            guard parts.count == 3, parts[0] == "view" else { throw JSONError("`topic` is not that of a view") }
            self = .view(String(parts[1]), try json.required("event")["data"] ?? .null)
        case "app":
            let json = try Self.json(event)
            let views = try json["views"].map { _ in Set(try json.strings("views")) }
            self = .app(revision: try json.requiredString("revision"), views: views)
        case "health":
            let json = try Self.json(event)
            self = .health(silent: try json.strings("silent"), components: try json.strings("components"))
        case "notice": self = .notice(try SearchBusError(json: Self.json(event)))
        default: self = .other
        }
    }

    /// The members of an event's data; their size is limited already.
    private static func json(_ event: ServerSentEvent) throws -> JSON {
        try JSON(parsing: event.data, limits: JSONLimits(depth: 512, values: .max))
    }
}
