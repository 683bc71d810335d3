// SPDX-License-Identifier: MIT

import Bus
import Foundation
import GRDB
import Wire

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

    private static let pageEvents = 500
    private static let pageTopics = 16

    private let queue: DatabaseQueue
    private let path: String

    /// Opens the log of a data directory.
    ///
    /// - Throws: `SearchBusError` if it is missing or cannot be read.
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
            var times = try SessionTable.latest(limit, db)
            let recent = try recentActivity(db)
            for (name, use) in recent { times[name] = max(times[name] ?? use.time, use.time) }
            let new = try recent.keys.filter { try SessionTable.time(of: $0, db) == nil }.count
            let latest = times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit)
            return (latest, try SessionTable.count(db) + new)
        }
        return (try names.compactMap { try summary(of: $0.key, time: $0.value) }, total)
    }

    /// One session.
    ///
    /// - Throws: `SearchBusError` with `unknown-session` where the log has nothing of it.
    public func session(_ name: String) throws -> Summary {
        let time = try reading { db in
            max(try SessionTable.time(of: name, db) ?? 0, try recentActivity(db)[name]?.time ?? 0)
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
            let topics = try Array(TopicTable.topics(ofSessions: [session], db).filter { $0.name > name })
            return try topics.sorted { $0.name < $1.name }.prefix(Self.pageTopics).compactMap { topic in
                let count = try EventTable.count(ofTopic: topic.id, db)
                return try EventTable.read(try EventTable.last(ofTopic: topic.id, db), db) { event in
                    let body = try event.body().bytes
                    return TopicSummary(topic: topic.name, events: count, lastActivity: event.time, body: body)
                }
            }
        }
    }

    /// The events of a session after a sequence number, in order, a page at a time; none at the end.
    public func events(
        of session: String,
        after sequence: SequenceNumber
    ) throws -> (events: [(topic: String, body: [UInt8])], through: SequenceNumber) {
        try reading { db in
            let query = ReplayQuery([.all], session: session, after: sequence, limit: Self.pageEvents)
            var replay = LogReplay(query, upTo: try LogSchema.head(db))
            let page = try replay.read(db)
            return (page.events.map { ($0.topic, $0.body.bytes) }, page.through)
        }
    }

    // MARK: Reading

    private func summary(of name: String, time: Int64) throws -> Summary? {
        try reading { db in
            let size = try EventTable.size(ofSession: name, db)
            guard size.events > 0 else { return nil }
            return Summary(
                name: name,
                lastActivity: Timestamp(stored: time),
                events: size.events,
                bytes: size.bytes
            )
        }
    }

    /// When sessions had events that their rows do not tell of yet.
    private func recentActivity(_ db: Database) throws -> [String: (time: Int64, last: SequenceNumber)] {
        try EventTable.activity(after: try MetaTable.mark(.lasts, db), db).sessions
    }

    private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try SearchBusError.storing(at: path) { try queue.inDatabase(body) }
    }
}
