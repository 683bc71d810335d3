// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB
import GRDBSQLite

extension Statement {
    /// Runs the statement and calls the closure with the integer in the first column of every row.
    ///
    /// A common word has tens of thousands of rows. Stepping through them with a GRDB cursor costs six times what SQLite
    /// itself needs for them, and was most of a search; hence these calls.
    ///
    /// - Throws: `DatabaseError` where SQLite fails. The statement can be used again either way.
    func forEachInteger(_ body: (Int64) -> Void) throws {
        let statement = sqliteStatement
        defer { sqlite3_reset(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                body(sqlite3_column_int64(statement, 0))
            case SQLITE_DONE:
                return
            case let code: throw failure(code)
            }
        }
    }

    /// Runs the statement with one integer, and lends the text and the bytes in the columns of its first row.
    ///
    /// A page of records runs it for each: a GRDB cursor costs several times what SQLite itself needs.
    ///
    /// - Returns: What the closure answers; `nil` where there is no row.
    /// - Throws: `DatabaseError` where SQLite fails; what the closure throws. The statement can be used again either way.
    func withRecord<Value>(
        _ argument: Int64,
        _ body: (String, UnsafeBufferPointer<UInt8>) throws -> Value
    ) throws -> Value? {
        let statement = sqliteStatement
        defer { sqlite3_reset(statement) }
        sqlite3_bind_int64(statement, 1, argument)
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
            guard let text = sqlite3_column_text(statement, 0) else { return nil }
            let bytes = sqlite3_column_blob(statement, 1)?.assumingMemoryBound(to: UInt8.self)
            let count = Int(sqlite3_column_bytes(statement, 1))
            return try body(String(cString: text), UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
        case SQLITE_DONE: return nil
        case let code: throw failure(code)
        }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        let message = sqlite3_db_handle(sqliteStatement).flatMap(sqlite3_errmsg).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
}
