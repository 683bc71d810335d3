// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import GRDB
import Wire
import ZeroMQ

/// Reads what a log has of sessions, while a broker writes to it or none does.
///
/// Each query is answered by itself, quickly: none holds a read transaction.
public final class SessionLog {
    /// A session, as far as its events tell.
    public struct Summary: Sendable, Hashable {
        public let name: String
        /// When it had its last event.
        public let lastActivity: Timestamp
        /// How many events it has, and how many bytes these.
        public let events: Int
        public let bytes: Int
    }

    /// What a session has under one topic.
    public struct TopicSummary: Sendable, Hashable {
        public let topic: String
        public let events: Int
        /// When it had its last event.
        public let lastActivity: Timestamp
        /// The last event.
        public let body: [UInt8]
    }

    /// The maximum number of events of a page, and the number of bytes after which it is closed.
    private static let pageEvents = 500
    private static let pageBytes = 1 << 20
    /// The maximum number of topics of a page.
    private static let pageTopics = 16

    private let queue: DatabaseQueue
    private let path: String

    /// Opens the log of a data directory.
    ///
    /// - Throws: `SearchBusError` where there is none, or one that cannot be read.
    public init(dataDirectory: String) throws {
        path = "\(dataDirectory)/log.sqlite"
        guard access(path, F_OK) == 0 else {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "There is no log in \(dataDirectory): its app was never started.",
                remedy: "Name the app file with --app, or the data directory with --data."
            )
        }
        queue = try HeldDatabase.open(path)
        guard try reading(LogSchema.checkOwner) > 0 else {
            throw SearchBusError(.logCorrupt, "The log is empty.", remedy: "Start the app: `searchbus up`.")
        }
    }

    /// The sessions that were used last, the latest first, and how many there are in all.
    public func sessions(limit: Int) throws -> (sessions: [Summary], total: Int) {
        let (names, total) = try reading { db in
            var times: [String: Int64] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT name, time FROM sessions ORDER BY time DESC LIMIT ?",
                arguments: [limit]
            )
            while let row = try rows.next() { times[row[0]] = row[1] }
            let recent = try recentActivity(db)
            for (name, time) in recent { times[name] = max(times[name] ?? time, time) }
            let known = try Int.fetchOne(db, sql: "SELECT count(*) FROM sessions") ?? 0
            let new = try recent.keys.reduce(0) { count, name in try count + (isKnown(name, db) ? 0 : 1) }
            let latest = times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit)
            return (latest, known + new)
        }
        return (try names.compactMap { try summary(of: $0.key, time: $0.value) }, total)
    }

    /// One session.
    ///
    /// - Throws: `SearchBusError` with `unknown-session` where the log has nothing of it.
    public func session(_ name: String) throws -> Summary {
        let time = try reading { db in
            let known = try Int64.fetchOne(db, sql: "SELECT time FROM sessions WHERE name = ?", arguments: [name])
            return max(known ?? 0, try recentActivity(db)[name] ?? 0)
        }
        guard Name.isValid(name), time > 0, let summary = try summary(of: name, time: time) else {
            throw SearchBusError(
                .unknownSession,
                "The log has no session `\(name.prefix(80))`.",
                remedy: "`searchbus session list` shows the existing ones."
            )
        }
        return summary
    }

    /// The topics of a session, by name, a page at a time.
    public func topics(of session: String, after name: String = "") throws -> [TopicSummary] {
        try reading { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT id, name FROM topics WHERE session = ? AND name > ? ORDER BY name LIMIT ?",
                arguments: [session, name, Self.pageTopics]
            )
            return try rows.compactMap { row in
                let count = try Int.fetchOne(
                    db,
                    sql: "SELECT count(*) FROM events WHERE topic = ?",
                    arguments: [row[0] as Int64]
                )
                let last = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT \(EventChecksum.columns), time FROM events WHERE topic = ? ORDER BY sequence DESC LIMIT 1
                        """,
                    arguments: [row[0] as Int64]
                )
                guard let count, let last else { return nil }
                return TopicSummary(
                    topic: row[1],
                    events: count,
                    lastActivity: Timestamp(microseconds: (last[4] as Int64) * 1000),
                    body: try EventChecksum.body(of: last).bytes
                )
            }
        }
    }

    /// The events of a session after a place, in order, a page at a time; none at the end.
    public func events(
        of session: String,
        after place: SequenceNumber
    ) throws -> [(topic: String, place: SequenceNumber, body: [UInt8])] {
        try reading { db in
            let places = try Int64.fetchAll(
                db,
                sql: """
                    SELECT sequence FROM events WHERE topic IN (SELECT id FROM topics WHERE session = ?) AND sequence > ?
                    ORDER BY sequence LIMIT ?
                    """,
                arguments: [session, place.databaseValue, Self.pageEvents]
            )
            var page: [(topic: String, place: SequenceNumber, body: [UInt8])] = []
            var bytes = 0
            for sequence in places where bytes < Self.pageBytes {
                guard
                    let row = try Row.fetchOne(
                        db.cachedStatement(
                            sql: """
                                SELECT sequence, topic, body, checksum, name FROM events
                                JOIN topics ON topics.id = topic WHERE sequence = ?
                                """
                        ),
                        arguments: [sequence]
                    )
                else { continue }
                let body = try EventChecksum.body(of: row).bytes
                bytes += body.count
                page.append((row[4], SequenceNumber(rawValue: UInt64(sequence)), body))
            }
            return page
        }
    }

    // MARK: Reading

    private func summary(of name: String, time: Int64) throws -> Summary? {
        try reading { db in
            guard let size = try SessionSize(of: name, db) else { return nil }
            return Summary(
                name: name,
                lastActivity: Timestamp(microseconds: time * 1000),
                events: size.events,
                bytes: size.bytes
            )
        }
    }

    /// When sessions had events that their rows do not tell of yet.
    private func recentActivity(_ db: Database) throws -> [String: Int64] {
        let lasts = try LogSchema.readState(db).lasts
        var found: [String: Int64] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT session, max(time) FROM events JOIN topics ON topics.id = topic
                WHERE sequence > ? AND session IS NOT NULL GROUP BY session
                """,
            arguments: [lasts.databaseValue]
        )
        while let row = try rows.next() { found[row[0]] = row[1] }
        return found
    }

    private func isKnown(_ name: String, _ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT 1 FROM sessions WHERE name = ?", arguments: [name]) != nil
    }

    private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try SearchBusError.storing(at: path) { try queue.inDatabase(body) }
    }
}
