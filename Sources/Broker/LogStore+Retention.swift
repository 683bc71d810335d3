// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

extension LogStore {
    /// How many events one step of trimming looks at; few, so that appends hardly wait.
    private static let trimStep = 64

    /// The bytes that the log's content takes in its file.
    func usedBytes() throws -> Int {
        try queue.inDatabase { db in
            func pragma(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            return try (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
        }
    }

    /// How many events are on the log, roughly: what is between its marks.
    var approximateCount: Int { Int(head.rawValue - trimmed.rawValue) }

    /// Takes a few of the oldest events away, except those that are the last of their topic.
    ///
    /// - Returns: Whether there was anything to look at.
    func trim() throws -> Bool {
        do {
            return try queue.inDatabase { db in
                var isAtEnd = true
                try db.inTransaction(.immediate) {
                    isAtEnd = try trim(db) == 0
                    return .commit
                }
                return !isAtEnd
            }
        } catch let error as DatabaseError {
            forget()
            throw SearchBusError(storage: error)
        }
    }

    private func trim(_ db: Database) throws -> Int {
        let rows = try Row.fetchAll(
            try db.cachedStatement(
                sql: "SELECT sequence, topic FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?"
            ),
            arguments: [trimmed.databaseValue, Self.trimStep]
        )
        guard let last = rows.last else { return 0 }
        let lastOfTopic = try db.cachedStatement(sql: "SELECT max(sequence) FROM events WHERE topic = ?")
        let deletion = try db.cachedStatement(sql: "DELETE FROM events WHERE sequence = ?")
        for row in rows {
            let sequence: Int64 = row[0]
            let newest = try Int64.fetchOne(lastOfTopic, arguments: [row[1] as Int64])
            if newest != sequence { try deletion.execute(arguments: [sequence]) }
        }
        trimmed = SequenceNumber(rawValue: UInt64(last[0] as Int64))
        try LogSchema.write(trimmed.description, to: .trimmed, db)
        return rows.count
    }

    /// Takes away every event of a few sessions in which nothing has happened since a moment.
    ///
    /// - Returns: The sessions that are gone.
    func expireSessions(idleSince moment: Timestamp, limit: Int = 20) throws -> [String] {
        do {
            return try queue.inDatabase { db in
                var expired: [String] = []
                try db.inTransaction(.immediate) {
                    expired = try idleSessions(since: moment, limit: limit, db)
                    guard !expired.isEmpty else { return .commit }
                    let last = try expired.map { try lastSequence(of: $0, db) }.max() ?? .zero
                    for session in expired { try delete(session, db) }
                    self.expired = max(self.expired, last)
                    try LogSchema.write(self.expired.description, to: .expired, db)
                    try LogSchema.write(head.description, to: .head, db)
                    return .commit
                }
                if !expired.isEmpty { forgetTopics() }
                return expired
            }
        } catch let error as DatabaseError {
            forget()
            throw SearchBusError(storage: error)
        }
    }

    private func idleSessions(since moment: Timestamp, limit: Int, _ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT session FROM (
                    SELECT session, max((SELECT max(sequence) FROM events WHERE topic = topics.id)) AS last
                    FROM topics WHERE session IS NOT NULL GROUP BY session
                ) LEFT JOIN events ON sequence = last
                WHERE coalesce(time, 0) < ? LIMIT ?
                """,
            arguments: [moment.microseconds / 1000, limit]
        )
    }

    private func lastSequence(of session: String, _ db: Database) throws -> SequenceNumber {
        let last = try Int64.fetchOne(
            db,
            sql: "SELECT max(sequence) FROM events WHERE topic IN (SELECT id FROM topics WHERE session = ?)",
            arguments: [session]
        )
        return SequenceNumber(rawValue: UInt64(last ?? 0))
    }

    private func delete(_ session: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM events WHERE topic IN (SELECT id FROM topics WHERE session = ?)",
            arguments: [session]
        )
        try db.execute(
            sql: "DELETE FROM receipts WHERE topic IN (SELECT id FROM topics WHERE session = ?)",
            arguments: [session]
        )
        try db.execute(sql: "DELETE FROM topics WHERE session = ?", arguments: [session])
    }
}
