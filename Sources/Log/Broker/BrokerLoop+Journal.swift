// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Journal
import Runtime
import Wire

/// A read of events that this node has not received yet.
struct EarlyQuestion {
    let command: ReceivedCommand
    let client: BrokerLoop.Client
    let since: ContinuousClock.Instant
}

/// What a broker does that shares a journal with others: it proposes what changes the log, and carries out what has its place.
extension BrokerLoop {
    /// How many entries are carried out before the sockets are looked at again.
    private static let entriesAtOnce = 64
    /// How soon an entry is tried again that the disk did not take.
    private static let pauseAfterFailure: Duration = .milliseconds(200)
    /// How long a read after the end of this log waits: another broker may have returned the later events.
    private static let earlyPatience: Duration = .seconds(2)
    /// How many such questions may wait.
    private static let earlyLimit = 1024

    /// How long nothing is due, in milliseconds.
    var longestWait: Int {
        let wait = timers.wait(now: clock.now)
        guard let replication else { return wait }
        // There is no wake-up for entries that have arrived already.
        if replication.isAtWork, retryAt == nil { return 0 }
        return replication.proposer.isIdle && early.isEmpty && retryAt == nil ? wait : min(wait, 100)
    }

    /// Proposes a command; its answer goes to the client when it was carried out.
    func propose(_ frames: ArraySlice<[UInt8]>, for client: Client) throws {
        guard let replication else { return }
        guard !replication.proposer.isFull else {
            return try refuse(client, unavailable("Too much waits to be ordered"))
        }
        replication.proposer.add(Array(frames), ticket: client, at: clock.now)
    }

    /// Carries out what was ordered, proposes what waits, and tells those who have waited too long.
    func replicate() throws {
        guard let replication else { return }
        if let retryAt, clock.now < retryAt { return }
        retryAt = nil
        for _ in 0..<Self.entriesAtOnce {
            guard let entry = try replication.nextEntry() else { break }
            // What waits is on its way while this one is carried out.
            replication.propose(at: Timestamp.now())
            do {
                try carryOut(entry, of: replication)
            } catch let error as SearchBusError where [.storageFull, .storageFailed].contains(error.code) {
                // The other brokers continue; this one applies no further entry until it can apply this one.
                if !hasFailedToAppend { Executable.warn("Cannot append to the log: \(error)") }
                problems.report(error, subject: Self.appendSubject)
                retryAt = clock.now.advanced(by: Self.pauseAfterFailure)
                break
            }
        }
        try announceHeard(replication.takeHeard())
        replication.propose(at: Timestamp.now())
        for client in replication.proposer.overdue(at: clock.now) {
            guard let client else { continue }
            try refuse(client, unavailable(replication.trouble ?? "Nothing was ordered for a while"))
        }
        let waiting = early
        early = []
        for question in waiting where !isEarly(question.command, question.client, since: question.since) {
            guard replication.mayLag else {
                try answer(question.command, question.client)
                continue
            }
            // A reader that saw that sequence number elsewhere would take the state here for the present.
            let message = "This machine's log ends at \(store.head), before the requested sequence number"
            try refuse(question.client, SearchBusError(.journalUnavailable, "\(message). It is catching up."))
        }
    }

    /// Publishes what the processes of other machines have said of themselves.
    private func announceHeard(_ heard: [AppendCommand]) throws {
        guard !heard.isEmpty else { return }
        try compare(heard)
        for publication in store.append(heard, now: Timestamp.now()).publications { try publish(publication) }
    }

    /// Says so, once for each machine, where another broker has made something else of the journal.
    ///
    /// - Throws: `SearchBusError` if most of them differ: the next broker starts over.
    private func compare(_ heard: [AppendCommand]) throws {
        guard let replication else { return }
        for event in heard.flatMap(\.events) where event.topic.description == "status/broker/" {
            guard let data = try? JSON(parsing: event.data), let status = ProcessStatus(record: data) else { continue }
            if let words = replication.noteContradiction(in: status, now: clock.now) { Executable.warn(words) }
        }
        let outvoters = replication.outvoters(now: clock.now)
        guard !outvoters.isEmpty else { return }
        try store.noteOutvoted()
        throw SearchBusError(
            .journalUnavailable,
            """
            This machine's log differs from that of \(outvoters.joined(separator: ", ")), which are alike: it is moved aside, \
            and the broker starts over.
            """,
            remedy: "Servers of NATS before 2.10.22 may cause this when a leader is partitioned: use newer ones."
        )
    }

    private func unavailable(_ reason: String) -> SearchBusError {
        SearchBusError(.journalUnavailable, "\(reason). What was sent is carried out later, or not at all.")
    }

    /// Carries out an entry in one transaction with the note that it was, and answers those who wait here.
    private func carryOut(_ entry: Replication.Entry, of replication: Replication) throws {
        let start = clock.now
        let place = entry.known?.place ?? .zero
        var digest = replication.digest.value
        let (outcomes, publications) = try store.carryOut(entry.commands, now: entry.time) { db, outcomes in
            // Of which message it was, too: others of the same length have the same outcome.
            let message = entry.known.map { [LogOutcome.number($0.id)] } ?? []
            digest = replication.digest.value(after: message + outcomes.flatMap(\.numbers), at: place)
            try store.note(entry.note(digest: digest), db)
        }
        replication.digest.note(digest, at: place)
        var result = AppendGroupResult(publications: publications)
        for outcome in outcomes {
            switch outcome {
            case .appended(let answer): result.answers.append(answer)
            case .claimed: break
            case .removed(let sessions): try tellExpired(sessions)
            }
        }
        noteProblems(of: result)
        for publication in publications { try publish(publication) }
        let clients = replication.finish(entry) ?? []
        for ((command, outcome), client) in zip(zip(entry.commands, outcomes), clients) {
            if let client { try answer(command, outcome, client) }
        }
        if publications.contains(where: \.isStored) { timers.noteStored(now: clock.now) }
        statistics.note(result, after: clock.now - start)
    }

    private func answer(_ command: LogCommand, _ outcome: LogOutcome, _ client: Client) throws {
        switch outcome {
        case .appended(let answer): try reply(client, answer)
        case .claimed(let claims): try send(claimed(claims), [], to: client)
        case .removed: if case .remove(let sessions) = command { try awaitRemoval(of: sessions, for: client) }
        }
    }

    /// Whether a read is for events that this node has not received yet, and then waits.
    func isEarly(_ command: ReceivedCommand, _ client: Client, since: ContinuousClock.Instant? = nil) -> Bool {
        guard replication != nil else { return false }
        let place: SequenceNumber
        switch command {
        case .replay(let query): place = query.after
        case .latest(let query): place = query.after
        case .append, .cursor, .claim, .echo, .expire: return false
        }
        let since = since ?? clock.now
        guard place > store.head, clock.now - since < Self.earlyPatience, early.count < Self.earlyLimit else {
            return false
        }
        early.append(EarlyQuestion(command: command, client: client, since: since))
        return true
    }
}
