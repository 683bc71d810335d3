// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a client asks the broker for.
public enum Command: Sendable, Hashable {
    case append([EventDraft], CursorMove?)
    case replay(ReplayQuery)
    case latest(LatestQuery)
    case cursor(component: String)
    case echo(nonce: String)

    /// The frames after the correlation frame: a JSON header, then what the operation needs.
    public var frames: [[UInt8]] {
        switch self {
        case .append(let events, let cursor):
            var header = JSONObject([
                ("op", "append"), ("topics", .array(events.map { .string($0.topic.description) })),
            ])
            if let cursor { header["cursor"] = cursor.json }
            return [JSON.object(header).bytes] + events.flatMap { [$0.attributes, $0.data] }
        case .replay(let query):
            return [
                Command.header(
                    "replay",
                    prefixes: query.prefixes,
                    session: query.session,
                    after: query.after,
                    limit: query.limit
                )
            ]
        case .latest(let query):
            return [
                Command.header(
                    "latest",
                    prefixes: query.prefixes,
                    session: query.session,
                    after: query.after,
                    limit: query.limit
                )
            ]
        case .cursor(let component):
            return [JSON.object(JSONObject([("op", "cursor"), ("component", .string(component))])).bytes]
        case .echo(let nonce):
            return [JSON.object(JSONObject([("op", "echo"), ("nonce", .string(nonce))])).bytes]
        }
    }

    private static func header(
        _ operation: JSON,
        prefixes: [TopicPrefix],
        session: String?,
        after: SequenceNumber,
        limit: Int
    ) -> [UInt8] {
        var header = JSONObject([
            ("op", operation),
            ("topics", .array(prefixes.map { .string($0.description) })),
            ("after", .string(after.description)),
            ("limit", JSON(limit)),
        ])
        if let session { header["session"] = .string(session) }
        return JSON.object(header).bytes
    }
}

extension CursorMove: JSONConvertible {
    public init(json: JSON) throws {
        func sequence(_ key: String) throws -> SequenceNumber {
            guard let value = SequenceNumber(try json.requiredString(key)) else {
                throw JSONError("`\(key)` is no sequence number")
            }
            return value
        }
        self.init(
            component: try json.requiredString("component"),
            from: try sequence("from"),
            to: try sequence("to"),
            appendID: try json.requiredString("append"),
            folded: json["folded"]?.int ?? 0,
            prefixes: try json.strings("prefixes").map(TopicPrefix.init(parsing:))
        )
    }

    public var json: JSON {
        [
            "component": .string(component),
            "from": .string(from.description),
            "to": .string(to.description),
            "append": .string(appendID),
            "folded": JSON(folded),
            "prefixes": .array(prefixes.map { .string($0.description) }),
        ]
    }
}
