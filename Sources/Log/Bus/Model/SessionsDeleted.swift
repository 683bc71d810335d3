// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

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
