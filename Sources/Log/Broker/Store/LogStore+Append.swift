// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

extension LogStore {
    /// Applies one append; a refusal leaves the transaction unchanged.
    func append(
        _ command: AppendCommand,
        _ moment: Moment,
        _ db: Database,
        _ publications: inout [Publication]
    ) throws -> LogOutcome {
        let stored = command.events.reduce(0) { $0 + ($1.topic.kind.isStored ? 1 : 0) }
        let receipt =
            stored == 0
            ? AppendReceipt(first: .zero, last: .zero)
            : AppendReceipt(first: head.advanced(by: 1), last: head.advanced(by: stored))
        do {
            if let earlier = try earlierReceipt(of: command, receipt, moment, db) { return .appended(earlier) }
        } catch let error as SearchBusError {
            return .refused(error)
        }
        for event in command.events {
            guard event.topic.kind.isStored else {
                publications.append(transient(event, moment))
                continue
            }
            let body = try store(event, moment, db)
            publications.append(Publication(topic: event.topic.description, body: body, isStored: true))
        }
        for move in command.moves { try carryOut(move, of: command.id, receipt, db) }
        return .appended(receipt)
    }

    private func carryOut(_ move: CursorMove, of id: String, _ receipt: AppendReceipt, _ db: Database) throws {
        var entry = try component(move.component, db)
        if entry.appendID.isEmpty { readerNames = nil }
        (entry.sequence, entry.appendID, entry.receipt) = (move.to, id, receipt)
        try statements.components.moveCursor(of: move.component, to: entry)
        let isOtherwiseConfigured = move.configuration != nil && move.configuration != entry.configuration
        let foldsOtherwise = !move.prefixes.isEmpty && move.prefixes != entry.prefixes
        if isOtherwiseConfigured { entry.configuration = move.configuration }
        if foldsOtherwise { entry.prefixes = move.prefixes }
        if isOtherwiseConfigured || foldsOtherwise { try write(entry, of: move.component, db) }
        remember(entry, of: move.component)
    }

    func transient(_ event: ReceivedEvent, _ moment: Moment) -> Publication {
        let body = event.body(
            sequence: .zero,
            previous: .zero,
            channelPrevious: .zero,
            epoch: epoch,
            now: moment.text
        )
        return Publication(topic: event.topic.description, body: body, isStored: false)
    }

    private func store(_ event: ReceivedEvent, _ moment: Moment, _ db: Database) throws -> MessageBody {
        let topic = try entry(for: event.topic, db)
        let sequence = head.advanced(by: 1)
        let body = event.body(
            sequence: sequence,
            previous: topic.last,
            channelPrevious: channels.last(of: topic.channel),
            epoch: epoch,
            now: moment.text
        )
        try statements.events.insert(sequence, topic: topic.id, milliseconds: moment.milliseconds, body: body)
        if topic.last == .zero, let session = event.topic.session, activity.sessions[session] == nil {
            try statements.sessions.begin(
                session,
                creator: event.sourceDigest,
                milliseconds: moment.milliseconds,
                at: sequence
            )
        }
        // The last event of a topic outlives trimming; it goes when the next one comes.
        if topic.last > .zero, topic.last <= retention.trimmed { try succeed(topic, of: event.topic, db) }
        eventCount += 1
        if topic.isQuestion { retention.questions.add(bodyOf: body.count, at: sequence) }
        activity.note(sequence, topic: topic.id, session: event.topic.session, milliseconds: moment.milliseconds)
        head = sequence
        topic.last = sequence
        channels.note(sequence, channel: topic.channel)
        return body
    }

    // MARK: Repeats

    /// The first answer to a repeated append; `nil` for a new one that is in order, whose receipts are then noted.
    private func earlierReceipt(
        of command: AppendCommand,
        _ receipt: AppendReceipt,
        _ moment: Moment,
        _ db: Database
    ) throws -> AppendReceipt? {
        guard command.moves.isEmpty else { return try earlierReceipt(of: command.moves, id: command.id, db) }
        let events = command.events.filter { $0.topic.kind.isStored }
        guard events.count <= 1 || Set(events.map { [$0.topic.description, $0.id] }).count == events.count else {
            throw SearchBusError(.invalidEvent, "Two events of the append have the same topic and id.")
        }
        var new: [(topic: Int64, event: ReceivedEvent)] = []
        do {
            var answers: [AppendReceipt] = []
            for event in events {
                let topic = try entry(for: event.topic, db).id
                if isReplica {
                    try statements.receipts.delete(
                        event.id,
                        topic: topic,
                        before: moment.milliseconds - LogAges.receiptAge
                    )
                }
                if try statements.receipts.insert(receipt, of: event, topic: topic, milliseconds: moment.milliseconds) {
                    new.append((topic, event))
                } else if let answer = try statements.receipts.receipt(of: event, topic: topic) {
                    answers.append(answer)
                }
            }
            guard let first = answers.first else { return nil }
            guard new.isEmpty, answers.allSatisfy({ $0 == first }) else {
                throw SearchBusError(
                    .partialRepeat,
                    "Some events of the append are on the log already, others are not."
                )
            }
            return first
        } catch let error as SearchBusError {
            for (topic, event) in new { try statements.receipts.delete(event.id, topic: topic) }
            throw error
        }
    }

    private func earlierReceipt(of moves: [CursorMove], id: String, _ db: Database) throws -> AppendReceipt? {
        let entries = try moves.map { try component($0.component, db) }
        if let repeated = entries.first(where: { $0.appendID == id }) { return repeated.receipt }
        for (move, entry) in zip(moves, entries) { try check(move, entry, db) }
        return nil
    }

    /// Refuses a move of a process that another one has followed, or that is not a step from where the component is.
    private func check(_ move: CursorMove, _ entry: ComponentEntry, _ db: Database) throws {
        let name = move.component
        guard move.incarnation == entry.incarnation else {
            throw SearchBusError(
                .fenced,
                "`\(name)` is incarnation \(entry.incarnation) now; this append is of \(move.incarnation)."
            )
        }
        guard entry.sequence == move.from else {
            throw SearchBusError(.cursorMoved, "The cursor of `\(name)` is at \(entry.sequence), not at \(move.from).")
        }
        guard move.to <= head else {
            throw SearchBusError(.cursorMoved, "`\(name)` has folded beyond the log's end at \(head).")
        }
        // How much of the log was trimmed differs from node to node; the proposer has checked.
        if !isReplica { try checkFolded(move, db) }
    }

    /// Refuses a turn whose components have not folded everything, before it is proposed.
    ///
    /// - Throws: `SearchBusError` with `events-missed`.
    package func checkFolded(_ moves: [CursorMove]) throws {
        try reading { db in
            for move in moves {
                let entry = try component(move.component, db)
                guard move.to <= head, move.from == entry.sequence, move.incarnation == entry.incarnation else {
                    continue
                }
                try checkFolded(move, db)
            }
        }
    }

    /// Refuses a move of a component that has not folded everything, as far as this log can tell.
    func checkFolded(_ move: CursorMove, _ db: Database) throws {
        let name = move.component
        let isWhole = move.from >= retention.mark(of: move.prefixes)
        guard !move.prefixes.isEmpty, let count = try countOfEvents(folded: move, isWhole: isWhole, db) else { return }
        // If events were removed, the log may have fewer than were folded, but not more.
        guard isWhole ? count != move.folded : count > move.folded else { return }
        throw SearchBusError(
            .eventsMissed,
            "`\(name)` folded \(move.folded) events after \(move.from); the log has \(count) up to \(move.to)."
        )
    }

    /// How many events a component should have folded; `nil` where its prefixes name less than whole channels.
    private func countOfEvents(folded move: CursorMove, isWhole: Bool, _ db: Database) throws -> Int? {
        guard move.prefixes.allSatisfy({ $0.depth <= 2 }) else { return nil }
        // The ring also counts events removed since.
        if isWhole, let count = channels.count(of: move.prefixes, after: move.from, upTo: move.to) { return count }
        return try EventTable.count(under: move.prefixes, after: move.from, upTo: move.to, db)
    }
}

extension TopicPrefix {
    /// What every topic under the prefix sorts below: a name under "kind/" sorts below "kind0", since "0" follows "/".
    package var upperBound: String { depth == 0 ? "\u{7F}" : description.dropLast() + "0" }
}
