// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

extension LogStore {
    /// Takes every event of a few sessions away in which nothing has happened since a moment, the longest idle first.
    ///
    /// - Parameters:
    ///   - moment: Since when.
    ///   - limit: How many sessions at the most; few, so that appends hardly wait.
    /// - Returns: The sessions that are gone.
    /// - Throws: `SearchBusError` where the disk fails.
    func expireSessions(idleSince moment: Timestamp, limit: Int = 20) throws -> [String] {
        try writing { db in
            // The rows have to tell who is idle.
            try writeActivity(db)
            let sessions = try String.fetchAll(
                try db.cachedStatement(sql: "SELECT name FROM sessions WHERE time < ? ORDER BY time LIMIT ?"),
                arguments: [moment.microseconds / 1000, limit]
            )
            guard !sessions.isEmpty else { return [] }
            for session in sessions { try delete(session, db) }
            try LogSchema.write(expired.description, to: .expired, db)
            // Deletions may take the last event away.
            try LogSchema.write(head.description, to: .head, db)
            forgetTopics()
            return sessions
        }
    }

    /// Takes every event of these sessions away, whenever they were used.
    ///
    /// - Returns: What went; nothing of a session that the log does not have.
    /// - Throws: `SearchBusError` where the disk fails; every session is there then.
    func removeSessions(_ sessions: [String]) throws -> [RemovedSession] {
        try writing { db in
            try writeActivity(db)
            let removed = try sessions.compactMap { session -> RemovedSession? in
                guard let size = try SessionSize(of: session, db) else { return nil }
                try delete(session, db)
                return RemovedSession(session: session, events: size.events, bytes: size.bytes)
            }
            guard !removed.isEmpty else { return [] }
            try LogSchema.write(expired.description, to: .expired, db)
            // Deletions may take the last event away.
            try LogSchema.write(head.description, to: .head, db)
            forgetTopics()
            return removed
        }
    }

    private func delete(_ session: String, _ db: Database) throws {
        let last = try Int64.fetchOne(db, sql: "SELECT max(last) FROM topics WHERE session = ?", arguments: [session])
        expired = max(expired, SequenceNumber(rawValue: UInt64(last ?? 0)))
        try forgetQuestions(of: session, db)
        for table in ["events", "receipts", "kept"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE topic IN (SELECT id FROM topics WHERE session = ?)",
                arguments: [session]
            )
            if table == "events" { eventCount -= db.changesCount }
        }
        try db.execute(sql: "DELETE FROM topics WHERE session = ?", arguments: [session])
        try db.execute(sql: "DELETE FROM sessions WHERE name = ?", arguments: [session])
    }
}
