// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Journal
import Runtime
import Wire

/// A question for what this copy of the log has yet to be told.
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
    /// How long somebody waits who asks for what comes after the end of this copy: it may have been shown by another broker.
    private static let earlyPatience: Duration = .seconds(2)
    /// How many such questions may wait.
    private static let earlyLimit = 1024

    /// How long nothing is due, in milliseconds.
    var longestWait: Int {
        let wait = timers.wait(now: clock.now)
        guard let replication, !replication.proposer.isIdle || !early.isEmpty || retryAt != nil else { return wait }
        return min(wait, 100)
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
                // The other brokers go on; this one takes no further step until it can take this one.
                Executable.warn("The log takes nothing: \(error)")
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
            // Whoever was shown that place elsewhere would take what is here for the present.
            let message = "This machine's copy of the log ends at \(store.head), and more was asked for"
            try refuse(question.client, SearchBusError(.journalUnavailable, "\(message). It is catching up."))
        }
    }

    /// Publishes what the processes of other machines have said of themselves.
    private func announceHeard(_ heard: [AppendCommand]) throws {
        guard !heard.isEmpty else { return }
        compare(heard)
        for publication in store.append(heard, now: Timestamp.now()).publications { try publish(publication) }
    }

    /// Says so, once for each machine, where another broker has made something else of the journal.
    private func compare(_ heard: [AppendCommand]) {
        guard let replication else { return }
        for event in heard.flatMap(\.events) where event.topic.description == "status/broker/" {
            guard let status = try? JSON(parsing: event.data) else { continue }
            if let words = replication.noteContradiction(in: status) { Executable.warn(words) }
        }
    }

    private func unavailable(_ reason: String) -> SearchBusError {
        SearchBusError(.journalUnavailable, "\(reason). What was sent is carried out later, or not at all.")
    }

    /// Carries out an entry: its appends in transactions with the note that it was, and the answers to those who wait here.
    private func carryOut(_ entry: Replication.Entry, of replication: Replication) throws {
        let start = clock.now
        var answers: [(Client) throws -> Void] = []
        var appends: [AppendCommand] = []
        var result = AppendGroupResult()
        var outcome: [UInt64] = []
        var digest = replication.digest
        func store(isLast: Bool = false) throws {
            let part = try self.store.carryOut(appends, now: entry.time) { db, answers in
                guard isLast else { return }
                let whole = outcome + answers.flatMap(Replication.numbers)
                digest.note(whole, at: entry.known?.place ?? .zero)
                try self.store.note(entry.note(digest: digest.value), db)
            }
            outcome += part.answers.flatMap(Replication.numbers)
            for answer in part.answers { answers.append { try self.reply($0, answer) } }
            result.answers += part.answers
            result.publications += part.publications
            appends = []
        }
        // What is carried out again after a failure in between has the effect and the answers of the first time.
        for command in entry.commands {
            if case .append(let append) = command {
                appends.append(append)
                continue
            }
            if !appends.isEmpty { try store() }
            answers.append(try carryOut(command, &outcome))
        }
        try store(isLast: true)
        replication.digest = digest
        for publication in result.publications { try publish(publication) }
        if let clients = replication.finish(entry) {
            for (client, answer) in zip(clients, answers) { if let client { try answer(client) } }
        }
        if result.publications.contains(where: \.isStored) { timers.noteStored(now: clock.now) }
        statistics.note(result, after: clock.now - start)
    }

    private func carryOut(_ command: Replication.Command, _ outcome: inout [UInt64]) throws -> (Client) throws -> Void {
        switch command {
        case .append: return { _ in }
        case .claim(let components, let nonce):
            let claims = try store.claim(components, nonce: nonce)
            for claim in claims.sorted(by: { $0.key < $1.key }).map(\.value) {
                outcome += [UInt64(claim.incarnation), claim.cursor.rawValue]
            }
            return { try self.send(self.claimed(claims), [], to: $0) }
        case .remove(let sessions):
            try tellExpired(try store.beginRemoval(of: sessions))
            return { try self.awaitRemoval(of: sessions, for: $0) }
        case .expire(let moment):
            try tellExpired(try store.expireSessions(idleSince: moment))
            return { _ in }
        }
    }

    /// Whether a question is for what this copy has yet to be told, and then waits.
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
