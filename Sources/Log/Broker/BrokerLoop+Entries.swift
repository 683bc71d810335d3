// SPDX-License-Identifier: MIT

import Bus
import Runtime
import Wire

/// A read of events that this node has not received yet.
struct EarlyQuestion {
    let command: ReceivedCommand
    let client: BrokerLoop.Client
    let since: ContinuousClock.Instant
}

/// Carries out what the journal has put in order.
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
        // There is no wake-up for entries that have arrived already.
        if journal.isAtWork, retryAt == nil { return 0 }
        return journal.isIdle && early.isEmpty && retryAt == nil ? wait : min(wait, 100)
    }

    /// Carries out the next entries, and answers those who have waited too long.
    func carryOutEntries() throws {
        for _ in 0..<Self.entriesAtOnce {
            guard let entry = try journal.next(at: clock.now) else { break }
            if entry.hasPlace, let retryAt, clock.now < retryAt { break }
            guard try carryOut(entry) else { break }
        }
        for (client, error) in journal.takeOverdue(at: clock.now) { try refuse(client, error) }
        try answerEarly()
    }

    /// Carries out an entry, and answers those who wait for it here; returns whether the next one may follow.
    private func carryOut(_ entry: LogEntry) throws -> Bool {
        let start = clock.now
        let result: EntryResult
        do {
            result = try store.carryOut(entry) { db, outcomes in try journal.note(outcomes, of: entry, db) }
        } catch {
            guard [.storageFull, .storageFailed].contains(error.code) else { throw error }
            // The other brokers continue; this one applies no further entry until it can apply this one.
            if !hasFailedToAppend { Executable.warn("Cannot append to the log: \(error)") }
            problems.report(error, subject: Self.appendSubject)
            retryAt = clock.now.advanced(by: Self.pauseAfterFailure)
            return false
        }
        if entry.hasPlace { retryAt = nil }
        let time = clock.now - start
        noteProblems(of: result)
        for (command, outcome) in zip(entry.commands, result.outcomes) {
            guard case .removed(let sessions) = outcome, !sessions.isEmpty else { continue }
            try tellExpired(sessions)
            // There may be more.
            if case .expire = command { timers.hasten(.expiry, to: clock.now.advanced(by: Self.expiryPause)) }
        }
        // Both come after the commit.
        for publication in result.publications { sockets.publish(publication) }
        for ((command, outcome), client) in zip(zip(entry.commands, result.outcomes), journal.finish(entry)) {
            if let client { try answer(command, outcome, client) }
        }
        sockets.flush()
        if result.publications.contains(where: \.isStored) { timers.noteStored(now: clock.now) }
        statistics.note(result, after: time)
        return true
    }

    private func answerEarly() throws {
        guard !early.isEmpty else { return }
        let waiting = early
        early = []
        for question in waiting where !isEarly(question.command, question.client, since: question.since) {
            guard journal.mayLag else {
                try answer(question.command, question.client)
                continue
            }
            // A reader that saw that sequence number elsewhere would take the state here for the present.
            let message = "This machine's log ends at \(store.head), before the requested sequence number"
            try refuse(question.client, SearchBusError(.journalUnavailable, "\(message). It is catching up."))
        }
    }

    /// Whether a read is for events that this node has not received yet, and then waits.
    func isEarly(_ command: ReceivedCommand, _ client: Client, since: ContinuousClock.Instant? = nil) -> Bool {
        guard journal.isShared else { return false }
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
