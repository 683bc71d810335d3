// SPDX-License-Identifier: MIT

import Wire

/// An event to append: everything but its sequence number, which the broker assigns.
public struct EventDraft: Sendable, Hashable {
    public let topic: Topic
    public let id: String
    public let source: String
    public let type: String
    /// RFC 3339; the broker fills in its own clock where this is `nil`.
    public let time: String?
    public let correlationID: String?
    public let causationID: String?
    /// The trace that the event belongs to, if its first sender had one.
    public let traceParent: TraceParent?
    /// How long before `time` its sender received the event that caused it, in microseconds.
    public let received: Int?
    /// How long before `time` its sender began to work on that, in microseconds.
    public let began: Int?
    /// The data as JSON text.
    public let data: [UInt8]

    public init(
        topic: Topic,
        id: String,
        source: String,
        type: String,
        time: String? = nil,
        correlationID: String? = nil,
        causationID: String? = nil,
        traceParent: TraceParent? = nil,
        received: Int? = nil,
        began: Int? = nil,
        data: [UInt8]
    ) {
        self.topic = topic
        self.id = id
        self.source = source
        self.type = type
        self.time = time
        self.correlationID = correlationID
        self.causationID = causationID
        self.traceParent = traceParent
        self.received = received
        self.began = began
        self.data = data
    }

    /// The attributes as they go to the broker.
    public var attributes: [UInt8] {
        var object = JSONObject([("id", .string(id)), ("source", .string(source)), ("type", .string(type))])
        if let time { object["time"] = .string(time) }
        if let correlationID { object["correlationid"] = .string(correlationID) }
        if let causationID { object["causationid"] = .string(causationID) }
        if let traceParent { object[TraceParent.name] = .string(traceParent.description) }
        if let received { object["received"] = JSON(received) }
        if let began { object["began"] = JSON(began) }
        return JSON.object(object).bytes
    }
}
