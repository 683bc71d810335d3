// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

/// The tables of the log, and its state at the start.
///
/// * `events` holds each event as published, by sequence, with a checksum (`EventChecksum`); `events_topic`
///   finds the last of a topic.
/// * `topics` holds each topic with the place of its last event as of the place `lasts` in `meta`, and `sessions` each
///   session with its last event's time and place, as of the same place, and a digest of who began it: both are brought up to
///   date now and then, off the path of appends.
/// * `receipts` holds the ids that outsiders appended by topic, so that a repeat gets the first answer.
/// * `cursors` holds each component's place, with the append that moved it there; `components` who claimed it, and what it
///   folds with which configuration.
/// * `kept` holds the places of intents that outlived trimming, because their component has not folded them.
/// * `proposers` is there where brokers share a journal: the last entry of each that was carried out here.
/// * `meta` holds the epoch and marks that deletions must not lose; `lost` the stretches of places that were never used,
///   because their events may have been lost.
package enum LogSchema {
    static let version = 3
    /// What marks a SQLite file as a log of ours: “SBus”.
    static let applicationID = 0x5342_7573
    /// The size of a new log's pages, in bytes: larger ones make large events cheaper, and commits of small ones dearer.
    private static let pageSize = 8_192

    /// Creates the tables of an empty file, adds to a log what the version that wrote it did not have; refuses every other file.
    static func prepare(_ db: Database, epoch: String = Identifier.make(length: 16)) throws {
        let version = try checkOwner(db)
        // It holds for an empty file only.
        try db.execute(sql: "PRAGMA page_size = \(pageSize)")
        // Only now: it writes to the file.
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.transaction { db in
            if version == 0 { try create(db, epoch: epoch) }
            try LogMigration.addSessionEnds(db)
            try LogMigration.addCreators(db)
        }
    }

    /// The format of a file that is empty or a log of ours; refuses every other file, and leaves it as it is.
    package static func checkOwner(_ db: Database) throws -> Int {
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let isOurs =
            format == 0
            ? try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
            : try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID
        guard isOurs else {
            throw SearchBusError(
                .logCorrupt,
                "The file is a SQLite database of another program, no log.",
                remedy: "Move it away, or choose another data directory with --data."
            )
        }
        guard format == 0 || format == version else {
            throw SearchBusError(
                .logCorrupt,
                "The log has format \(format); this broker knows format \(version).",
                remedy: "Use the SearchBus version that made it, or move the data directory away."
            )
        }
        return format
    }

    /// Changes a log that no broker has open, in one transaction; it is one file, and on the disk afterwards.
    ///
    /// - Parameters:
    ///   - path: The log.
    ///   - settings: Statements that come before the transaction.
    ///   - body: The change.
    /// - Returns: What the change returns.
    /// - Throws: What the change throws; `SearchBusError` with `log-corrupt`, `storage-full`, `storage-failed`.
    package static func change<Value>(
        _ path: String,
        _ settings: String = "",
        _ body: (Database) throws -> Value
    ) throws -> Value {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        return try SearchBusError.storing(at: path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let value = try queue.inDatabase { db in
                guard try checkOwner(db) > 0 else { throw SearchBusError(.logCorrupt, "The log is empty.") }
                try prepare(db)
                try db.execute(sql: settings)
                let value = try db.transaction(body)
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
                return value
            }
            try queue.close()
            return value
        }
    }

    private static func create(_ db: Database, epoch: String) throws {
        try db.execute(
            sql: """
                CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                CREATE TABLE events (sequence INTEGER PRIMARY KEY, topic INTEGER NOT NULL, time INTEGER NOT NULL,
                    body BLOB NOT NULL, checksum INTEGER);
                CREATE INDEX events_topic ON events (topic, sequence);
                CREATE TABLE topics (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, session TEXT,
                    last INTEGER NOT NULL DEFAULT 0);
                CREATE INDEX topics_channel ON topics (channel, last);
                CREATE INDEX topics_session ON topics (session) WHERE session IS NOT NULL;
                CREATE TABLE sessions (name TEXT PRIMARY KEY, time INTEGER NOT NULL, last INTEGER NOT NULL DEFAULT 0,
                    creator INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
                CREATE INDEX sessions_time ON sessions (time);
                CREATE INDEX sessions_last ON sessions (last);
                CREATE INDEX sessions_creator ON sessions (creator, last);
                CREATE TABLE receipts (topic INTEGER NOT NULL, id TEXT NOT NULL, first INTEGER NOT NULL,
                    last INTEGER NOT NULL, time INTEGER NOT NULL, digest INTEGER, PRIMARY KEY (topic, id)) WITHOUT ROWID;
                CREATE INDEX receipts_last ON receipts (last);
                CREATE TABLE cursors (component TEXT PRIMARY KEY, sequence INTEGER NOT NULL, append TEXT NOT NULL,
                    first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE components (name TEXT PRIMARY KEY, incarnation INTEGER NOT NULL, nonce TEXT NOT NULL,
                    configuration TEXT, prefixes TEXT NOT NULL) WITHOUT ROWID;
                CREATE TABLE kept (sequence INTEGER PRIMARY KEY, topic INTEGER NOT NULL);
                CREATE TABLE lost (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
                PRAGMA user_version = \(version);
                PRAGMA application_id = \(applicationID);
                """
        )
        try write(epoch, to: .epoch, db)
    }

    /// The keys of `meta`.
    package enum Key: String {
        case epoch, head, trimmed, expired, questions, lasts, token, journal, outvoted, ages
        /// The place as of which `sessions` has last events; brokers before there were any leave it behind `lasts`.
        case sessionEnds
    }

    /// What a log says that begins with a journal: it has carried out nothing.
    static let journalStart = "0 0 -"

    /// Makes a log one that a journal makes from now on.
    package static func beginReplica(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS proposers
                    (name TEXT PRIMARY KEY, number INTEGER NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;
                INSERT OR IGNORE INTO meta (key, value) VALUES ('\(Key.journal.rawValue)', '\(journalStart)')
                """
        )
    }

    /// Makes a log one that orders by itself from now on.
    package static func endReplica(_ db: Database) throws {
        try db.execute(
            sql: """
                DROP TABLE IF EXISTS proposers;
                DELETE FROM meta WHERE key IN ('\(Key.journal.rawValue)', '\(Key.outvoted.rawValue)')
                """
        )
    }

    package static func write(_ value: String, to key: Key, _ db: Database) throws {
        let sql = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        try db.cachedStatement(sql: sql).execute(arguments: [key.rawValue, value])
    }

    /// Every component's cursor.
    static func cursors(_ db: Database) throws -> [String: SequenceNumber] {
        var cursors: [String: SequenceNumber] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT component, sequence FROM cursors")
        while let row = try rows.next() { cursors[row[0]] = SequenceNumber(rawValue: UInt64(row[1] as Int64)) }
        return cursors
    }

    /// Whether components have a cursor for each shard, as where machines share the log.
    static func hasShards(_ db: Database) throws -> Bool {
        try String.fetchAll(db, sql: "SELECT component FROM cursors WHERE component LIKE '%~%'")
            .contains { SessionShard.component(ofCursor: $0) != $0 }
    }

    package static func read(_ key: Key, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key.rawValue])
    }

    /// The token of the broker that has the log open, and the last sequence number.
    static func readIdentity(_ db: Database) throws -> (token: String, head: UInt64)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT (SELECT value FROM meta WHERE key = 'token'), (SELECT value FROM meta WHERE key = 'head'),
                (SELECT max(sequence) FROM events)
                """
        )
        return try Row.fetchOne(statement).map { row in
            let marked = (row[1] as String?).flatMap { SequenceNumber($0) } ?? .zero
            return (row[0] ?? "", max(marked.rawValue, UInt64((row[2] as Int64?) ?? 0)))
        }
    }

    /// What the log says of itself beside its events.
    package struct State {
        package let epoch: String
        package let head: SequenceNumber
        let trimmed: SequenceNumber
        let expired: SequenceNumber
        /// The sequence number up to which questions and answers may have been removed.
        let questions: SequenceNumber
        /// Up to where topics and sessions know their last events.
        let lasts: SequenceNumber
        /// What the last broker that opened the log wrote into it.
        let token: String
    }

    /// The epoch, the last sequence and the marks of what was deleted.
    package static func readState(_ db: Database) throws -> State {
        guard let epoch = try read(.epoch, db) else {
            throw SearchBusError(.logCorrupt, "The log has lost its identity.")
        }
        // Deletions may take the last event away, so the highest mark of all counts.
        let last = UInt64(try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM events") ?? 0)
        let marked = try read(.head, db).flatMap { SequenceNumber($0) } ?? .zero
        return State(
            epoch: epoch,
            head: SequenceNumber(rawValue: max(last, marked.rawValue)),
            trimmed: try read(.trimmed, db).flatMap { SequenceNumber($0) } ?? .zero,
            expired: try read(.expired, db).flatMap { SequenceNumber($0) } ?? .zero,
            questions: try read(.questions, db).flatMap { SequenceNumber($0) } ?? .zero,
            lasts: try read(.lasts, db).flatMap { SequenceNumber($0) } ?? .zero,
            token: try read(.token, db) ?? ""
        )
    }
}

extension SearchBusError {
    /// Runs a closure; a failure of SQLite gets its name of the catalogue.
    package static func storing<Value>(at path: String? = nil, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError { throw SearchBusError(storage: error, path: path) }
    }

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

extension Database {
    /// Runs a closure in a transaction; other connections do not write meanwhile.
    func transaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        var value: Value?
        try inTransaction(.immediate) {
            value = try body(self)
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }
}
