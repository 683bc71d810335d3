// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

extension LogStore {
    /// How many questions and answers one step removes, and how many events it reads for them.
    private static let questionStep = (taken: 128, seen: 4_000)

    /// Takes some of the oldest questions and answers away, with their receipts, where they are more than they may be.
    ///
    /// A question is removed before its answer. An unfolded one stays for a while, and all that come after it. Unlike
    /// other events the last one of a topic is removed too: there are as many topics as users, and questions are not
    /// state.
    ///
    /// Those up to `old` have waited for an answer for too long. Returns whether there was anything to do.
    func trimQuestions(to limit: Int, waitingThrough old: SequenceNumber) throws -> Bool {
        guard retention.questions.bytes > limit else { return false }
        return try writing { db in
            let before = retention.questions.seen
            let surplus = try self.surplus(beyond: limit, waitingThrough: old, db)
            // What a session's row says must not depend on when this machine takes which events away.
            if isReplica, !surplus.isEmpty { try writeActivity(db) }
            for (event, name) in surplus { try take(event, try Topic(parsing: name), db) }
            guard let last = surplus.last?.event else { return retention.questions.seen > before }
            for topic in Set(surplus.map { $0.event.topic }) where try EventTable.last(ofTopic: topic, db) == .zero {
                try statements.topics.note(.zero, ofTopic: topic)
                activity.forget(topic: topic)
            }
            retention.questions.trimmed = max(retention.questions.trimmed, last.sequence)
            try MetaTable.write(retention.questions.trimmed, to: .questions, db)
            // The log's last event may be among them.
            try MetaTable.write(head, to: .head, db)
            return true
        }
    }

    /// The oldest questions and answers that may go, until those that are left are few enough or the step is done.
    private func surplus(
        beyond limit: Int,
        waitingThrough old: SequenceNumber,
        _ db: Database
    ) throws -> [(event: EventTable.Entry, topic: String)] {
        let folded = try foldedQuestions(db)
        var excess = retention.questions.bytes - limit
        var surplus: [(event: EventTable.Entry, topic: String)] = []
        let events = try EventTable.entries(after: retention.questions.seen, limit: Self.questionStep.seen, db)
        while excess > 0, surplus.count < Self.questionStep.taken, let event = try events.next() {
            if let name = try topicName(event.topic, db), QuestionShare.holds(name) {
                guard event.sequence <= max(folded, old) else { return surplus }
                surplus.append((event, name))
                excess -= QuestionShare.weight(ofBody: event.size)
            }
            retention.questions.seen = event.sequence
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

    private func take(_ event: EventTable.Entry, _ topic: Topic, _ db: Database) throws {
        // Answers come from components, whose appends have no receipts. Where machines share a log, each takes its events away
        // when it likes, and what is a repeat has to be the same on all.
        if !isReplica, QuestionShare.questions.contains(topic.channel),
            let body = try EventTable.read(event.sequence, db, { try $0.body() }),
            let id = try? Event(topic: topic, body: body).id
        {
            try statements.receipts.delete(id, topic: event.topic)
        }
        guard try statements.events.delete(event.sequence) else { return }
        eventCount -= 1
        retention.questions.remove(bodyOf: event.size)
    }
}
