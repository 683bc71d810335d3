// SPDX-License-Identifier: MIT

import Bus
import GRDB

/// The log's epoch, and marks that deletions must not lose.
package enum MetaTable {
    static let schema = "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"

    package enum Key: String {
        case epoch, head, trimmed, expired, questions, lasts, token, journal, outvoted, ages
        /// The place as of which `sessions` has last events; brokers before there were any leave it behind `lasts`.
        case sessionEnds
    }

    package static func read(_ key: Key, _ db: Database) throws -> String? {
        try db.value("SELECT value FROM meta WHERE key = ?", [key.rawValue])
    }

    /// A mark; zero if it was never written.
    static func mark(_ key: Key, _ db: Database) throws -> SequenceNumber {
        try read(key, db).flatMap { SequenceNumber($0) } ?? .zero
    }

    package static func write(_ value: String, to key: Key, _ db: Database) throws {
        try db.run(
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [key.rawValue, value]
        )
    }

    static func write(_ mark: SequenceNumber, to key: Key, _ db: Database) throws {
        try write(mark.description, to: key, db)
    }

    static func delete(_ key: Key, _ db: Database) throws {
        try db.run("DELETE FROM meta WHERE key = ?", [key.rawValue])
    }

    /// Writes to the file without changing its content.
    static func touch(_ db: Database) throws {
        try db.run("UPDATE meta SET value = value WHERE key = ?", [Key.epoch.rawValue])
    }
}
