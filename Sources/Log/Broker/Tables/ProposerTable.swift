// SPDX-License-Identifier: MIT

import Bus
import GRDB

/// The last entry of each broker that was carried out here; there where brokers share a journal.
package enum ProposerTable {
    static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS proposers
                    (name TEXT PRIMARY KEY, number INTEGER NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID
                """
        )
    }

    static func drop(_ db: Database) throws { try db.execute(sql: "DROP TABLE IF EXISTS proposers") }

    package static func numbers(_ db: Database) throws -> [String: UInt64] {
        var numbers: [String: UInt64] = [:]
        let rows = try db.rows("SELECT name, number FROM proposers")
        while let row = try rows.next() { numbers[row[0]] = row[1] }
        return numbers
    }

    package static func note(_ name: String, number: UInt64, milliseconds: Int64, _ db: Database) throws {
        let sql = """
            INSERT INTO proposers (name, number, time) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET number = excluded.number, time = excluded.time
            """
        try db.run(sql, [name, Int64(number), milliseconds])
    }

    package static func delete(before milliseconds: Int64, _ db: Database) throws {
        try db.run("DELETE FROM proposers WHERE time < ?", [milliseconds])
    }
}
