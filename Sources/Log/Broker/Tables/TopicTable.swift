// SPDX-License-Identifier: MIT

import Bus
import GRDB

/// A topic in a row of its table.
struct StoredTopic: FetchableRecord {
    static let columns = "id, name, last"

    let id: Int64
    let name: String
    /// The sequence number of its last event, as of `lasts` in `meta`.
    let last: SequenceNumber

    init(row: Row) { (id, name, last) = (row[0], row[1], row[2]) }

    init(id: Int64, name: String, last: SequenceNumber) { (self.id, self.name, self.last) = (id, name, last) }
}

/// Each topic with the sequence number of its last event as of `lasts` in `meta`; brought up to date now and then, off the path of
/// appends.
enum TopicTable {
    static let schema = """
        CREATE TABLE topics (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, session TEXT,
            last INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX topics_channel ON topics (channel, last);
        CREATE INDEX topics_session ON topics (session) WHERE session IS NOT NULL;
        """

    // MARK: One topic

    static func insert(_ topic: Topic, named name: String, _ db: Database) throws -> Int64 {
        try db.run(
            "INSERT INTO topics (name, channel, session) VALUES (?, ?, ?)",
            [name, topic.channel, topic.session]
        )
        return db.lastInsertedRowID
    }

    static func id(named name: String, _ db: Database) throws -> Int64? {
        try db.value("SELECT id FROM topics WHERE name = ?", [name])
    }

    /// The name of a topic; `nil` where its session was deleted.
    static func name(of id: Int64, _ db: Database) throws -> String? {
        try db.value("SELECT name FROM topics WHERE id = ?", [id]).flatMap { SessionRemovals.holds($0) ? nil : $0 }
    }

    static func delete(_ id: Int64, _ db: Database) throws { try db.run("DELETE FROM topics WHERE id = ?", [id]) }

    // MARK: Several topics

    static func ofSessions(count: Int) -> String {
        "SELECT \(StoredTopic.columns) FROM topics WHERE session IN (\(databaseQuestionMarks(count: count)))"
    }

    static func topics(ofSessions sessions: [String], _ db: Database) throws -> RecordCursor<StoredTopic> {
        try db.records(ofSessions(count: sessions.count), StatementArguments(sessions))
    }

    static func topics(under prefix: TopicPrefix, _ db: Database) throws -> RecordCursor<StoredTopic> {
        try db.records(
            "SELECT \(StoredTopic.columns) FROM topics WHERE name >= ? AND name < ?",
            [prefix.description, prefix.upperBound]
        )
    }

    /// The topics of a channel whose last event is in a range, by it.
    static func topics(
        ofChannel channel: String,
        after sequence: SequenceNumber,
        before end: SequenceNumber,
        limit: Int,
        _ db: Database
    ) throws -> RecordCursor<StoredTopic> {
        let sql = """
            SELECT \(StoredTopic.columns) FROM topics WHERE channel = ? AND last > ? AND last < ? ORDER BY last LIMIT ?
            """
        return try db.records(sql, [channel, sequence, end, limit])
    }

    static func channel(after channel: String, before end: String, _ db: Database) throws -> String? {
        try db.value("SELECT min(channel) FROM topics WHERE channel > ? AND channel < ?", [channel, end])
    }

    static func count(after sequence: SequenceNumber, _ db: Database) throws -> Int {
        try db.value("SELECT count(*) FROM topics WHERE last > ?", [sequence]) ?? 0
    }

    // MARK: Sessions

    static func hasSession(_ session: String, _ db: Database) throws -> Bool {
        try db.value("SELECT EXISTS (SELECT 1 FROM topics WHERE session = ?)", [session]) ?? false
    }

    static func sessionCount(_ db: Database) throws -> Int {
        try db.value("SELECT count(DISTINCT session) FROM topics") ?? 0
    }

    /// Takes a topic out of its session, under a hidden name.
    static func hide(_ topic: SessionRemovals.Leaving, _ db: Database) throws {
        let channel = topic.isQuestion ? SessionRemovals.questionChannel : SessionRemovals.channel
        try db.run(
            "UPDATE topics SET name = ?, channel = ?, session = NULL, last = 0 WHERE id = ?",
            ["\(SessionRemovals.prefix)\(topic.topic)", channel, topic.topic]
        )
    }

    /// The topics that an earlier broker has hidden.
    static func hidden(_ db: Database) throws -> [SessionRemovals.Leaving] {
        let rows = try db.rows(
            "SELECT id, channel FROM topics WHERE channel IN (?, ?) ORDER BY id",
            [SessionRemovals.channel, SessionRemovals.questionChannel]
        )
        return try Array(
            rows.map { row in
                let isQuestion = row[1] == SessionRemovals.questionChannel
                return SessionRemovals.Leaving(topic: row[0], isQuestion: isQuestion, session: nil)
            }
        )
    }

    /// What is done for many events together.
    struct Writer {
        private let noting: PreparedStatement

        init(_ db: Database) throws { noting = try PreparedStatement("UPDATE topics SET last = ? WHERE id = ?", db) }

        /// Writes the sequence number of a topic's last event.
        func note(_ last: SequenceNumber, ofTopic id: Int64) throws {
            noting.bind(Int64(last.rawValue), at: 1)
            noting.bind(id, at: 2)
            try noting.run()
        }
    }
}
