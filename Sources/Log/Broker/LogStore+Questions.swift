// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire
import ZeroMQ

extension LogStore {
    /// How many questions and answers one step removes, and how many events it reads for them.
    private static let questionStep = (taken: 128, seen: 4_000)

    /// A question or an answer that is to go.
    private struct Surplus {
        let sequence: SequenceNumber
        let topic: Int64
        let name: String
        let size: Int
    }

    /// Takes some of the oldest questions and answers away, with their receipts, where they are more than they may be.
    ///
    /// A question is removed before its answer. An unfolded one stays for a while, and all that come after it. Unlike
    /// other events the last one of a topic is removed too: there are as many topics as users, and questions are not
    /// state.
    ///
    /// - Parameters:
    ///   - limit: How many bytes they may have.
    ///   - old: The last sequence number of those that have waited for an answer for too long.
    /// - Returns: Whether there was anything to do.
    /// - Throws: `SearchBusError` where the disk fails.
    func trimQuestions(to limit: Int, waitingThrough old: SequenceNumber) throws -> Bool {
        guard questionShare.bytes > limit else { return false }
        return try writing { db in
            let before = questionShare.seen
            let surplus = try self.surplus(beyond: limit, waitingThrough: old, db)
            // What a session's row says must not depend on when this machine takes which events away.
            if isReplica, !surplus.isEmpty { try writeActivity(db) }
            for event in surplus { try take(event, db) }
            guard let last = surplus.last else { return questionShare.seen > before }
            for topic in Set(surplus.map(\.topic)) where try lastEvent(ofTopic: topic, db) == nil {
                try statements.noteLast(.zero, ofTopic: topic)
                activity.forget(topic: topic)
            }
            questionShare.trimmed = max(questionShare.trimmed, last.sequence)
            try LogSchema.write(questionShare.trimmed.description, to: .questions, db)
            // The log's last event may be among them.
            try LogSchema.write(head.description, to: .head, db)
            return true
        }
    }

    /// The oldest questions and answers that may go, until those that are left are few enough or the step is done.
    private func surplus(beyond limit: Int, waitingThrough old: SequenceNumber, _ db: Database) throws -> [Surplus] {
        let folded = try foldedQuestions(db)
        var excess = questionShare.bytes - limit
        var surplus: [Surplus] = []
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: """
                    SELECT sequence, topic, length(body) FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?
                    """
            ),
            arguments: [questionShare.seen.databaseValue, Self.questionStep.seen]
        )
        while excess > 0, surplus.count < Self.questionStep.taken, let row = try rows.next() {
            let sequence = SequenceNumber(rawValue: UInt64(row[0] as Int64))
            if let name = try topicName(row[1], db), QuestionShare.holds(name) {
                guard sequence <= max(folded, old) else { return surplus }
                surplus.append(Surplus(sequence: sequence, topic: row[1], name: name, size: row[2]))
                excess -= QuestionShare.weight(ofBody: row[2])
            }
            questionShare.seen = sequence
        }
        return surplus
    }

    /// Up to where all who answer questions have got.
    private func foldedQuestions(_ db: Database) throws -> SequenceNumber {
        let cursors = try readers(db).filter { reader in
            QuestionShare.questions.contains { channel in reader.prefixes.contains { $0.touchesChannel(channel) } }
        }
        return cursors.map(\.cursor).min() ?? head
    }

    private func take(_ event: Surplus, _ db: Database) throws {
        // Answers come from components, whose appends have no receipts. Where machines share a log, each takes its events away
        // when it likes, and what is a repeat has to be the same on all.
        let topic = try Topic(parsing: event.name)
        if !isReplica, QuestionShare.questions.contains(topic.channel), let id = try id(of: event.sequence, topic, db) {
            try statements.deleteReceipt(id, topic: event.topic)
        }
        guard try statements.deleteEvent(event.sequence) else { return }
        eventCount -= 1
        questionShare.remove(bodyOf: event.size)
    }

    private func id(of sequence: SequenceNumber, _ topic: Topic, _ db: Database) throws -> String? {
        let statement = try db.cachedStatement(sql: "SELECT \(EventChecksum.columns) FROM events WHERE sequence = ?")
        guard let row = try Row.fetchOne(statement, arguments: [sequence.databaseValue]) else { return nil }
        return try? Event(topic: topic, body: try EventChecksum.body(of: row).bytes).id
    }

    /// Finds what there is of questions and answers.
    func readQuestions(trimmed: SequenceNumber, _ db: Database) throws -> QuestionShare {
        // Those of deleted sessions count until they are removed too; none of them is looked for.
        let channels = QuestionShare.channels + [SessionRemovals.questionChannel]
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*), coalesce(sum(length(body)), 0),
                coalesce(min(CASE WHEN channel <> ? THEN sequence END), 0)
                FROM topics JOIN events ON events.topic = topics.id
                WHERE channel IN (\(databaseQuestionMarks(count: channels.count)))
                """,
            arguments: StatementArguments([SessionRemovals.questionChannel] + channels)
        )
        let first = SequenceNumber(rawValue: UInt64((row?[2] as Int64?) ?? 0))
        return .found(count: row?[0] ?? 0, bodiesOf: row?[1] ?? 0, first: first, trimmed: trimmed)
    }

    /// The place after which nothing is missing under some prefixes.
    func mark(of prefixes: [TopicPrefix]) -> SequenceNumber {
        questionShare.trimmed > mark && QuestionShare.touches(prefixes) ? questionShare.trimmed : mark
    }
}
