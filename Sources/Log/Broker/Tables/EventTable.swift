// SPDX-License-Identifier: MIT

import Bus
import Foundation
import GRDB

/// The events as published, by sequence number, each with a checksum.
package enum EventTable {
    static let schema = """
        CREATE TABLE events (sequence INTEGER PRIMARY KEY, topic INTEGER NOT NULL, time INTEGER NOT NULL,
            body BLOB NOT NULL, checksum INTEGER);
        CREATE INDEX events_topic ON events (topic, sequence);
        """

    // MARK: Events

    static let byNumber = "SELECT \(StoredEvent.columns) FROM events WHERE sequence = ?"

    /// Reads the event with a sequence number; returns `nil` if it is missing.
    static func read<Value>(
        _ sequence: SequenceNumber,
        _ db: Database,
        _ body: (StoredEvent) throws -> Value
    ) throws -> Value? {
        let events: RecordCursor<StoredEvent> = try db.records(byNumber, [sequence])
        return try withExtendedLifetime(events) { try events.next().map(body) }
    }

    /// The events after a sequence number, in order or the newest first, with the names of their topics.
    static func events(
        after sequence: SequenceNumber = .zero,
        upTo last: SequenceNumber? = nil,
        isBackward: Bool = false,
        limit: Int = -1,
        _ db: Database
    ) throws -> RecordCursor<StoredEvent> {
        let sql = """
            SELECT \(StoredEvent.named) FROM events WHERE sequence > ? AND sequence <= ?
            ORDER BY sequence \(isBackward ? "DESC" : "ASC") LIMIT ?
            """
        return try db.records(sql, [sequence, last?.databaseValue ?? Int64.max.databaseValue, limit])
    }

    /// The events before one, the newest first, without the names of their topics; may be read while other events are.
    static func eventsBefore(_ sequence: SequenceNumber, limit: Int, _ db: Database) throws -> RecordCursor<StoredEvent>
    {
        try db.records(
            "SELECT \(StoredEvent.columns) FROM events WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
            [sequence, limit]
        )
    }

    /// Those of a kind or of a channel.
    package static func events(
        under prefix: TopicPrefix,
        after sequence: SequenceNumber,
        upTo last: SequenceNumber,
        limit: Int = -1,
        _ db: Database
    ) throws -> RecordCursor<StoredEvent> {
        let sql = """
            SELECT \(StoredEvent.named) FROM events
            WHERE sequence > ? AND sequence <= ? AND topic IN (SELECT id FROM topics WHERE channel >= ? AND channel < ?)
            ORDER BY sequence LIMIT ?
            """
        return try db.records(sql, [sequence, last, prefix.description, prefix.upperBound, limit])
    }

    // MARK: Sequence numbers and sizes

    /// An event without its body.
    struct Entry: FetchableRecord {
        static let columns = "sequence, topic, length(body)"

        let sequence: SequenceNumber
        let topic: Int64
        let size: Int

        init(row: Row) { (sequence, topic, size) = (row[0], row[1], row[2]) }
    }

    static func entries(after sequence: SequenceNumber, limit: Int, _ db: Database) throws -> RecordCursor<Entry> {
        try db.records(
            "SELECT \(Entry.columns) FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?",
            [sequence, limit]
        )
    }

    static func entries(ofTopic topic: Int64, limit: Int, _ db: Database) throws -> RecordCursor<Entry> {
        try db.records("SELECT \(Entry.columns) FROM events WHERE topic = ? ORDER BY sequence LIMIT ?", [topic, limit])
    }

    static func numbersOfTopic(isBackward: Bool) -> String {
        """
        SELECT sequence FROM events WHERE topic = ? AND sequence > ? AND sequence <= ?
        ORDER BY sequence \(isBackward ? "DESC" : "ASC") LIMIT ?
        """
    }

    static func numbers(
        ofTopic topic: Int64,
        after sequence: SequenceNumber,
        upTo last: SequenceNumber,
        isBackward: Bool,
        limit: Int,
        _ db: Database
    ) throws -> [SequenceNumber] {
        try db.values(numbersOfTopic(isBackward: isBackward), [topic, sequence, last, limit])
    }

    static func last(_ db: Database) throws -> SequenceNumber {
        try db.value("SELECT max(sequence) FROM events") ?? .zero
    }

    /// The sequence number of a topic's last stored event; zero for a topic without events.
    static func last(ofTopic topic: Int64, _ db: Database) throws -> SequenceNumber {
        try db.value("SELECT max(sequence) FROM events WHERE topic = ?", [topic]) ?? .zero
    }

    /// The same, of the events up to a place.
    static func last(ofTopic topic: Int64, upTo place: SequenceNumber, _ db: Database) throws -> SequenceNumber {
        try db.value("SELECT max(sequence) FROM events WHERE topic = ? AND sequence <= ?", [topic, place]) ?? .zero
    }

    static func size(of sequence: SequenceNumber, _ db: Database) throws -> Int {
        try db.value("SELECT length(body) FROM events WHERE sequence = ?", [sequence]) ?? 0
    }

    // MARK: Sums

    static func count(_ db: Database) throws -> Int { try db.value("SELECT count(*) FROM events") ?? 0 }

    static func count(after sequence: SequenceNumber, _ db: Database) throws -> Int {
        try db.value("SELECT count(*) FROM events WHERE sequence > ?", [sequence]) ?? 0
    }

    static func count(ofTopic topic: Int64, _ db: Database) throws -> Int {
        try db.value("SELECT count(*) FROM events WHERE topic = ?", [topic]) ?? 0
    }

    static func count(
        under prefixes: [TopicPrefix],
        after sequence: SequenceNumber,
        upTo last: SequenceNumber,
        _ db: Database
    ) throws -> Int {
        let conditions = prefixes.map { _ in "(channel >= ? AND channel < ?)" }.joined(separator: " OR ")
        let ends = StatementArguments(prefixes.flatMap { [$0.description, $0.upperBound] })
        let sql = """
            SELECT count(*) FROM topics JOIN events ON events.topic = topics.id
            WHERE (\(conditions)) AND sequence > ? AND sequence <= ?
            """
        return try db.value(sql, ends + [sequence, last]) ?? 0
    }

    static func countWithoutTopic(_ db: Database) throws -> Int {
        try db.value("SELECT count(*) FROM events LEFT JOIN topics ON topics.id = topic WHERE topics.id IS NULL") ?? 0
    }

    /// How many events a session has, and how many bytes their bodies.
    static func size(ofSession session: String, _ db: Database) throws -> (events: Int, bytes: Int) {
        let sql = """
            SELECT count(*), coalesce(sum(length(body)), 0) FROM events
            WHERE topic IN (SELECT id FROM topics WHERE session = ?)
            """
        return try db.row(sql, [session]).map { ($0[0], $0[1]) } ?? (0, 0)
    }

    /// How many events some channels have, how many bytes their bodies, and the first one that is not of one of the channels.
    static func size(
        ofChannels channels: [String],
        firstExcept channel: String,
        _ db: Database
    ) throws -> (events: Int, bytes: Int, first: SequenceNumber) {
        let sql = """
            SELECT count(*), coalesce(sum(length(body)), 0),
            coalesce(min(CASE WHEN channel <> ? THEN sequence END), 0)
            FROM topics JOIN events ON events.topic = topics.id
            WHERE channel IN (\(databaseQuestionMarks(count: channels.count)))
            """
        return try db.row(sql, StatementArguments([channel] + channels)).map { ($0[0], $0[1], $0[2]) } ?? (0, 0, .zero)
    }

    /// The last event of each topic that has one after a sequence number, and the latest time of one.
    static func activity(after sequence: SequenceNumber, _ db: Database) throws -> RecentActivity {
        let sql = """
            SELECT topic, session, max(sequence), max(time) FROM events JOIN topics ON topics.id = topic
            WHERE sequence > ? GROUP BY topic
            """
        var found = RecentActivity()
        let rows = try db.rows(sql, [sequence])
        while let row = try rows.next() { found.note(row[2], topic: row[0], session: row[1], milliseconds: row[3]) }
        return found
    }

    // MARK: Changes

    static func delete(_ range: ClosedRange<SequenceNumber>, ofTopic topic: Int64, _ db: Database) throws {
        try db.run(
            "DELETE FROM events WHERE topic = ? AND sequence BETWEEN ? AND ?",
            [topic, range.lowerBound, range.upperBound]
        )
    }

    static func rewrite(_ body: Data, at sequence: SequenceNumber, topic: Int64, _ db: Database) throws {
        let sum = body.withUnsafeBytes { StoredEvent.checksum($0, sequence, topic: topic) }
        try db.run("UPDATE events SET body = ?, checksum = ? WHERE sequence = ?", [body, sum, sequence])
    }

    /// What is done for each event that is appended.
    struct Writer {
        private let insertion: PreparedStatement
        private let deletion: PreparedStatement

        init(_ db: Database) throws {
            insertion = try PreparedStatement(
                "INSERT INTO events (sequence, topic, time, body, checksum) VALUES (?, ?, ?, ?, ?)",
                db
            )
            deletion = try PreparedStatement("DELETE FROM events WHERE sequence = ?", db)
        }

        func insert(_ sequence: SequenceNumber, topic: Int64, milliseconds: Int64, body: MessageBody) throws {
            insertion.bind(Int64(sequence.rawValue), at: 1)
            insertion.bind(topic, at: 2)
            insertion.bind(milliseconds, at: 3)
            insertion.bind(body.withUnsafeBytes { StoredEvent.checksum($0, sequence, topic: topic) }, at: 5)
            try insertion.binding(body, at: 4) { try insertion.run() }
        }

        /// Deletes an event; returns whether it was there.
        func delete(_ sequence: SequenceNumber) throws -> Bool {
            deletion.bind(Int64(sequence.rawValue), at: 1)
            return try deletion.runAndCheck()
        }
    }
}
