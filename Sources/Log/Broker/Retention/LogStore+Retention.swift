// SPDX-License-Identifier: MIT

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
    /// Returns whether there was anything to look at.
    func trim(receiptsThrough old: SequenceNumber) throws -> Bool {
        try writing { db in
            let receipts = try ReceiptTable.delete(through: old, limit: Self.trimStep, db) > 0
            let kept = try trimKept(db)
            return try trimEvents(db) || receipts || kept
        }
    }

    /// Takes the events that follow the mark away.
    private func trimEvents(_ db: Database) throws -> Bool {
        let entries = try Array(EventTable.entries(after: retention.trimmed, limit: Self.trimStep, db))
        guard let last = entries.last else { return false }
        var readers = IntentReaders(try self.readers(db))
        let leaving = removals.questionTopics
        for entry in entries {
            guard try EventTable.last(ofTopic: entry.topic, db) != entry.sequence else { continue }
            let name = try topicName(entry.topic, db) ?? ""
            if readers.mustKeep(entry.sequence, topic: name) {
                try KeptTable.insert(entry.sequence, topic: entry.topic, db)
            } else {
                let isQuestion = QuestionShare.holds(name) || leaving.contains(entry.topic)
                try delete(entry.sequence, questionOf: isQuestion ? entry.size : nil)
            }
        }
        retention.trimmed = last.sequence
        try MetaTable.write(retention.trimmed, to: .trimmed, db)
        return true
    }

    /// Takes away intents behind the mark that were folded meanwhile, some at a time, the oldest first.
    private func trimKept(_ db: Database) throws -> Bool {
        let intents = try KeptTable.intents(after: retention.keptSeen, limit: Self.trimStep, db)
        // The next round of steps begins at the oldest again.
        retention.keptSeen = intents.count < Self.trimStep ? .zero : intents[intents.count - 1].sequence
        guard !intents.isEmpty else { return false }
        var readers = IntentReaders(try self.readers(db))
        var hasFound = false
        for (sequence, topic) in intents {
            guard let name = try topicName(topic, db), !readers.mustKeep(sequence, topic: name) else { continue }
            hasFound = true
            try KeptTable.delete(sequence, db)
            if try EventTable.last(ofTopic: topic, db) != sequence { try delete(sequence) }
        }
        return hasFound || retention.keptSeen > .zero
    }

    /// Deletes an event; of a question or an answer, with the bytes of its body.
    private func delete(_ sequence: SequenceNumber, questionOf size: Int? = nil) throws {
        guard try statements.events.delete(sequence) else { return }
        eventCount -= 1
        if let size { retention.questions.remove(bodyOf: size) }
    }

    /// Removes the last event of a topic that has outlived trimming, since a later one was appended; keeps an intent that
    /// a component has yet to fold.
    func succeed(_ entry: TopicEntry, of topic: Topic, _ db: Database) throws {
        if topic.kind.rules.retention == .untilFolded {
            var readers = IntentReaders(try self.readers(db))
            if readers.mustKeep(entry.last, topic: topic.description) {
                return try KeptTable.insert(entry.last, topic: entry.id, db)
            }
        }
        try delete(entry.last, questionOf: entry.isQuestion ? try EventTable.size(of: entry.last, db) : nil)
    }

    /// Who folds what, and how far; a component that never said what it folds takes the intents to its name.
    func readers(_ db: Database) throws -> [(prefixes: [TopicPrefix], cursor: SequenceNumber)] {
        let names = try readerNames ?? ComponentTable.names(db)
        readerNames = names
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
