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
        try reading { db in
            func pragma(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            return try (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
        }
    }

    /// Takes a few of the oldest events away, and receipts that are old.
    ///
    /// Kept are the last event of each topic, and intents that a component has yet to fold.
    ///
    /// - Parameter old: The last sequence number whose receipt is old.
    /// - Returns: Whether there was anything to look at.
    /// - Throws: `SearchBusError` where the disk fails.
    func trim(receiptsThrough old: SequenceNumber) throws -> Bool {
        try writing { db in
            let receipts = try trimReceipts(through: old, db)
            let kept = try trimKept(db)
            return try trimEvents(db) || receipts || kept
        }
    }

    private func trimReceipts(through old: SequenceNumber, _ db: Database) throws -> Bool {
        try db.cachedStatement(
            sql: """
                DELETE FROM receipts WHERE (topic, id) IN
                (SELECT topic, id FROM receipts WHERE last <= ? ORDER BY last LIMIT ?)
                """
        ).execute(arguments: [old.databaseValue, Self.trimStep])
        return db.changesCount > 0
    }

    /// Takes the events that follow the mark away.
    private func trimEvents(_ db: Database) throws -> Bool {
        let rows = try Row.fetchAll(
            try db.cachedStatement(
                sql: "SELECT sequence, topic FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?"
            ),
            arguments: [trimmed.databaseValue, Self.trimStep]
        )
        guard let last = rows.last else { return false }
        var readers = IntentReaders(try self.readers(db))
        let leaving = removals.questionTopics
        for row in rows {
            let sequence = SequenceNumber(rawValue: UInt64(row[0] as Int64))
            guard try lastEvent(ofTopic: row[1], db) != sequence else { continue }
            let name = try topicName(row[1], db) ?? ""
            if readers.mustKeep(sequence, topic: name) {
                try keep(sequence, topic: row[1], db)
            } else {
                try delete(sequence, isQuestion: QuestionShare.holds(name) || leaving.contains(row[1]), db)
            }
        }
        trimmed = SequenceNumber(rawValue: UInt64(last[0] as Int64))
        try LogSchema.write(trimmed.description, to: .trimmed, db)
        return true
    }

    /// Takes away intents behind the mark that were folded meanwhile, some at a time, the oldest first.
    private func trimKept(_ db: Database) throws -> Bool {
        let rows = try Row.fetchAll(
            try db.cachedStatement(
                sql: "SELECT sequence, topic FROM kept WHERE sequence > ? ORDER BY sequence LIMIT ?"
            ),
            arguments: [keptSeen.databaseValue, Self.trimStep]
        )
        // The next round of steps begins at the oldest again.
        keptSeen =
            rows.count < Self.trimStep ? .zero : SequenceNumber(rawValue: UInt64(rows[rows.count - 1][0] as Int64))
        guard !rows.isEmpty else { return false }
        var readers = IntentReaders(try self.readers(db))
        var hasFound = false
        for row in rows {
            let sequence = SequenceNumber(rawValue: UInt64(row[0] as Int64))
            guard let name = try topicName(row[1], db), !readers.mustKeep(sequence, topic: name) else { continue }
            hasFound = true
            try db.cachedStatement(sql: "DELETE FROM kept WHERE sequence = ?").execute(arguments: [
                sequence.databaseValue
            ])
            if try lastEvent(ofTopic: row[1], db) != sequence { try delete(sequence, isQuestion: false, db) }
        }
        return hasFound || keptSeen > .zero
    }

    private func delete(_ sequence: SequenceNumber, isQuestion: Bool, _ db: Database) throws {
        let size = isQuestion ? try bodySize(of: sequence, db) : 0
        guard try statements.deleteEvent(sequence) else { return }
        eventCount -= 1
        if isQuestion { questionShare.remove(bodyOf: size) }
    }

    private func bodySize(of sequence: SequenceNumber, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT length(body) FROM events WHERE sequence = ?")
        return try Int.fetchOne(statement, arguments: [sequence.databaseValue]) ?? 0
    }

    private func keep(_ sequence: SequenceNumber, topic: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO kept (sequence, topic) VALUES (?, ?)")
            .execute(arguments: [sequence.databaseValue, topic])
    }

    /// The place of a topic's last event that is there.
    func lastEvent(ofTopic id: Int64, _ db: Database) throws -> SequenceNumber? {
        let statement = try db.cachedStatement(sql: "SELECT max(sequence) FROM events WHERE topic = ?")
        return try Int64.fetchOne(statement, arguments: [id]).map { SequenceNumber(rawValue: UInt64($0)) }
    }

    /// Removes the last event of a topic that has outlived trimming, since a later one was appended; keeps an intent that
    /// a component has yet to fold.
    func succeed(_ entry: TopicEntry, of topic: Topic, _ db: Database) throws {
        if topic.kind.rules.retention == .untilFolded {
            var readers = IntentReaders(try self.readers(db))
            if readers.mustKeep(entry.last, topic: topic.description) {
                return try keep(entry.last, topic: entry.id, db)
            }
        }
        try delete(entry.last, isQuestion: entry.isQuestion, db)
    }

    /// Who folds what, and how far; a component that never said what it folds takes the intents to its name.
    func readers(_ db: Database) throws -> [(prefixes: [TopicPrefix], cursor: SequenceNumber)] {
        let names: [String]
        if let known = readerNames {
            names = known
        } else {
            names = try String.fetchAll(db, sql: "SELECT component FROM cursors UNION SELECT name FROM components")
            readerNames = names
        }
        return try names.map { name in
            let entry = try component(name, db)
            let own = TopicPrefix(.intent, SessionShard.component(ofCursor: name))
            return (entry.prefixes.isEmpty ? [own] : entry.prefixes, entry.sequence)
        }
    }
}

/// The intents that a component has yet to fold.
struct IntentReaders {
    private let readers: [(prefixes: [TopicPrefix], cursor: SequenceNumber)]
    /// How far the slowest of a channel's readers is; `nil` where it has none.
    private var slowest: [Substring: SequenceNumber?] = [:]

    init(_ readers: [(prefixes: [TopicPrefix], cursor: SequenceNumber)]) {
        self.readers = readers
    }

    /// Whether an event is an intent or a write that one of its readers has not folded.
    mutating func mustKeep(_ sequence: SequenceNumber, topic: String) -> Bool {
        guard Topic.Kind(ofTopic: topic)?.rules.retention == .untilFolded, let kindEnd = topic.firstIndex(of: "/"),
            let end = topic[topic.index(after: kindEnd)...].firstIndex(of: "/")
        else { return false }
        let channel = topic[...end]
        if let known = slowest[channel] { return known.map { $0 < sequence } ?? false }
        let name = String(channel)
        let found = readers.filter { $0.prefixes.contains { $0.touchesChannel(name) } }.map(\.cursor).min()
        slowest[channel] = .some(found)
        return found.map { $0 < sequence } ?? false
    }
}
