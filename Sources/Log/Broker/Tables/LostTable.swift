// SPDX-License-Identifier: MIT

import Bus
import GRDB

/// A range of sequence numbers without an event in this log: theirs were lost.
struct LostPlaces: Hashable {
    let first: SequenceNumber
    let last: SequenceNumber
}

/// The sequence numbers that were never used, because their events may have been lost.
enum LostTable {
    static let schema = "CREATE TABLE lost (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);"

    static func all(_ db: Database) throws -> [LostPlaces] {
        try Array(db.rows("SELECT first, last FROM lost ORDER BY first").map { LostPlaces(first: $0[0], last: $0[1]) })
    }

    static func write(_ places: LostPlaces, _ db: Database) throws {
        try db.run("INSERT OR REPLACE INTO lost (first, last) VALUES (?, ?)", [places.first, places.last])
    }
}
