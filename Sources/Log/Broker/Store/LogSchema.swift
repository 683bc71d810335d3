// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// The tables of the log, and its state at the start.
///
/// Each table is a file in the folder Tables, with its statements.
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
    /// The settings are statements that come before the transaction. Fails as the change does, and with `log-corrupt`,
    /// `storage-full` or `storage-failed`.
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
        let tables = [
            MetaTable.schema, EventTable.schema, TopicTable.schema, SessionTable.schema, ReceiptTable.schema,
            ComponentTable.schema, KeptTable.schema, LostTable.schema,
        ]
        for schema in tables { try db.execute(sql: schema) }
        try db.execute(sql: "PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID)")
        try MetaTable.write(epoch, to: .epoch, db)
    }

    /// What a log says that begins with a journal: it has carried out nothing.
    static let journalStart = "0 0 -"

    /// Makes a log one that a journal makes from now on.
    package static func beginReplica(_ db: Database) throws {
        try ProposerTable.create(db)
        if try MetaTable.read(.journal, db) == nil { try MetaTable.write(journalStart, to: .journal, db) }
    }

    /// Makes a log one that orders by itself from now on.
    package static func endReplica(_ db: Database) throws {
        try ProposerTable.drop(db)
        for key in [MetaTable.Key.journal, .outvoted] { try MetaTable.delete(key, db) }
    }

    /// The last sequence number given: deletions may take the last event away, so the higher mark counts.
    package static func head(_ db: Database) throws -> SequenceNumber {
        max(try EventTable.last(db), try MetaTable.mark(.head, db))
    }

    /// What the log says of itself beside its events.
    package struct State {
        package let epoch: String
        package let head: SequenceNumber
        let trimmed: SequenceNumber
        let expired: SequenceNumber
        /// Up to where topics and sessions know their last events.
        let lasts: SequenceNumber
        /// What the last broker that opened the log wrote into it.
        let token: String
    }

    /// The epoch, the last sequence and the marks of what was deleted.
    package static func readState(_ db: Database) throws -> State {
        guard let epoch = try MetaTable.read(.epoch, db) else {
            throw SearchBusError(.logCorrupt, "The log has lost its identity.")
        }
        return State(
            epoch: epoch,
            head: try head(db),
            trimmed: try MetaTable.mark(.trimmed, db),
            expired: try MetaTable.mark(.expired, db),
            lasts: try MetaTable.mark(.lasts, db),
            token: try MetaTable.read(.token, db) ?? ""
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
