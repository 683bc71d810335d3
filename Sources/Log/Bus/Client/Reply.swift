// SPDX-License-Identifier: MIT

import Wire

/// The broker's answer to a command: a JSON header, then the frames of events.
struct Reply: Sendable {
    let header: JSON
    let frames: [[UInt8]]

    /// Reads the frames after the correlation frame.
    ///
    /// - Throws: The `SearchBusError` that the answer carries, or `JSONError`.
    init(frames: ArraySlice<[UInt8]>) throws {
        guard let first = frames.first else { throw JSONError("an answer has no header") }
        header = try JSON(parsing: first)
        self.frames = Array(frames.dropFirst())
        guard header["status"]?.string == "ok" else {
            throw try SearchBusError(json: try header.required("error"))
        }
    }

    func sequence(_ key: String) throws -> SequenceNumber {
        guard let sequence = SequenceNumber(try header.requiredString(key)) else {
            throw JSONError("`\(key)` is not a sequence number")
        }
        return sequence
    }

    /// What was claimed, by component.
    func claims() throws -> [String: ComponentClaim] {
        let members = try header.required("components").object?.members ?? []
        return try Dictionary(uniqueKeysWithValues: members.map { ($0.key, try ComponentClaim(json: $0.value)) })
    }

    /// The events, each of a topic frame and a body frame.
    func events() throws -> [Event] {
        guard frames.count.isMultiple(of: 2) else { throw JSONError("an answer lacks a frame") }
        return try stride(from: 0, to: frames.count, by: 2).map { index in
            try Event(topic: frames[index], body: frames[index + 1])
        }
    }
}

extension Event {
    /// Reads an event from its frames as they came.
    init(topic: [UInt8], body: [UInt8]) throws {
        try self.init(topic: Topic(parsing: String(decoding: topic, as: UTF8.self)), body: body)
    }
}

extension ComponentClaim: JSONConvertible {
    public init(json: JSON) throws {
        guard let cursor = SequenceNumber(try json.requiredString("sequence")),
            let incarnation = json["incarnation"]?.int
        else { throw JSONError("a claim lacks its cursor or its incarnation") }
        self.init(cursor: cursor, incarnation: incarnation, configuration: json["configuration"]?.string)
    }

    public var json: JSON {
        var object = JSONObject([
            ("sequence", .string(cursor.description)), ("incarnation", JSON(incarnation)),
        ])
        if let configuration { object["configuration"] = .string(configuration) }
        return .object(object)
    }
}

extension ReplayPage {
    /// Reads the answer to a replay.
    init(reply: Reply) throws {
        self.init(
            events: try reply.events(),
            through: try reply.sequence("through"),
            head: try reply.sequence("head"),
            epoch: try reply.header.requiredString("epoch"),
            trimmed: reply.header["trimmed"]?.string.flatMap { SequenceNumber($0) },
            diverged: reply.header["diverged"]?.string.flatMap { SequenceNumber($0) }
        )
    }
}
