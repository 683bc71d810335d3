// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// Which topics and sessions had events that their rows do not tell of yet.
///
/// To write a row for each event would be most of what an append costs. What is here is written now and then, and found
/// again from the events when the broker was killed before.
struct RecentActivity {
    /// The last event of each topic, by row.
    private(set) var topics: [Int64: SequenceNumber] = [:]
    /// The last event of each session, and the latest time of one, in milliseconds since 1970.
    private(set) var sessions: [String: (time: Int64, last: SequenceNumber)] = [:]

    mutating func note(_ sequence: SequenceNumber, topic: Int64, session: String?, milliseconds: Int64) {
        topics[topic] = sequence
        // Entries of several machines come with the times of several clocks.
        guard let session else { return }
        let before = sessions[session] ?? (.min, .zero)
        sessions[session] = (max(before.time, milliseconds), max(before.last, sequence))
    }

    mutating func forget(topic: Int64) { topics[topic] = nil }
}

extension LogStore {
    /// How many topics may wait for their rows to be written.
    ///
    /// SQLite writes so many rows in some 5 ms. Where a hundred sessions are at work they have more than a thousand topics: a
    /// lower limit would be reached again and again within a second.
    private static let activityLimit = 2048

    var hasMuchActivity: Bool { activity.topics.count >= Self.activityLimit }

    /// Writes the rows of topics and sessions that had events.
    ///
    /// - Throws: `SearchBusError` where the disk is full; everything is kept then and written later.
    func writeActivity() throws {
        guard !activity.topics.isEmpty else { return }
        try writing { db in try writeActivity(db) }
    }

    func writeActivity(_ db: Database) throws {
        // In the order of the rows, so that each page is touched once.
        for (id, last) in activity.topics.sorted(by: { $0.key < $1.key }) {
            try statements.topics.note(last, ofTopic: id)
        }
        for (name, use) in activity.sessions.sorted(by: { $0.key < $1.key }) {
            try statements.sessions.note(name, milliseconds: use.time, last: use.last)
        }
        try MetaTable.write(head, to: .lasts, db)
        try MetaTable.write(head, to: .sessionEnds, db)
        activity = RecentActivity()
    }

    func writeAges() throws { try writing { db in try writeAges(db) } }

    func writeAges(_ db: Database) throws {
        try MetaTable.write(String(decoding: ages.json.bytes, as: UTF8.self), to: .ages, db)
    }

    /// Runs a body in a transaction; where the disk fails, nothing of it stays.
    package func writing<Value>(_ body: (Database) throws -> Value) throws -> Value {
        if let obstacle { throw obstacle }
        try reload()
        let before = marks
        do {
            return try queue.inDatabase { db in try db.transaction(body) }
        } catch {
            rollBack(to: before)
            throw (error as? DatabaseError).map { SearchBusError(storage: $0) } ?? error
        }
    }
}
