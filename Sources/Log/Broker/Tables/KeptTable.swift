// SPDX-License-Identifier: MIT

import Bus
import GRDB

/// The intents that outlived trimming, because their component has not folded them.
enum KeptTable {
    static let schema = "CREATE TABLE kept (sequence INTEGER PRIMARY KEY, topic INTEGER NOT NULL);"

    static func insert(_ sequence: SequenceNumber, topic: Int64, _ db: Database) throws {
        try db.run("INSERT OR IGNORE INTO kept (sequence, topic) VALUES (?, ?)", [sequence, topic])
    }

    static func intents(
        after sequence: SequenceNumber,
        limit: Int,
        _ db: Database
    ) throws -> [(sequence: SequenceNumber, topic: Int64)] {
        let sql = "SELECT sequence, topic FROM kept WHERE sequence > ? ORDER BY sequence LIMIT ?"
        return try Array(db.rows(sql, [sequence, limit]).map { ($0[0], $0[1]) })
    }

    static func delete(_ sequence: SequenceNumber, _ db: Database) throws {
        try db.run("DELETE FROM kept WHERE sequence = ?", [sequence])
    }

    static func delete(_ range: ClosedRange<SequenceNumber>, ofTopic topic: Int64, _ db: Database) throws {
        try db.run(
            "DELETE FROM kept WHERE topic = ? AND sequence BETWEEN ? AND ?",
            [topic, range.lowerBound, range.upperBound]
        )
    }
}
