// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

/// What a log says of itself at one moment.
public struct LogFacts: Sendable, Hashable {
    /// The identity of the log.
    public let epoch: String
    /// The last place.
    public let head: SequenceNumber
    /// Events up to here may have been removed.
    public let trimmed: SequenceNumber
    /// How many events there are, and of how many sessions.
    public let events: Int
    public let sessions: Int
    /// How far each component has folded.
    public let cursors: [String: SequenceNumber]
    /// The format of the file.
    public let format: Int

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
        events = try Int.fetchOne(db, sql: "SELECT count(*) FROM events") ?? 0
        sessions = try Int.fetchOne(db, sql: "SELECT count(DISTINCT session) FROM topics") ?? 0
        var cursors: [String: SequenceNumber] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT component, sequence FROM cursors")
        while let row = try rows.next() { cursors[row[0]] = SequenceNumber(rawValue: UInt64(row[1] as Int64)) }
        self.cursors = cursors
    }
}

extension LogFacts: JSONConvertible {
    public init(json: JSON) throws {
        func place(_ key: String) throws -> SequenceNumber {
            guard let place = SequenceNumber(try json.requiredString(key)) else {
                throw JSONError("`\(key)` is not a sequence number")
            }
            return place
        }
        func count(_ key: String) throws -> Int {
            guard let count = json[key]?.int, count >= 0 else { throw JSONError("`\(key)` is not a count") }
            return count
        }
        let cursors = try (json.required("cursors").object?.members ?? []).map { member in
            guard let place = member.value.string.flatMap({ SequenceNumber($0) }) else {
                throw JSONError("a cursor is not a sequence number")
            }
            return (member.key, place)
        }
        self.init(
            epoch: try json.requiredString("epoch"),
            head: try place("head"),
            trimmed: try place("trimmed"),
            events: try count("events"),
            sessions: try count("sessions"),
            cursors: Dictionary(cursors) { first, _ in first },
            format: try count("format")
        )
    }

    public var json: JSON {
        [
            "epoch": .string(epoch), "head": .string(head.description), "trimmed": .string(trimmed.description),
            "events": JSON(events), "sessions": JSON(sessions), "format": JSON(format),
            "cursors": .object(
                JSONObject(cursors.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.description)) })
            ),
        ]
    }
}
