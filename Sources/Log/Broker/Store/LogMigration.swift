// SPDX-License-Identifier: MIT

import GRDB

/// Adds what logs of version 0.1.0 got while its format stayed the same.
enum LogMigration {
    /// Gives sessions the places of their last events, in the caller's transaction, where a broker that does not know them
    /// has written the log last.
    ///
    /// Such a broker may also write the log afterwards: nothing that it needs is changed.
    static func addSessionEnds(_ db: Database) throws {
        if try !db.columns(in: "sessions").contains(where: { $0.name == "last" }) {
            try db.execute(
                sql: """
                    ALTER TABLE sessions ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
                    CREATE INDEX sessions_last ON sessions (last);
                    DROP INDEX IF EXISTS receipts_time;
                    CREATE INDEX receipts_last ON receipts (last);
                    """
            )
        }
        let lasts = try MetaTable.read(.lasts, db) ?? ""
        guard try MetaTable.read(.sessionEnds, db) ?? "" != lasts else { return }
        try db.execute(
            sql: """
                UPDATE sessions SET last = max(last, coalesce(
                    (SELECT max(topics.last) FROM topics WHERE topics.session = sessions.name), 0))
                """
        )
        try MetaTable.write(lasts, to: .sessionEnds, db)
    }

    /// Gives sessions a digest of who began them, in the caller's transaction; for existing ones it is unknown.
    ///
    /// A broker that does not know them may also write the log afterwards.
    static func addCreators(_ db: Database) throws {
        guard try !db.columns(in: "sessions").contains(where: { $0.name == "creator" }) else { return }
        try db.execute(
            sql: """
                ALTER TABLE sessions ADD COLUMN creator INTEGER NOT NULL DEFAULT 0;
                CREATE INDEX sessions_creator ON sessions (creator, last);
                """
        )
    }
}
