// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// What a log says of itself at one moment.
public struct LogFacts: JSONRecord {
    public var epoch = ""
    public var head = SequenceNumber.zero
    public var trimmed = SequenceNumber.zero
    public var events = 0
    public var sessions = 0
    public var format = 0
    public var cursors: [String: SequenceNumber] = [:]

    public static let fields: [Field] = [
        Field("epoch", \.epoch, "The identity of the log."), Field("head", \.head, "The last sequence number."),
        Field("trimmed", \.trimmed, "Events up to here may have been removed."),
        Field("events", \.events, schema: .count, "How many events there are."),
        Field("sessions", \.sessions, schema: .count, "Of how many sessions."),
        Field("format", \.format, schema: .count, "The format of the file."),
        Field("cursors", \.cursors, "How far each component has folded."),
    ]

    public init() {}

    public init(
        epoch: String,
        head: SequenceNumber,
        trimmed: SequenceNumber,
        events: Int,
        sessions: Int,
        cursors: [String: SequenceNumber],
        format: Int
    ) {
        (self.epoch, self.head, self.trimmed) = (epoch, head, trimmed)
        (self.events, self.sessions, self.cursors, self.format) = (events, sessions, cursors, format)
    }

    /// Reads what a log says.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt` for a file that is not a log, or of a newer version.
    init(_ db: Database) throws {
        format = try LogSchema.checkOwner(db)
        guard format > 0 else { throw SearchBusError(.logCorrupt, "The log is empty.") }
        let state = try LogSchema.readState(db)
        (epoch, head) = (state.epoch, state.head)
        trimmed = max(state.trimmed, state.expired)
        events = try EventTable.count(db)
        sessions = try TopicTable.sessionCount(db)
        cursors = try ComponentTable.cursors(db)
    }
}
