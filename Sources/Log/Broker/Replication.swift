// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Journal
import Runtime
import Wire

/// The work of a broker of a cluster in flight: the commands that it proposes, and the entries that it must apply.
///
/// Belongs to the broker's thread.
final class Replication {
    /// An entry to apply.
    struct Entry {
        let proposer: String
        let number: UInt64
        let time: Timestamp
        let commands: [LogCommand]
        /// Where to read on once it is carried out.
        let resumePlace: JournalPlace
        /// Its last message.
        let known: KnownMessage?

        /// What the log notes once it is carried out.
        func note(digest: UInt64) -> LogStore.JournalNote {
            LogStore.JournalNote(
                proposer: proposer,
                number: number,
                resumePlace: resumePlace,
                known: known,
                time: time,
                digest: digest
            )
        }
    }

    private static let expireOperation = "expire-idle"

    let journal: any Journal
    var proposer = Proposer<BrokerLoop.Client?>(name: Identifier.make())
    private var assembler: EntryAssembler
    /// What stands for all that this broker has made of the journal.
    var digest: LogDigest
    private var agreement = LogAgreement()
    private var news: ArraySlice<JournalNews> = []
    /// The entry whose turn it is, until it was carried out.
    private var next: Entry?
    private var heard: [[UInt8]] = []
    /// How far this machine's copy is.
    private(set) var place: JournalPlace
    /// Why what was handed in is not ordered, as the journal tells it.
    private var troubleTold: String?
    /// Why nothing is ordered, as far as is known.
    var trouble: String? { journal.obstacle ?? troubleTold }

    /// Follows a journal from where a copy of the log is.
    ///
    /// - Throws: `SearchBusError` where it cannot.
    init(_ journal: any Journal, of store: LogStore) throws {
        let state = try store.journalState()
        assembler = state.assembler
        digest = LogDigest(state.digest, at: state.known?.place)
        place = state.known?.place ?? .zero
        self.journal = journal
        try journal.start(after: state.place, known: state.known)
    }

    /// How the order is, and how far this machine's copy of it, for people.
    func status(now: ContinuousClock.Instant) -> JournalStatus {
        var standing = journal.standing
        let dispute = agreement.advice(on: Machine.name, now: now)
        if let dispute { standing.advice = [standing.advice, dispute].compactMap { $0 }.joined(separator: " ") }
        // The message after the last entry may not be an entry, such as one that the servers stored twice.
        if !isAtWork, let last = standing.last, let seen = assembler.known?.place, seen >= last {
            standing.last = place
        }
        var status = standing.status(at: place, trouble: trouble)
        status.digest = String(digest.value, radix: 16)
        let others = agreement.differsFrom
        if !others.isEmpty { (status.differsFrom, status.differences) = (others, agreement.differences) }
        if dispute != nil { status.isContested = true }
        // The servers order what the others hand in: those are to have the work.
        if standing.leader != nil, journal.obstacle != nil { status.isHeldBack = true }
        let alike = agreement.agreesWith
        if !alike.isEmpty { status.agreesWith = alike }
        return status
    }

    /// Whether something that has come is still to be carried out.
    var isAtWork: Bool { next != nil || !news.isEmpty }

    /// Whether there is, or may be, more in order than this machine has carried out.
    var mayLag: Bool {
        let standing = journal.standing
        guard !isAtWork, troubleTold == nil, standing.leader != nil, let last = standing.last else { return true }
        return last > assembler.known?.place ?? place
    }

    /// Hands in what waits.
    func propose(at time: Timestamp) {
        // What waits for too long is refused, and gets no place later.
        guard !proposer.isIdle, journal.obstacle == nil else { return }
        let messages = proposer.next(time: time)
        if !messages.isEmpty { journal.handIn(messages) }
    }

    /// Tells the other brokers events that are not kept.
    func announce(_ frames: JournalEntry.Frames, at time: Timestamp) {
        journal.announce(JournalEntry(time: time, commands: [frames]).bytes)
    }

    /// Events that others have announced; invalid ones are skipped.
    func takeHeard() -> [AppendCommand] {
        defer { heard = [] }
        return heard.compactMap { bytes in
            guard let frames = try? JournalEntry(bytes).commands.first,
                case .append(let append)? = try? Self.command(frames), append.isTransient
            else { return nil }
            return append
        }
    }

    /// The next entry in order; the same until it is marked as done.
    ///
    /// - Throws: `SearchBusError` where the journal has something that this version does not know, or cannot be followed.
    func nextEntry() throws -> Entry? {
        if let next { return next }
        if news.isEmpty { news = journal.take()[...] }
        while let one = news.popFirst() {
            switch one {
            case .unavailable(let reason): troubleTold = reason
            case .available: troubleTold = nil
            case .heard(let bytes): heard.append(bytes)
            case .failed(let error): throw error
            case .ordered(let message, let place):
                guard case .entry(let proposer, let number, let bytes) = take(message, at: place) else { continue }
                self.proposer.hasPlace(proposer: proposer, number: number)
                let entry = try JournalEntry(bytes)
                next = Entry(
                    proposer: proposer,
                    number: number,
                    time: entry.time,
                    commands: try entry.commands.map(Self.command),
                    resumePlace: assembler.resumePlace,
                    known: assembler.known
                )
                return next
            }
        }
        return nil
    }

    private func take(_ message: JournalMessage, at place: JournalPlace) -> EntryAssembler.Result {
        let result = assembler.take(message, at: place)
        if result == .repeat {
            let again = proposer.again(after: message, time: Timestamp.now())
            if !again.isEmpty { journal.handIn(again) }
        }
        return result
    }

    /// The entry was carried out: whose commands they were, where it was of this broker.
    func finish(_ entry: Entry) -> [BrokerLoop.Client?]? {
        next = nil
        if let known = entry.known { place = known.place }
        return proposer.carriedOut(proposer: entry.proposer, number: entry.number)?.map { $0 ?? nil }
    }

    /// Proposes that the sessions go in which nothing has happened since a moment.
    func expire(idleSince moment: Timestamp, at now: ContinuousClock.Instant) {
        // Once a clock is right again, nothing may be there that it said while it was wrong.
        guard journal.obstacle == nil else { return }
        let header: JSON = ["op": .string(Self.expireOperation), "before": JSON(Int(moment.microseconds))]
        proposer.add([header.bytes], ticket: nil, at: now)
    }

    /// Notes whether the log of a broker that has reported differs from this one.
    ///
    /// - Parameters:
    ///   - status: What it says of itself.
    ///   - now: The time.
    /// - Returns: The message, once for each node; `nil` if both are alike, as far as known.
    func noteContradiction(in status: ProcessStatus, now: ContinuousClock.Instant) -> String? {
        let machine = agreement.note(status, beside: digest, now: now)
        journal.noteAgreement(at: agreement.agreedPlace)
        return machine.map {
            """
            The log of the machine \($0) differs from this machine's, from entry \(place.rawValue) on or earlier. If most \
            machines are alike, the other starts over automatically; otherwise stop it and move log.sqlite* out of its data directory.
            """
        }
    }

    /// Where most machines have made something else of the journal than this one: which they are.
    func outvoters(now: ContinuousClock.Instant) -> [String] { agreement.outvoters(now: now) }

    private static func command(_ frames: JournalEntry.Frames) throws -> LogCommand {
        do {
            if let moment = idleMoment(frames) { return .expire(idleSince: moment) }
            switch try ReceivedCommand(frames: frames[...]) {
            case .append(let events, let id, let moves):
                return .append(AppendCommand(events: events, id: id, moves: moves))
            case .claim(let components, let nonce): return .claim(components, nonce: nonce)
            case .expire(let sessions): return .remove(sessions: sessions)
            case .replay, .latest, .cursor, .echo:
                throw SearchBusError(.journalUnreadable, "The journal has a question, which changes nothing.")
            }
        } catch {
            throw SearchBusError(
                .journalUnreadable,
                "Unsupported command in the journal: \(error)"
            )
        }
    }

    private static func idleMoment(_ frames: JournalEntry.Frames) -> Timestamp? {
        guard frames.count == 1, frames[0].count < 200, let header = try? JSON(parsing: frames[0]),
            header["op"]?.string == expireOperation, let before = header["before"]?.int
        else { return nil }
        return Timestamp(microseconds: Int64(before))
    }
}
