// SPDX-License-Identifier: MIT

import Wire

/// What a client asks the broker for.
public enum Command: Sendable, Hashable {
    /// The id is what an append with moves is known by; without moves it is not sent.
    case append([EventDraft], id: String, moving: [CursorMove])
    case replay(ReplayQuery)
    case latest(LatestQuery)
    case cursor(component: String)
    case claim([String], nonce: String)
    case expire(sessions: [String])

    /// The frames after the correlation frame: a JSON header, then what the operation needs.
    public var frames: [[UInt8]] {
        switch self {
        case .append(let events, let id, let moves):
            var header = JSONObject([
                Self.op(.append), ("topics", .array(events.map { .string($0.topic.description) })),
            ])
            if !moves.isEmpty {
                header["append"] = .string(id)
                header["moves"] = .array(moves.map(\.json))
            }
            return [JSON.object(header).bytes] + events.flatMap { [$0.attributes, $0.data] }
        case .replay(let query):
            var header = Command.header(
                .replay,
                prefixes: query.prefixes,
                sessions: query.session.map { [$0] } ?? [],
                after: query.after,
                limit: query.limit
            )
            if let before = query.before { header["before"] = .string(before.description) }
            if query.isBackward { header["backwards"] = .bool(true) }
            if !query.filter.isEmpty { header["filter"] = .string(query.filter.description) }
            return [JSON.object(header).bytes]
        case .latest(let query):
            var header = Command.header(
                .latest,
                prefixes: query.prefixes,
                sessions: query.sessions,
                after: query.after,
                limit: query.limit
            )
            if let through = query.through { header["through"] = .string(through.description) }
            return [JSON.object(header).bytes]
        case .cursor(let component):
            return [JSON.object(JSONObject([Self.op(.cursor), ("component", .string(component))])).bytes]
        case .claim(let components, let nonce):
            return [
                JSON.object(
                    JSONObject([
                        Self.op(.claim), ("components", .array(components.map { .string($0) })),
                        ("nonce", .string(nonce)),
                    ])
                ).bytes
            ]
        case .expire(let sessions):
            return [JSON.object(JSONObject([Self.op(.expire), ("sessions", JSON(sessions))])).bytes]
        }
    }

    private static func op(_ operation: Operation) -> (String, JSON) { ("op", .string(operation.rawValue)) }

    private static func header(
        _ operation: Operation,
        prefixes: [TopicPrefix],
        sessions: [String],
        after: SequenceNumber,
        limit: Int
    ) -> JSONObject {
        var header = JSONObject([
            Self.op(operation),
            ("topics", .array(prefixes.map { .string($0.description) })),
            ("after", .string(after.description)),
            ("limit", JSON(limit)),
        ])
        switch sessions.count {
        case 0: break
        case 1: header["session"] = .string(sessions[0])
        default: header["sessions"] = .array(sessions.map { .string($0) })
        }
        return header
    }
}

extension CursorMove: JSONConvertible {
    public init(json: JSON) throws {
        func sequence(_ key: String) throws -> SequenceNumber {
            guard let value = SequenceNumber(try json.requiredString(key)) else {
                throw JSONError("`\(key)` is not a sequence number")
            }
            return value
        }
        self.init(
            component: try json.requiredString("component"),
            from: try sequence("from"),
            to: try sequence("to"),
            folded: json["folded"]?.int ?? 0,
            prefixes: try json.strings("prefixes").map(TopicPrefix.init(parsing:)),
            incarnation: json["incarnation"]?.int ?? 0,
            configuration: json["configuration"]?.string
        )
    }

    public var json: JSON {
        var object = JSONObject([
            ("component", .string(component)),
            ("from", .string(from.description)),
            ("to", .string(to.description)),
            ("folded", JSON(folded)),
            ("prefixes", .array(prefixes.map { .string($0.description) })),
            ("incarnation", JSON(incarnation)),
        ])
        if let configuration { object["configuration"] = .string(configuration) }
        return .object(object)
    }
}
