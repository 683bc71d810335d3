// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

extension LogStore {
    /// How much goes in one step; little, so that appends hardly wait.
    private static let removalStep = (events: 128, bytes: 1 << 20)
    /// How many sessions go at once for being idle; few, so that appends hardly wait.
    static let mostExpired = 20

    /// What part of the sessions one creator has whose own go first, and how many at least.
    private static let largeShare = (part: 10, count: 20)

    /// The sessions that go for being idle, the longest idle first.
    ///
    /// Where this broker decides and one creator began more than a tenth of all sessions, its own go first: keys that are
    /// embedded in pages are public, and a client must not push out the sessions of others by beginning new ones. Where machines
    /// share the log, the times of the journal decide: each finds the same ones.
    func sessions(_ idle: LogCommand.Idle, limit: Int, _ db: Database) throws -> [String] {
        switch idle {
        case .since(let time):
            return try SessionTable.idle(since: time, limit: limit, db)
        case .through(let sequence):
            if let creator = try largestCreator(db) {
                let own = try SessionTable.idle(through: sequence, creator: creator, limit: limit, db)
                if !own.isEmpty { return own }
            }
            return try SessionTable.idle(through: sequence, limit: limit, db)
        }
    }

    /// The creator of the largest part of the sessions; `nil` where no creator has a large part.
    ///
    /// Sessions of older logs, whose creators are unknown, are not those of one creator.
    private func largestCreator(_ db: Database) throws -> Int64? {
        guard let largest = try SessionTable.largestCreator(db), largest.sessions >= Self.largeShare.count,
            largest.sessions * Self.largeShare.part > largest.all
        else { return nil }
        return largest.creator
    }

    /// The sessions that the log has or had something of, of some: the same ones on every machine.
    ///
    /// Their topics tell: each machine takes questions and answers away when it likes, the last ones of a session too.
    func existing(_ sessions: [String], _ db: Database) throws -> [String] {
        try sessions.filter { try TopicTable.hasSession($0, db) }
    }

    /// Deletes sessions in the caller's transaction; after its end, `removals` is notified of the removed topics.
    func beginRemoval(
        _ sessions: [String],
        _ db: Database
    ) throws -> (sessions: [String], leaving: [SessionRemovals.Leaving]) {
        guard !sessions.isEmpty else { return ([], []) }
        // The rows have to tell where the last events are.
        try writeActivity(db)
        let leaving = try sessions.flatMap { try hide($0, db) }
        try MetaTable.write(retention.expired, to: .expired, db)
        // Deletions may take the last event away.
        try MetaTable.write(head, to: .head, db)
        forgetTopics()
        return (sessions, leaving)
    }

    /// Whether there are sessions in which nothing has happened since a moment.
    package func hasSession(idleSince moment: Timestamp) throws -> Bool {
        try writing { db in
            try writeActivity(db)
            return try !SessionTable.idle(since: moment, limit: 1, db).isEmpty
        }
    }

    /// Gives the topics of a session hidden names; later appends begin the session again.
    private func hide(_ session: String, _ db: Database) throws -> [SessionRemovals.Leaving] {
        let leaving = try Array(
            TopicTable.topics(ofSessions: [session], db).map { topic in
                self.retention.expired = max(self.retention.expired, topic.last)
                let isQuestion = QuestionShare.holds(topic.name)
                return SessionRemovals.Leaving(topic: topic.id, isQuestion: isQuestion, session: session)
            }
        )
        for topic in leaving { try TopicTable.hide(topic, db) }
        try SessionTable.delete(session, db)
        return leaving
    }

    /// Removes some events of deleted sessions, with their receipts.
    ///
    /// If the process ends between two calls, the next broker continues.
    ///
    /// - Returns: The sessions of which nothing is left now.
    func removeSome() throws -> [RemovedSession] {
        guard !removals.isEmpty else { return [] }
        let step = try writing { db in
            var step = SessionRemovals.Step()
            var (events, bytes) = Self.removalStep
            for leaving in removals.topics {
                guard events > 0, bytes > 0 else { break }
                let (gone, size, isEmpty) = try removeSome(of: leaving.topic, events: events, bytes: bytes, db)
                step.gone.append((leaving, gone, size))
                if isEmpty { step.emptied.insert(leaving.topic) }
                // An empty topic is work too.
                events -= max(gone, 1)
                bytes -= size
            }
            return step
        }
        for (leaving, events, bytes) in step.gone {
            eventCount -= events
            if leaving.isQuestion { retention.questions.remove(events, bodiesOf: bytes) }
        }
        return removals.note(step)
    }

    /// Takes some events of a topic away; once there are none, its receipts, and then the topic.
    private func removeSome(
        of topic: Int64,
        events: Int,
        bytes: Int,
        _ db: Database
    ) throws -> (events: Int, bytes: Int, isEmpty: Bool) {
        let entries = try EventTable.entries(ofTopic: topic, limit: events, db)
        var (numbers, size): ([SequenceNumber], Int) = ([], 0)
        while size < bytes, let entry = try entries.next() {
            numbers.append(entry.sequence)
            size += entry.size
        }
        if let first = numbers.first, let last = numbers.last {
            try EventTable.delete(first...last, ofTopic: topic, db)
            try KeptTable.delete(first...last, ofTopic: topic, db)
        }
        guard numbers.count < events, size < bytes,
            try ReceiptTable.delete(ofTopic: topic, limit: events, db) < events
        else { return (numbers.count, size, false) }
        try TopicTable.delete(topic, db)
        return (numbers.count, size, true)
    }

    /// Removes all events of deleted sessions; for a log without appends.
    func removeAll() throws -> [RemovedSession] {
        var removed: [RemovedSession] = []
        while !removals.isEmpty { removed += try removeSome() }
        return removed
    }
}
