// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import GRDB
import Wire
import ZeroMQ

extension LogStore {
    /// A page of stored events as they were published.
    struct Page {
        var events: [Publication] = []
        /// Up to where the page is complete.
        var through: SequenceNumber = .zero
        /// Whether more may follow.
        var hasMore = false
        var size = 0

        /// Puts an event on the page.
        mutating func add(_ body: MessageBody, _ topic: String) {
            events.append(Publication(topic: topic, body: body, isStored: true))
            size += body.count
        }
    }

    /// How many bytes of events a page holds before it is closed.
    static let pageSize = 1 << 20
    /// How many rows a page looks at before it is closed, so that no question holds up the appends.
    private static let scanLimit = 4000

    /// The events under the prefixes after a place.
    func replay(_ query: ReplayQuery) throws -> Page {
        try reading { db in
            if query.session != nil || query.prefixes.allSatisfy({ $0.depth == 3 }) {
                return try replayTopics(
                    try topicRows(query.prefixes, sessions: query.session.map { [$0] } ?? [], db),
                    query,
                    db
                )
            }
            return try scan(query, db)
        }
    }

    /// Reads; a failure of SQLite gets its name of the catalogue.
    func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.inDatabase(body)
        } catch let error as DatabaseError {
            throw SearchBusError(storage: error)
        }
    }

    /// Walks the log in order and picks out what is wanted.
    private func scan(_ query: ReplayQuery, _ db: Database) throws -> Page {
        var page = Page()
        page.through = query.after
        let statement = try db.cachedStatement(
            sql: "SELECT \(EventChecksum.columns) FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?"
        )
        let rows = try Row.fetchCursor(
            statement,
            arguments: [query.after.databaseValue, Self.scanLimit]
        )
        var scanned = 0
        while let row = try rows.next() {
            scanned += 1
            if let name = try topicName(row[1], db), query.prefixes.contains(where: { $0.matches(name) }) {
                page.add(try EventChecksum.body(of: row), name)
            } else {
                // Damage may have made another topic of it.
                try EventChecksum.check(row)
            }
            page.through = SequenceNumber(rawValue: UInt64(row[0] as Int64))
            if page.events.count >= query.limit || page.size >= Self.pageSize { return page }
        }
        if scanned < Self.scanLimit { page.through = head }
        return page
    }

    /// Merges the events of a few topics, found by their index.
    private func replayTopics(
        _ topics: [(id: Int64, name: String)],
        _ query: ReplayQuery,
        _ db: Database
    ) throws -> Page {
        var page = Page()
        page.through = head
        guard !topics.isEmpty else { return page }
        // The numbers come from this database, so they can stand in the statement.
        let list = topics.map { String($0.id) }.joined(separator: ",")
        let names = Dictionary(uniqueKeysWithValues: topics)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(EventChecksum.columns) FROM events WHERE topic IN (\(list)) AND sequence > ?
                ORDER BY sequence LIMIT ?
                """,
            arguments: [query.after.databaseValue, query.limit]
        )
        while let row = try rows.next() {
            page.add(try EventChecksum.body(of: row), names[row[1]] ?? "")
            if page.events.count >= query.limit || page.size >= Self.pageSize {
                page.through = SequenceNumber(rawValue: UInt64(row[0] as Int64))
                return page
            }
        }
        return page
    }

    /// The topics of some sessions under the prefixes, or of all.
    private func topicRows(
        _ prefixes: [TopicPrefix],
        sessions: [String],
        _ db: Database
    ) throws -> [(id: Int64, name: String)] {
        var found: [Int64: String] = [:]
        if !sessions.isEmpty {
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT id, name FROM topics WHERE session IN (\(databaseQuestionMarks(count: sessions.count)))",
                arguments: StatementArguments(sessions)
            )
            while let row = try rows.next() {
                let name: String = row[1]
                if prefixes.contains(where: { $0.matches(name) }) { found[row[0]] = name }
            }
        } else {
            for prefix in prefixes {
                let column = prefix.depth == 3 ? "name" : "channel"
                let rows = try Row.fetchCursor(
                    db,
                    sql: "SELECT id, name FROM topics WHERE \(column) >= ? AND \(column) < ?",
                    arguments: [prefix.description, prefix.upperBound]
                )
                while let row = try rows.next() { found[row[0]] = row[1] }
            }
        }
        return found.map { (id: $0.key, name: $0.value) }
    }
}
