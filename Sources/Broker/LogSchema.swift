// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

/// The tables of the log, and its state at the start.
///
/// * `events` holds each event as it was published, by sequence; `events_topic` finds the last of a topic.
/// * `receipts` holds the ids that outsiders appended, so that a repeat gets the first answer.
/// * `cursors` holds each component's place, with the append that moved it there.
/// * `meta` holds the epoch, the format, and marks that deletions must not lose.
enum LogSchema {
    private static let version = 1

    /// Makes the tables of an empty file; refuses a file of another format.
    static func prepare(_ db: Database) throws {
        switch try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 {
        case 0:
            try db.inTransaction(.immediate) {
                try create(db)
                return .commit
            }
        case version: break
        case let other:
            throw SearchBusError(
                .logCorrupt,
                "The log has format \(other); this broker knows format \(version).",
                remedy: "Use the SearchBus version that made it, or move the data directory away."
            )
        }
    }

    private static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                CREATE TABLE topics (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, session TEXT);
                CREATE INDEX topics_channel ON topics (channel);
                CREATE INDEX topics_session ON topics (session) WHERE session IS NOT NULL;
                CREATE TABLE events (sequence INTEGER PRIMARY KEY, topic INTEGER NOT NULL, time INTEGER NOT NULL,
                    body BLOB NOT NULL);
                CREATE INDEX events_topic ON events (topic, sequence);
                CREATE TABLE receipts (id TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
                CREATE INDEX receipts_last ON receipts (last);
                CREATE TABLE cursors (component TEXT PRIMARY KEY, sequence INTEGER NOT NULL, append TEXT NOT NULL,
                    first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
                PRAGMA user_version = \(version);
                """
        )
        try write(Identifier.make(length: 16), to: .epoch, db)
    }

    /// The keys of `meta`.
    enum Key: String {
        case epoch, head, trimmed, expired
    }

    static func write(_ value: String, to key: Key, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """,
            arguments: [key.rawValue, value]
        )
    }

    private static func read(_ key: Key, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key.rawValue])
    }

    /// What the log says of itself beside its events.
    struct State {
        let epoch: String
        let head: SequenceNumber
        let trimmed: SequenceNumber
        let expired: SequenceNumber
    }

    /// The epoch, the last sequence and the marks of what was deleted.
    static func readState(_ db: Database) throws -> State {
        guard let epoch = try read(.epoch, db) else {
            throw SearchBusError(.logCorrupt, "The log has lost its identity.")
        }
        // Deletions may take the last event away, so the highest mark of all counts.
        let last = UInt64(try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM events") ?? 0)
        let cursor = UInt64(try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM cursors") ?? 0)
        let marked = try read(.head, db).flatMap { SequenceNumber($0) } ?? .zero
        return State(
            epoch: epoch,
            head: SequenceNumber(rawValue: max(last, cursor, marked.rawValue)),
            trimmed: try read(.trimmed, db).flatMap { SequenceNumber($0) } ?? .zero,
            expired: try read(.expired, db).flatMap { SequenceNumber($0) } ?? .zero
        )
    }
}

extension SearchBusError {
    /// What a failure of SQLite is called in the catalogue.
    init(storage error: DatabaseError, path: String? = nil) {
        let place = path.map { " (\($0))" } ?? ""
        let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.storageFull, "The disk is full\(place).")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.logCorrupt, "The log is damaged\(place): \(reason).")
        default:
            self.init(.storageFailed, "The log cannot be used\(place): \(reason).")
        }
    }
}
