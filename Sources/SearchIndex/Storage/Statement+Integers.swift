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
            case let code:
                let message = sqlite3_db_handle(statement).flatMap(sqlite3_errmsg).map { String(cString: $0) }
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
            }
        }
    }
}
