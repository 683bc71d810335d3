// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
            return try String.fetchAll(
                try db.cachedStatement(sql: "SELECT name FROM sessions WHERE time < ? ORDER BY time, name LIMIT ?"),
                arguments: [time.microseconds / 1000, limit]
            )
        case .through(let sequence):
            if let creator = try largestCreator(db) {
                let own = try String.fetchAll(
                    try db.cachedStatement(
                        sql: "SELECT name FROM sessions WHERE creator = ? AND last <= ? ORDER BY last, name LIMIT ?"
                    ),
                    arguments: [creator, sequence.databaseValue, limit]
                )
                if !own.isEmpty { return own }
            }
            return try String.fetchAll(
                try db.cachedStatement(sql: "SELECT name FROM sessions WHERE last <= ? ORDER BY last, name LIMIT ?"),
                arguments: [sequence.databaseValue, limit]
            )
        }
    }

    /// The creator of the largest part of the sessions; `nil` where no creator has a large part.
    ///
    /// Sessions of older logs, whose creators are unknown, are not those of one creator.
    private func largestCreator(_ db: Database) throws -> Int64? {
        let row = try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT creator, count(*), (SELECT count(*) FROM sessions) FROM sessions
                    WHERE creator <> 0 GROUP BY creator ORDER BY 2 DESC, 1 LIMIT 1
                    """
            )
        )
        guard let row, row[1] >= Self.largeShare.count, row[1] * Self.largeShare.part > (row[2] as Int) else {
            return nil
        }
        return row[0]
    }

    /// The sessions that the log has or had something of, of some: the same ones on every machine.
    ///
    /// Their topics tell: each machine takes questions and answers away when it likes, the last ones of a session too.
    func existing(_ sessions: [String], _ db: Database) throws -> [String] {
        try sessions.filter { session in
            try Bool.fetchOne(
                try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM topics WHERE session = ?)"),
                arguments: [session]
            ) ?? false
        }
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
        try LogSchema.write(expired.description, to: .expired, db)
        // Deletions may take the last event away.
        try LogSchema.write(head.description, to: .head, db)
        forgetTopics()
        return (sessions, leaving)
    }

    /// Whether there are sessions in which nothing has happened since a moment.
    package func hasSession(idleSince moment: Timestamp) throws -> Bool {
        try writing { db in
            try writeActivity(db)
            let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM sessions WHERE time < ?)")
            return try Bool.fetchOne(statement, arguments: [moment.microseconds / 1000]) ?? false
        }
    }

    /// Gives the topics of a session hidden names; later appends begin the session again.
    private func hide(_ session: String, _ db: Database) throws -> [SessionRemovals.Leaving] {
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT id, channel, last FROM topics WHERE session = ?",
            arguments: [session]
        )
        let rename = try db.cachedStatement(
            sql: "UPDATE topics SET name = ?, channel = ?, session = NULL, last = 0 WHERE id = ?"
        )
        let leaving = try rows.map { row in
            let id: Int64 = row[0]
            let isQuestion = QuestionShare.channels.contains(row[1])
            expired = max(expired, SequenceNumber(rawValue: UInt64(row[2] as Int64)))
            let channel = isQuestion ? SessionRemovals.questionChannel : SessionRemovals.channel
            try rename.execute(arguments: ["\(SessionRemovals.prefix)\(id)", channel, id])
            return SessionRemovals.Leaving(topic: id, isQuestion: isQuestion, session: session)
        }
        try db.execute(sql: "DELETE FROM sessions WHERE name = ?", arguments: [session])
        return leaving
    }

    /// Finds what an earlier broker has begun to remove.
    func readRemovals(_ db: Database) throws -> SessionRemovals {
        var removals = SessionRemovals()
        let channels = [SessionRemovals.channel, SessionRemovals.questionChannel]
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT id, channel FROM topics WHERE channel IN (?, ?) ORDER BY id",
            arguments: StatementArguments(channels)
        )
        removals.add(
            rows.map { row in
                let channel: String = row[1]
                let isQuestion = channel == SessionRemovals.questionChannel
                return SessionRemovals.Leaving(topic: row[0], isQuestion: isQuestion, session: nil)
            }
        )
        return removals
    }

    /// Removes some events of deleted sessions, with their receipts.
    ///
    /// If the process ends between two calls, the next broker continues.
    ///
    /// - Returns: The sessions of which nothing is left now.
    /// - Throws: `SearchBusError` where the disk fails; nothing has changed then.
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
            if leaving.isQuestion { questionShare.remove(events, bodiesOf: bytes) }
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
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: "SELECT sequence, length(body) FROM events WHERE topic = ? ORDER BY sequence LIMIT ?"
            ),
            arguments: [topic, events]
        )
        var (places, size): ([Int64], Int) = ([], 0)
        while size < bytes, let row = try rows.next() {
            places.append(row[0])
            size += row[1]
        }
        if let first = places.first, let last = places.last {
            for table in ["events", "kept"] {
                try db.cachedStatement(sql: "DELETE FROM \(table) WHERE topic = ? AND sequence BETWEEN ? AND ?")
                    .execute(arguments: [topic, first, last])
            }
        }
        guard places.count < events, size < bytes else { return (places.count, size, false) }
        try db.cachedStatement(
            sql: "DELETE FROM receipts WHERE topic = ? AND id IN (SELECT id FROM receipts WHERE topic = ? LIMIT ?)"
        ).execute(arguments: [topic, topic, events])
        guard db.changesCount < events else { return (places.count, size, false) }
        try db.cachedStatement(sql: "DELETE FROM topics WHERE id = ?").execute(arguments: [topic])
        return (places.count, size, true)
    }

    /// Removes all events of deleted sessions; for a log without appends.
    ///
    /// - Returns: The sessions of which nothing is left.
    /// - Throws: `SearchBusError` where the disk fails.
    func removeAll() throws -> [RemovedSession] {
        var removed: [RemovedSession] = []
        while !removals.isEmpty { removed += try removeSome() }
        return removed
    }
}
