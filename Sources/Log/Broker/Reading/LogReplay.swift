// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// The reading of one page of a log's past, on any connection.
///
/// What it reads is in proportion to what it returns where the query names a session or whole topics, and has no filter; else it
/// is bounded.
struct LogReplay {
    /// How many rows, and how many bytes of events, a page looks at before it is closed.
    private static let scanLimit = (rows: 4_000, bytes: 4 << 20)
    /// The same for a page with a filter, which most events do not pass.
    private static let filterLimit = (rows: 32_000, bytes: 16 << 20)
    /// How long a page with a filter is read, so that those that wait have their turn, however slow the machine is.
    private static let filterTime = Duration.milliseconds(200)

    private let query: ReplayQuery
    /// The last sequence number that is read: of those that the connection is known to have, and that are wanted.
    private let last: SequenceNumber
    private let limit: (rows: Int, bytes: Int)
    private var page = LogStore.Page()
    private var causes = EventCauses()
    /// When the page is closed, complete or not; at least one event is looked at.
    private let deadline: ContinuousClock.Instant?
    private let now: () -> ContinuousClock.Instant
    /// How many rows of events, or of their index, were read.
    private(set) var rows = 0
    private(set) var bytes = 0

    /// Prepares a page of the events up to a head; later ones are left out.
    init(
        _ query: ReplayQuery,
        upTo head: SequenceNumber,
        now: @escaping () -> ContinuousClock.Instant = { .now }
    ) {
        self.query = query
        self.now = now
        deadline = query.filter.isEmpty ? nil : now() + Self.filterTime
        last = query.before.map { min(head, $0.predecessor) } ?? head
        limit = query.filter.isEmpty ? Self.scanLimit : Self.filterLimit
        page.through =
            query.isBackward ? query.after.advanced(by: 1) : query.before == nil ? head : max(last, query.after)
    }

    /// Reads the page; to be called once.
    mutating func read(_ db: Database) throws -> LogStore.Page {
        if query.session != nil || query.prefixes.allSatisfy({ $0.depth == 3 }) {
            try merge(try topics(db), db)
        } else {
            try scan(db)
        }
        return page
    }

    /// Walks the log in order, or backwards, and picks out what is wanted.
    private mutating func scan(_ db: Database) throws {
        let isBackward = query.isBackward
        let found = try EventTable.events(
            after: query.after,
            upTo: last,
            isBackward: isBackward,
            limit: limit.rows,
            db
        )
        while let event = try found.next() {
            rows += 1
            bytes += try event.size()
            guard !isBeyond(event) else { return }
            if let name = event.name, query.prefixes.contains(where: { $0.matches(name) }) {
                try take(event, name, db)
            } else {
                // Damage may have made another topic of it.
                try event.check()
            }
            if isFull {
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
            upTo: last,
            isBackward: query.isBackward,
            // A page of large events is full before its limit is reached.
            wanted: min(query.limit, 64),
            db
        )
        defer { rows += numbers.count }
        while let number = try numbers.next(db) {
            var isBeyond = false
            try EventTable.read(number, db) { event in
                isBeyond = self.isBeyond(event)
                rows += 1
                bytes += try event.size()
                if !isBeyond { try take(event, names[event.topic] ?? "", db) }
            }
            guard !isBeyond else { return }
            if isFull {
                page.through = number
                return
            }
        }
    }

    /// Adds an event of a wanted topic to the page if it passes the filter.
    private mutating func take(_ event: StoredEvent, _ topic: String, _ db: Database) throws {
        guard !query.filter.isEmpty else {
            page.add(try event.body(), topic)
            return
        }
        let isWanted = try event.withBody { body in
            try query.filter.matches(.init(topic: topic, body: body, storedAt: event.time)) {
                try causes.span(of: body, event.sequence, db)
            }
        }
        if isWanted { page.add(try event.body(), topic) }
    }

    /// Whether neither the event nor any that is read after it can pass.
    private func isBeyond(_ event: StoredEvent) -> Bool {
        guard query.isBackward, let since = query.filter.since else { return false }
        return event.time.microseconds < since.microseconds
    }

    private var isFull: Bool {
        page.events.count >= query.limit || page.size >= LogStore.pageSize || rows + causes.rows >= limit.rows
            || bytes >= limit.bytes || deadline.map { now() >= $0 } ?? false
    }

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

/// The causes of events, which are found by reading back from them.
private struct EventCauses {
    /// How far before an event its cause is looked for, in events.
    private static let distance = 2_000

    /// How many events were read.
    private(set) var rows = 0

    /// The microseconds between an event and its cause; zero for an event without one, and for one whose cause is far away.
    mutating func span(of body: UnsafeRawBufferPointer, _ sequence: SequenceNumber, _ db: Database) throws -> Int64 {
        guard let cause = EventFilter.cause(of: body) else { return 0 }
        let before = try EventTable.eventsBefore(sequence, limit: Self.distance, db)
        while let event = try before.next() {
            rows += 1
            if let time = try event.withBody({ EventFilter.time(of: $0, ifItsID: cause.id) }) {
                return max(0, cause.time.microseconds - time.microseconds)
            }
        }
        return 0
    }
}
