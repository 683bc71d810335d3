// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB

/// How much of a log is one session's.
struct SessionSize: Sendable, Hashable {
    let events: Int
    /// The bodies of the events alone.
    let bytes: Int

    /// Reads it; `nil` for a session of which the log has nothing.
    ///
    /// - Throws: `DatabaseError`.
    init?(of session: String, _ db: Database) throws {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*), coalesce(sum(length(body)), 0) FROM events
                WHERE topic IN (SELECT id FROM topics WHERE session = ?)
                """,
            arguments: [session]
        )
        guard let row, row[0] as Int > 0 else { return nil }
        (events, bytes) = (row[0], row[1])
    }
}
