// SPDX-License-Identifier: MIT

import Bus
import GRDB

typealias ColumnValue = DatabaseValueConvertible & StatementColumnConvertible

// How the files of this folder run their statements: each is prepared once for a connection.
extension Database {
    /// Runs a statement; returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// The first column of the first row; `nil` where there is no row, or no value in it.
    func value<Value: ColumnValue>(_ sql: String, _ arguments: StatementArguments = []) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func values<Value: ColumnValue>(_ sql: String, _ arguments: StatementArguments = []) throws -> [Value] {
        try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The rows; each is valid until the next one is read.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
        try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The records; one that keeps its row is valid until the next one is read.
    func records<T: FetchableRecord>(_ sql: String, _ arguments: StatementArguments = []) throws -> RecordCursor<T> {
        try T.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }
}

/// Sequence numbers stay below 2^63; what is negative in a damaged file is read as zero.
extension SequenceNumber: DatabaseValueConvertible, StatementColumnConvertible {
    public init?(sqliteStatement: SQLiteStatement, index: CInt) {
        self.init(rawValue: UInt64(max(Int64(sqliteStatement: sqliteStatement, index: index), 0)))
    }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> SequenceNumber? {
        Int64.fromDatabaseValue(value).map { SequenceNumber(rawValue: UInt64(max($0, 0))) }
    }

    public var databaseValue: DatabaseValue { Int64(rawValue).databaseValue }
}
