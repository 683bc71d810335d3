// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a session's stream says, read from one of its events.
enum StreamMessage: Sendable, Hashable {
    /// Everything that is held is replaced by these views.
    case reset([String: JSON])
    /// A widget's view, or a further page of its hits, is now this one.
    case view(String, JSON)
    /// The app is the one of this revision.
    case app(revision: String)
    /// Nobody is at work for these components.
    case health(silent: [String], components: [String])
    /// The stream ends, for this reason.
    case notice(SearchBusError)
    /// A sign of life, or something that this version does not know.
    case other

    /// Reads an event.
    ///
    /// - Throws: `JSONError` for data that are not what the event's name says.
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
        case "app": self = .app(revision: try Self.json(event).requiredString("revision"))
        case "health":
            let json = try Self.json(event)
            self = .health(silent: try json.strings("silent"), components: try json.strings("components"))
        case "notice": self = .notice(try SearchBusError(json: Self.json(event)))
        default: self = .other
        }
    }

    /// What an event's data say; how much that may be is limited in bytes already.
    private static func json(_ event: ServerSentEvent) throws -> JSON {
        try JSON(parsing: event.data, limits: JSONLimits(depth: 512, values: .max))
    }
}
