// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// The reading of one page of a log's past, on any connection.
///
/// What it reads is in proportion to what it returns where the query names a session or whole topics; else it is bounded.
struct LogReplay {
    /// How many rows, and how many bytes of events, a page looks at before it is closed.
    private static let scanLimit = (rows: 4_000, bytes: 4 << 20)

    private let query: ReplayQuery
    /// The last sequence number that the connection is known to have; later ones are left out.
    private let head: SequenceNumber
    private var page = LogStore.Page()
    /// How many rows of events, or of their index, were read.
    private(set) var rows = 0
    private(set) var bytes = 0

    init(_ query: ReplayQuery, upTo head: SequenceNumber) { (self.query, self.head) = (query, head) }

    /// Reads the page; to be called once.
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
        let found = try EventTable.events(after: query.after, upTo: head, limit: Self.scanLimit.rows, db)
        while let event = try found.next() {
            rows += 1
            bytes += try event.size()
            if let name = event.name, query.prefixes.contains(where: { $0.matches(name) }) {
                page.add(try event.body(), name)
            } else {
                // Damage may have made another topic of it.
                try event.check()
            }
            if isFull || rows == Self.scanLimit.rows || bytes >= Self.scanLimit.bytes {
                page.through = event.sequence
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
        while let number = try numbers.next(db) {
            try EventTable.read(number, db) { event in
                let body = try event.body()
                rows += 1
                bytes += body.count
                page.add(body, names[event.topic] ?? "")
            }
            if isFull {
                page.through = number
                return
            }
        }
    }

    private var isFull: Bool { page.events.count >= query.limit || page.size >= LogStore.pageSize }

    /// The wanted topics of the session, or all under prefixes that name them whole.
    private func topics(_ db: Database) throws -> [Int64: String] {
        var found: [Int64: String] = [:]
        if let session = query.session {
            let topics = try TopicTable.topics(ofSessions: [session], db)
            while let topic = try topics.next() {
                if query.prefixes.contains(where: { $0.matches(topic.name) }) { found[topic.id] = topic.name }
            }
            return found
        }
        for prefix in query.prefixes {
            let topics = try TopicTable.topics(under: prefix, db)
            while let topic = try topics.next() { found[topic.id] = topic.name }
        }
        return found
    }
}
