// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB

/// Converts logs of earlier formats.
///
/// Of the first one, what was acknowledged stays: events, cursors, and receipts as long as their events are there. A receipt of then says
/// nothing of what its event held, so any repeat of its id under the same topic is taken for one. The store of filter states
/// has become a part of the state store, which begins where the log ends: what intents meant was carried out already.
enum LogMigration {
    /// Gives events a place for their checksum; those that are there have none.
    static func addChecksums(_ db: Database) throws {
        try db.execute(
            sql: "ALTER TABLE events ADD COLUMN checksum INTEGER; PRAGMA user_version = \(LogSchema.version)"
        )
    }

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
        let lasts = try LogSchema.read(.lasts, db) ?? ""
        guard try LogSchema.read(.sessionEnds, db) ?? "" != lasts else { return }
        try db.execute(
            sql: """
                UPDATE sessions SET last = max(last, coalesce(
                    (SELECT max(topics.last) FROM topics WHERE topics.session = sessions.name), 0))
                """
        )
        try LogSchema.write(lasts, to: .sessionEnds, db)
    }

    /// Gives sessions a digest of who began them, in the caller's transaction; of those that are there nobody knows it.
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

    /// Converts a log of the first format in the caller's transaction, but for the checksums.
    static func convert(_ db: Database) throws {
        try db.execute(
            sql: """
                DROP INDEX topics_channel;
                DROP INDEX topics_session;
                DROP INDEX receipts_last;
                ALTER TABLE topics RENAME TO old_topics;
                ALTER TABLE receipts RENAME TO old_receipts;
                """
        )
        try db.execute(sql: LogSchema.tables)
        try db.execute(
            sql: """
                INSERT INTO topics (id, name, channel, session) SELECT id, name, channel, session FROM old_topics;
                INSERT OR IGNORE INTO receipts (topic, id, first, last, time)
                    SELECT topic, id, first, last, time FROM old_receipts
                    JOIN events ON sequence BETWEEN first AND last
                    WHERE first = last OR json_extract(CAST(body AS TEXT), '$.id') = id;
                DROP TABLE old_topics;
                DROP TABLE old_receipts;
                UPDATE topics SET last = coalesce((SELECT max(sequence) FROM events WHERE topic = topics.id), 0);
                INSERT INTO sessions (name, time)
                    SELECT session, coalesce(max(time), 0) FROM topics LEFT JOIN events ON sequence = last
                    WHERE session IS NOT NULL GROUP BY session;
                DELETE FROM cursors WHERE component = 'filters';
                INSERT OR REPLACE INTO cursors (component, sequence, append, first, last)
                    SELECT 'state', coalesce(max(sequence), 0), 'converted', 0, 0 FROM events;
                INSERT OR REPLACE INTO meta (key, value)
                    SELECT 'lasts', printf('%020d', coalesce(max(sequence), 0)) FROM events;
                """
        )
    }
}
