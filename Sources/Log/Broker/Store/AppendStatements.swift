// SPDX-License-Identifier: MIT

import GRDB
import GRDBSQLite

/// The statements of an append, and of what is noted of many: what the log does tens of thousands of times a second.
final class AppendStatements {
    private let connection: OpaquePointer
    private let begin: PreparedStatement
    private let commit: PreparedStatement
    private let rollback: PreparedStatement
    let events: EventTable.Writer
    let receipts: ReceiptTable.Writer
    let components: ComponentTable.Writer
    let topics: TopicTable.Writer
    let sessions: SessionTable.Writer

    init(_ db: Database) throws {
        guard let connection = db.sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the log is closed")
        }
        self.connection = connection
        begin = try PreparedStatement("BEGIN IMMEDIATE", db)
        commit = try PreparedStatement("COMMIT", db)
        rollback = try PreparedStatement("ROLLBACK", db)
        events = try EventTable.Writer(db)
        receipts = try ReceiptTable.Writer(db)
        components = try ComponentTable.Writer(db)
        topics = try TopicTable.Writer(db)
        sessions = try SessionTable.Writer(db)
    }

    /// Runs a body in a transaction; where it fails, nothing of it stays.
    func transaction(_ body: () throws -> Void) throws {
        try begin.run()
        do {
            try body()
            try commit.run()
        } catch {
            // SQLite has rolled back by itself after some failures, such as a full disk.
            if sqlite3_get_autocommit(connection) == 0 { try? rollback.run() }
            throw error
        }
    }
}
