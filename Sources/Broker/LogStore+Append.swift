// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
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
    /// Whether it is on the log, where everybody finds it who did not hear it.
    let isStored: Bool
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
        let moment = Moment(now)
        do {
            // What is only heard needs no transaction.
            guard group.contains(where: { $0.cursor != nil || $0.events.contains { $0.topic.kind.isStored } }) else {
                return announce(group, moment)
            }
            try queue.inDatabase { db in
                try statements.transaction {
                    for command in group {
                        let answer = try append(command, moment, db, &result.publications)
                        result.answers.append(answer)
                    }
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

    /// Publishes events that are not stored.
    private func announce(_ group: [AppendCommand], _ moment: Moment) -> AppendGroupResult {
        AppendGroupResult(
            answers: group.map { _ in .success(AppendReceipt(first: .zero, last: .zero)) },
            publications: group.flatMap(\.events).map { transient($0, moment) }
        )
    }

    /// A time in the forms that a group of appends needs it in.
    private struct Moment {
        let milliseconds: Int64
        let text: String

        init(_ time: Timestamp) {
            milliseconds = time.microseconds / 1000
            text = time.description
        }
    }

    /// Carries out one append; a refusal leaves the transaction as it was.
    private func append(
        _ command: AppendCommand,
        _ moment: Moment,
        _ db: Database,
        _ publications: inout [Publication]
    ) throws -> Result<AppendReceipt, SearchBusError> {
        let stored = command.events.reduce(0) { $0 + ($1.topic.kind.isStored ? 1 : 0) }
        let receipt =
            stored == 0
            ? AppendReceipt(first: .zero, last: .zero)
            : AppendReceipt(first: head.advanced(by: 1), last: head.advanced(by: stored))
        do {
            if let earlier = try earlierReceipt(of: command, receipt, db) { return .success(earlier) }
        } catch let error as SearchBusError {
            return .failure(error)
        }
        for event in command.events {
            guard event.topic.kind.isStored else {
                publications.append(transient(event, moment))
                continue
            }
            let body = try store(event, moment, db)
            publications.append(Publication(topic: event.topic.description, body: body, isStored: true))
        }
        if let cursor = command.cursor {
            let entry = CursorEntry(sequence: cursor.to, appendID: cursor.appendID, receipt: receipt)
            try statements.moveCursor(of: cursor.component, to: entry)
            remember(entry, of: cursor.component)
        }
        return .success(receipt)
    }

    /// An event that is not stored.
    private func transient(_ event: ReceivedEvent, _ moment: Moment) -> Publication {
        let body = event.body(
            sequence: .zero,
            previous: .zero,
            channelPrevious: .zero,
            epoch: epoch,
            now: moment.text
        )
        return Publication(topic: event.topic.description, body: body, isStored: false)
    }

    private func store(_ event: ReceivedEvent, _ moment: Moment, _ db: Database) throws -> [UInt8] {
        let topic = try entry(for: event.topic, db)
        let sequence = head.advanced(by: 1)
        let body = event.body(
            sequence: sequence,
            previous: topic.last,
            channelPrevious: channels.last(of: topic.channel),
            epoch: epoch,
            now: moment.text
        )
        try statements.insertEvent(sequence, topic: topic.id, milliseconds: moment.milliseconds, body: body)
        // The last event of a topic outlives trimming; it goes when the next one comes.
        if topic.last > .zero, topic.last <= trimmed { try statements.deleteEvent(topic.last) }
        head = sequence
        topic.last = sequence
        channels.note(sequence, channel: topic.channel)
        return body
    }

    // MARK: Repeats

    /// The first answer to a repeated append; `nil` for a new one that is in order, whose receipts are then noted.
    ///
    /// - Throws: `SearchBusError` for an append that must be refused.
    private func earlierReceipt(
        of command: AppendCommand,
        _ receipt: AppendReceipt,
        _ db: Database
    ) throws -> AppendReceipt? {
        if let move = command.cursor { return try earlierReceipt(of: move, db) }
        let ids = command.events.filter { $0.topic.kind.isStored }.map(\.id)
        guard ids.count <= 1 || Set(ids).count == ids.count else {
            throw SearchBusError(.invalidEvent, "Two events of the append have the same id.")
        }
        var known: [String] = []
        for id in ids where try !statements.insertReceipt(receipt, id: id) { known.append(id) }
        guard !known.isEmpty else { return nil }
        let answers = try known.map { try statements.receipt(id: $0) }
        guard known.count == ids.count, let first = answers.first, answers.allSatisfy({ $0 == first }) else {
            for id in ids where !known.contains(id) { try statements.deleteReceipt(id: id) }
            throw SearchBusError(.partialRepeat, "Some events of the append are on the log already, others are not.")
        }
        return first
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
        guard !move.prefixes.isEmpty, let count = try countOfEvents(folded: move, db) else { return nil }
        // Where events are gone, the log may have fewer than were folded, but still not more.
        guard move.from >= mark ? count != move.folded : count > move.folded else { return nil }
        throw SearchBusError(
            .eventsMissed,
            "`\(move.component)` folded \(move.folded) events after \(move.from); the log has \(count) up to \(move.to)."
        )
    }

    /// How many events a component should have folded; `nil` where its prefixes name less than whole channels.
    private func countOfEvents(folded move: CursorMove, _ db: Database) throws -> Int? {
        guard move.prefixes.allSatisfy({ $0.depth <= 2 }) else { return nil }
        // The ring also counts what is gone since.
        if move.from >= mark, let count = channels.count(of: move.prefixes, after: move.from, upTo: move.to) {
            return count
        }
        let conditions = move.prefixes.map { _ in "(channel >= ? AND channel < ?)" }.joined(separator: " OR ")
        let ends = move.prefixes.flatMap { [$0.description, $0.upperBound] }
        let places = [move.from.databaseValue, move.to.databaseValue]
        return try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT count(*) FROM topics JOIN events ON events.topic = topics.id
                    WHERE (\(conditions)) AND sequence > ? AND sequence <= ?
                    """
            ),
            arguments: StatementArguments(ends.map(\.databaseValue) + places)
        )
    }
}

extension TopicPrefix {
    /// What every topic under the prefix sorts below: a name under "kind/" sorts below "kind0", since "0" follows "/".
    var upperBound: String { depth == 0 ? "\u{7F}" : description.dropLast() + "0" }
}
