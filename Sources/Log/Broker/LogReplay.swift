// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire
import ZeroMQ

/// The reading of one page of a log's past, on any connection.
///
/// What it reads is in proportion to what it returns where the query names a session or whole topics; else it is bounded.
struct LogReplay {
    /// How many rows, and how many bytes of events, a page looks at before it is closed.
    private static let scanLimit = (rows: 4_000, bytes: 4 << 20)

    private let query: ReplayQuery
    private let head: SequenceNumber
    private var page = LogStore.Page()
    /// How many rows of events, or of their index, were read.
    private(set) var rows = 0
    /// How many bytes of events were read.
    private(set) var bytes = 0

    /// - Parameters:
    ///   - query: What is wanted.
    ///   - head: The last sequence number that the connection is known to have; later ones are left out.
    init(_ query: ReplayQuery, upTo head: SequenceNumber) { (self.query, self.head) = (query, head) }

    /// Reads the page; to be called once.
    ///
    /// - Throws: `DatabaseError`, `SearchBusError` with `log-corrupt`.
    mutating func read(_ db: Database) throws -> LogStore.Page {
        page.through = head
        if query.session != nil || query.prefixes.allSatisfy({ $0.depth == 3 }) {
            try merge(try topics(db), db)
        } else {
            try scan(db)
        }
        return page
    }

    /// Walks the log in order and picks out what is wanted.
    private mutating func scan(_ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(EventChecksum.columns) FROM events WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?
                """
        )
        let found = try Row.fetchCursor(
            statement,
            arguments: [query.after.databaseValue, head.databaseValue, Self.scanLimit.rows]
        )
        var names: [Int64: String?] = [:]
        while let row = try found.next() {
            let topic: Int64 = row[1]
            let name = try names[topic] ?? Self.name(of: topic, db)
            names[topic] = .some(name)
            rows += 1
            bytes += try row.withUnsafeData(atIndex: 2) { $0?.count ?? 0 }
            if let name, query.prefixes.contains(where: { $0.matches(name) }) {
                page.add(try EventChecksum.body(of: row), name)
            } else {
                // Damage may have made another topic of it.
                try EventChecksum.check(row)
            }
            if isFull || rows == Self.scanLimit.rows || bytes >= Self.scanLimit.bytes {
                page.through = SequenceNumber(rawValue: UInt64(row[0] as Int64))
                return
            }
        }
    }

    /// Merges the events of a few topics, found by their index.
    private mutating func merge(_ names: [Int64: String], _ db: Database) throws {
        var numbers = try TopicMerge(
            of: names.keys.sorted(),
            after: query.after,
            upTo: head,
            // A page of large events is full before its limit is reached.
            wanted: min(query.limit, 64),
            db
        )
        defer { rows += numbers.count }
        let statement = try db.cachedStatement(sql: EventChecksum.statement)
        while let number = try numbers.next(db) {
            let found = try Row.fetchCursor(statement, arguments: [number])
            while let row = try found.next() {
                let body = try EventChecksum.body(of: row)
                rows += 1
                bytes += body.count
                page.add(body, names[row[1]] ?? "")
            }
            if isFull {
                page.through = SequenceNumber(rawValue: UInt64(number))
                return
            }
        }
    }

    private var isFull: Bool { page.events.count >= query.limit || page.size >= LogStore.pageSize }

    /// The name of a topic; `nil` where its session was deleted.
    static func name(of topic: Int64, _ db: Database) throws -> String? {
        let statement = try db.cachedStatement(sql: "SELECT name FROM topics WHERE id = ?")
        return try String.fetchOne(statement, arguments: [topic]).flatMap { SessionRemovals.holds($0) ? nil : $0 }
    }

    /// The wanted topics of the session, or all under prefixes that name them whole.
    private func topics(_ db: Database) throws -> [Int64: String] {
        var found: [Int64: String] = [:]
        if let session = query.session {
            let statement = try db.cachedStatement(sql: "SELECT id, name FROM topics WHERE session = ?")
            let rows = try Row.fetchCursor(statement, arguments: [session])
            while let row = try rows.next() {
                let name: String = row[1]
                if query.prefixes.contains(where: { $0.matches(name) }) { found[row[0]] = name }
            }
            return found
        }
        let statement = try db.cachedStatement(sql: "SELECT id, name FROM topics WHERE name >= ? AND name < ?")
        for prefix in query.prefixes {
            let rows = try Row.fetchCursor(statement, arguments: [prefix.description, prefix.upperBound])
            while let row = try rows.next() { found[row[0]] = row[1] }
        }
        return found
    }
}
