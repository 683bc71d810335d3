// SPDX-License-Identifier: MIT

import Bus
import GRDB
import GRDBSQLite

/// A statement of the append path, prepared once and run with plain numbers and bytes.
///
/// GRDB's own statements box and copy each argument and prepare each BEGIN and COMMIT again, which is a third of what an
/// append costs. Belongs to the thread of the database, which must outlive it.
final class PreparedStatement {
    private let statement: OpaquePointer
    private let connection: OpaquePointer

    /// Prepares a statement.
    ///
    /// - Throws: `DatabaseError` for SQL that the database does not understand.
    init(_ sql: String, _ db: Database) throws {
        guard let connection = db.sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the log is closed")
        }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw PreparedStatement.failure(code, connection) }
        self.connection = connection
        self.statement = statement
    }

    deinit { sqlite3_finalize(statement) }

    private static func failure(_ code: CInt, _ connection: OpaquePointer) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(connection))
        )
    }

    /// Sets a number, counted from 1; it holds until it is set again.
    func bind(_ value: Int64, at place: CInt) {
        sqlite3_bind_int64(statement, place, value)
    }

    /// Sets a text, counted from 1, and runs a body that runs the statement; then the text is forgotten.
    func binding<Value>(_ text: String, at place: CInt, _ body: () throws -> Value) rethrows -> Value {
        var text = text
        return try text.withUTF8 { bytes in
            // Without a destructor SQLite does not copy: the bytes stay until the body has run.
            _ = bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(statement, place, $0.baseAddress, CInt($0.count), nil)
            }
            return try body()
        }
    }

    /// Sets bytes, counted from 1, and runs a body that runs the statement; then the bytes are forgotten.
    func binding<Value>(_ blob: MessageBody, at place: CInt, _ body: () throws -> Value) rethrows -> Value {
        try blob.withUnsafeBytes { bytes in
            sqlite3_bind_blob64(statement, place, bytes.baseAddress, UInt64(bytes.count), nil)
            return try body()
        }
    }

    /// Runs the statement to its end.
    ///
    /// - Throws: `DatabaseError`, whose code says whether the disk is full.
    func run() throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw PreparedStatement.failure(code, connection) }
    }

    func runAndCheck() throws -> Bool {
        try run()
        return sqlite3_changes(connection) > 0
    }

    /// Runs the statement and hands its first row, if there is one, to a body.
    func first<Value>(_ read: (PreparedStatement) throws -> Value) throws -> Value? {
        defer { sqlite3_reset(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return try read(self)
        case SQLITE_DONE: return nil
        case let code: throw PreparedStatement.failure(code, connection)
        }
    }

    /// The number in a column of the current row; `nil` for NULL.
    func number(_ column: CInt) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : sqlite3_column_int64(statement, column)
    }
}
