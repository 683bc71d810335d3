// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import GRDB
import Wire

/// An append as it came from a socket.
struct AppendCommand {
    let events: [ReceivedEvent]
    let cursor: CursorMove?
}

/// An event that is to be published.
struct Publication: Sendable {
    let topic: String
    let body: [UInt8]
}

/// What became of a group of appends.
struct AppendGroupResult {
    var answers: [Result<AppendReceipt, SearchBusError>] = []
    /// The events to publish, in order.
    var publications: [Publication] = []
}

extension LogStore {
    /// Carries out a group of appends in one transaction: all that are in order are stored, or, when the disk fails, none.
    func append(_ group: [AppendCommand], now: Timestamp) -> AppendGroupResult {
        var result = AppendGroupResult()
        do {
            try queue.inDatabase { db in
                try db.inTransaction(.immediate) {
                    for command in group {
                        let answer = try append(command, now: now, db, &result.publications)
                        result.answers.append(answer)
                    }
                    return .commit
                }
            }
            return result
        } catch {
            forget()
            let failure =
                (error as? DatabaseError).map { SearchBusError(storage: $0) }
                ?? SearchBusError(.storageFailed, "The append failed: \(error)")
            return AppendGroupResult(answers: group.map { _ in .failure(failure) })
        }
    }

    /// Carries out one append; a refusal leaves the transaction as it was.
    private func append(
        _ command: AppendCommand,
        now: Timestamp,
        _ db: Database,
        _ publications: inout [Publication]
    ) throws -> Result<AppendReceipt, SearchBusError> {
        do {
            if let receipt = try earlierReceipt(of: command, db) { return .success(receipt) }
        } catch let error as SearchBusError {
            return .failure(error)
        }
        let time = now.description
        var first = SequenceNumber.zero
        for event in command.events {
            guard event.topic.kind.isStored else {
                let body = event.body(
                    sequence: .zero,
                    previous: .zero,
                    channelPrevious: .zero,
                    epoch: epoch,
                    now: time
                )
                publications.append(Publication(topic: event.topic.description, body: body))
                continue
            }
            let body = try store(event, now: now, time: time, db)
            if first == .zero { first = head }
            publications.append(Publication(topic: event.topic.description, body: body))
        }
        let receipt = AppendReceipt(first: first, last: first == .zero ? .zero : head)
        if let cursor = command.cursor {
            let entry = CursorEntry(sequence: cursor.to, appendID: cursor.appendID, receipt: receipt)
            try setCursor(entry, of: cursor.component, db)
        } else {
            try keepReceipt(receipt, of: command.events, db)
        }
        return .success(receipt)
    }

    private func store(_ event: ReceivedEvent, now: Timestamp, time: String, _ db: Database) throws -> [UInt8] {
        let topic = try entry(for: event.topic, db)
        let sequence = head.advanced(by: 1)
        let body = event.body(
            sequence: sequence,
            previous: topic.last,
            channelPrevious: channels.last(of: topic.channel),
            epoch: epoch,
            now: time
        )
        let statement = try db.cachedStatement(
            sql: "INSERT INTO events (sequence, topic, time, body) VALUES (?, ?, ?, ?)"
        )
        try statement.execute(arguments: [sequence.databaseValue, topic.id, now.microseconds / 1000, Data(body)])
        // The last event of a topic outlives trimming; it goes when the next one comes.
        if topic.last > .zero, topic.last <= trimmed {
            try db.cachedStatement(sql: "DELETE FROM events WHERE sequence = ?")
                .execute(arguments: [topic.last.databaseValue])
        }
        head = sequence
        setLast(sequence, of: event.topic)
        channels.note(sequence, channel: topic.channel)
        return body
    }

    /// The first answer to a repeated append; `nil` for a new one that is in order.
    ///
    /// - Throws: `SearchBusError` for an append that must be refused.
    private func earlierReceipt(of command: AppendCommand, _ db: Database) throws -> AppendReceipt? {
        if let move = command.cursor { return try earlierReceipt(of: move, db) }
        let ids = command.events.filter { $0.topic.kind.isStored }.map(\.id)
        guard Set(ids).count == ids.count else {
            throw SearchBusError(.invalidEvent, "Two events of the append have the same id.")
        }
        let statement = try db.cachedStatement(sql: "SELECT first, last FROM receipts WHERE id = ?")
        var known: Set<AppendReceipt> = []
        var unknown = 0
        for id in ids {
            guard let row = try Row.fetchOne(statement, arguments: [id]) else {
                unknown += 1
                continue
            }
            known.insert(
                AppendReceipt(
                    first: SequenceNumber(rawValue: UInt64(row[0] as Int64)),
                    last: SequenceNumber(rawValue: UInt64(row[1] as Int64))
                )
            )
        }
        guard !known.isEmpty else { return nil }
        guard unknown == 0, known.count == 1 else {
            throw SearchBusError(.partialRepeat, "Some events of the append are on the log already, others are not.")
        }
        return known.first
    }

    private func earlierReceipt(of move: CursorMove, _ db: Database) throws -> AppendReceipt? {
        let entry = try cursor(of: move.component, db)
        if let entry, entry.appendID == move.appendID { return entry.receipt }
        let stored = entry?.sequence ?? .zero
        guard stored == move.from else {
            throw SearchBusError(
                .cursorMoved,
                "The cursor of `\(move.component)` is at \(stored), not at \(move.from)."
            )
        }
        guard move.to <= head else {
            throw SearchBusError(.cursorMoved, "`\(move.component)` has folded beyond the log's end at \(head).")
        }
        guard !move.prefixes.isEmpty, move.from >= trimmed,
            let count = try countOfEvents(folded: move, db), count != move.folded
        else { return nil }
        throw SearchBusError(
            .eventsMissed,
            "`\(move.component)` folded \(move.folded) events after \(move.from); the log has \(count) up to \(move.to)."
        )
    }

    /// How many events a component should have folded; `nil` where its prefixes name less than whole channels.
    private func countOfEvents(folded move: CursorMove, _ db: Database) throws -> Int? {
        guard move.prefixes.allSatisfy({ $0.depth <= 2 }) else { return nil }
        if let count = channels.count(of: move.prefixes, after: move.from, upTo: move.to) { return count }
        // After a restart the recent past is only in the file.
        let statement = try db.cachedStatement(
            sql: """
                SELECT topics.channel, count(*) FROM events JOIN topics ON topics.id = events.topic
                WHERE sequence > ? AND sequence <= ? GROUP BY topics.channel
                """
        )
        let rows = try Row.fetchAll(statement, arguments: [move.from.databaseValue, move.to.databaseValue])
        return rows.reduce(0) { sum, row in
            let channel: String = row[0]
            return move.prefixes.contains { $0.coversChannel(channel) } ? sum + (row[1] as Int) : sum
        }
    }

    private func keepReceipt(_ receipt: AppendReceipt, of events: [ReceivedEvent], _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO receipts (id, first, last) VALUES (?, ?, ?)")
        for event in events where event.topic.kind.isStored {
            try statement.execute(arguments: [
                event.id, receipt.first.databaseValue, receipt.last.databaseValue,
            ])
        }
    }
}
