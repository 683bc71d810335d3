// SPDX-License-Identifier: MIT

import Wire

/// What went with a session.
public struct RemovedSession: Sendable, Hashable {
    public let session: String
    public let events: Int
    public let bytes: Int

    public init(session: String, events: Int, bytes: Int) {
        (self.session, self.events, self.bytes) = (session, events, bytes)
    }
}

extension RemovedSession: JSONConvertible {
    public init(json: JSON) throws {
        guard let events = json["events"]?.int, let bytes = json["bytes"]?.int else {
            throw JSONError("a deleted session lacks a number")
        }
        self.init(session: try json.requiredString("session"), events: events, bytes: bytes)
    }

    public var json: JSON {
        ["session": .string(session), "events": JSON(events), "bytes": JSON(bytes)]
    }
}

/// The data of an event on `bus/expired/`: sessions whose events were deleted.
public struct SessionsDeleted: JSONRecord {
    public static let topic = "bus/expired/"
    public static let eventType = "searchbus.bus.expired"

    public var sessions: [String] = []
    public var through = SequenceNumber.zero

    public init() {}

    public init(_ sessions: [String], through: SequenceNumber) { (self.sessions, self.through) = (sessions, through) }

    public static let fields: [RecordField<SessionsDeleted>] = [
        RecordField("sessions", \.sessions, "The sessions."),
        RecordField("through", \.through, "Up to this sequence number, events may be missing."),
    ]
}
