// SPDX-License-Identifier: MIT

import Bus
import GRDB

/// Each session with its last event's time and sequence number, as of `lasts` in `meta`, and a digest of who began it.
enum SessionTable {
    static let schema = """
        CREATE TABLE sessions (name TEXT PRIMARY KEY, time INTEGER NOT NULL, last INTEGER NOT NULL DEFAULT 0,
            creator INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
        CREATE INDEX sessions_time ON sessions (time);
        CREATE INDEX sessions_last ON sessions (last);
        CREATE INDEX sessions_creator ON sessions (creator, last);
        """

    static func count(_ db: Database) throws -> Int { try db.value("SELECT count(*) FROM sessions") ?? 0 }

    /// When a session had its last event, in milliseconds since 1970.
    static func time(of session: String, _ db: Database) throws -> Int64? {
        try db.value("SELECT time FROM sessions WHERE name = ?", [session])
    }

    static func latest(_ limit: Int, _ db: Database) throws -> [String: Int64] {
        var times: [String: Int64] = [:]
        let rows = try db.rows("SELECT name, time FROM sessions ORDER BY time DESC LIMIT ?", [limit])
        while let row = try rows.next() { times[row[0]] = row[1] }
        return times
    }

    static func delete(_ session: String, _ db: Database) throws {
        try db.run("DELETE FROM sessions WHERE name = ?", [session])
    }

    // MARK: Idle sessions, the longest idle first

    static func idle(since moment: Timestamp, limit: Int, _ db: Database) throws -> [String] {
        try db.values(
            "SELECT name FROM sessions WHERE time < ? ORDER BY time, name LIMIT ?",
            [moment.microseconds / 1000, limit]
        )
    }

    static func idle(through sequence: SequenceNumber, limit: Int, _ db: Database) throws -> [String] {
        try db.values("SELECT name FROM sessions WHERE last <= ? ORDER BY last, name LIMIT ?", [sequence, limit])
    }

    static func idle(
        through sequence: SequenceNumber,
        creator: Int64,
        limit: Int,
        _ db: Database
    ) throws -> [String] {
        try db.values(
            "SELECT name FROM sessions WHERE creator = ? AND last <= ? ORDER BY last, name LIMIT ?",
            [creator, sequence, limit]
        )
    }

    /// The known creator with the most sessions, how many it has, and how many there are.
    static func largestCreator(_ db: Database) throws -> (creator: Int64, sessions: Int, all: Int)? {
        let sql = """
            SELECT creator, count(*), (SELECT count(*) FROM sessions) FROM sessions
            WHERE creator <> 0 GROUP BY creator ORDER BY 2 DESC, 1 LIMIT 1
            """
        return try db.row(sql).map { ($0[0], $0[1], $0[2]) }
    }

    /// What is done for a session's first event, and for many events together.
    struct Writer {
        private let noting: PreparedStatement
        private let beginning: PreparedStatement

        init(_ db: Database) throws {
            noting = try PreparedStatement(
                """
                INSERT INTO sessions (name, time, last) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET time = max(time, excluded.time), last = max(last, excluded.last)
                """,
                db
            )
            beginning = try PreparedStatement(
                "INSERT OR IGNORE INTO sessions (name, time, last, creator) VALUES (?, ?, ?, ?)",
                db
            )
        }

        /// Writes the time and the sequence number of a session's last event.
        func note(_ session: String, milliseconds: Int64, last: SequenceNumber) throws {
            noting.bind(milliseconds, at: 2)
            noting.bind(Int64(last.rawValue), at: 3)
            try noting.binding(session, at: 1) { try noting.run() }
        }

        /// Writes who began a session, where it is new.
        func begin(_ session: String, creator: Int64, milliseconds: Int64, at sequence: SequenceNumber) throws {
            beginning.bind(milliseconds, at: 2)
            beginning.bind(Int64(sequence.rawValue), at: 3)
            beginning.bind(creator, at: 4)
            try beginning.binding(session, at: 1) { try beginning.run() }
        }
    }
}
