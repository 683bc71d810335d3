// SPDX-License-Identifier: MIT

import Broker
import Bus
import GRDB
import Runtime
import Wire

/// The journal of a log that brokers share: the commands that it proposes, and the entries that have their place.
///
/// Belongs to the broker's thread.
package final class ReplicatedJournal: Journal {
    /// The entry whose turn it is in the order.
    private struct Ordered {
        let entry: LogEntry
        let proposer: String
        let number: UInt64
        /// Where to read on once it is carried out.
        let resumePlace: JournalPlace
        /// Its last message.
        let known: KnownMessage?
        /// What stands for all that was made of the journal once it is carried out.
        var digest: UInt64 = 0
    }

    /// An entry that is only published, and the clients that it came from.
    private struct Passing {
        let entry: LogEntry
        let clients: [BrokerClient?]
    }

    private static let expireOperation = "expire-idle"

    private let order: any MessageOrder
    private let store: LogStore
    private var proposer = Proposer<BrokerClient?>(name: Identifier.make())
    private var assembler: EntryAssembler
    /// What stands for all that this broker has made of the journal.
    private var digest: LogDigest
    private var agreement = LogAgreement()
    private var news: ArraySlice<JournalNews> = []
    private var ordered: Ordered?
    private var passing: Passing?
    /// Commands of clients that are only published.
    private var transients: [(command: LogCommand, client: BrokerClient)] = []
    private var heard: [[UInt8]] = []
    /// How far this machine's copy is.
    private var place: JournalPlace
    /// Why what was handed in is not ordered, as the order tells it.
    private var troubleTold: String?

    /// Follows an order from where a copy of the log is.
    ///
    /// - Throws: `SearchBusError` where it cannot.
    init(_ order: any MessageOrder, of store: LogStore) throws {
        let state = try store.journalState()
        assembler = state.assembler
        digest = LogDigest(state.digest, at: state.known?.place)
        place = state.known?.place ?? .zero
        (self.order, self.store) = (order, store)
        try order.start(after: state.place, known: state.known)
    }

    package let isShared = true
    package var descriptor: Int32? { order.descriptor }
    package var isIdle: Bool { proposer.isIdle }
    package var isAtWork: Bool { hasNews || passing != nil || !heard.isEmpty || !transients.isEmpty }

    private var hasNews: Bool { ordered != nil || !news.isEmpty }

    /// Why nothing is ordered, as far as is known.
    private var trouble: String? { order.obstacle ?? troubleTold }

    // MARK: Commands

    package func add(
        _ command: LogCommand,
        _ frames: ArraySlice<[UInt8]>,
        of client: BrokerClient,
        at now: ContinuousClock.Instant
    ) throws {
        guard !command.isTransient else {
            transients.append((command, client))
            return announce(Array(frames))
        }
        if case .append(let append) = command { try store.checkFolded(append.moves) }
        guard !proposer.isFull else { throw Self.unavailable("Too much waits to be ordered") }
        proposer.add(Array(frames), ticket: client, at: now)
    }

    package func deleteSessions(
        idleFor lifetime: Duration,
        through sequence: SequenceNumber,
        at now: ContinuousClock.Instant
    ) throws {
        let time = Timestamp(microseconds: Timestamp.now().microseconds - lifetime.components.seconds * 1_000_000)
        // All brokers check, and the first one deletes them for all. Once a clock is right again, nothing may be there that it
        // said while it was wrong.
        guard try store.hasSession(idleSince: time), order.obstacle == nil else { return }
        let header: JSON = ["op": .string(Self.expireOperation), "before": JSON(Int(time.microseconds))]
        proposer.add([header.bytes], ticket: nil, at: now)
    }

    package func takeOverdue(at now: ContinuousClock.Instant) -> [(client: BrokerClient, error: SearchBusError)] {
        let error = Self.unavailable(trouble ?? "Nothing was ordered for a while")
        return proposer.overdue(at: now).compactMap { client in client.map { ($0, error) } }
    }

    private static func unavailable(_ reason: String) -> SearchBusError {
        SearchBusError(.journalUnavailable, "\(reason). What was sent is carried out later, or not at all.")
    }

    /// Hands in what waits.
    private func propose() {
        // What waits for too long is refused, and gets no place later.
        guard !proposer.isIdle, order.obstacle == nil else { return }
        let messages = proposer.next(time: .now())
        if !messages.isEmpty { order.handIn(messages) }
    }

    /// Tells the other brokers events that are not kept.
    package func announce(_ frames: [[UInt8]]) {
        order.announce(JournalEntry(time: .now(), commands: [frames]).bytes)
    }

    // MARK: Entries

    package func next(at now: ContinuousClock.Instant) throws -> LogEntry? {
        // What is only published waits for no disk.
        if passing == nil { passing = try nextPassing(at: now) }
        if let passing { return passing.entry }
        if ordered == nil { ordered = try nextOrdered() }
        // What waits is on its way while this one is carried out.
        propose()
        return ordered?.entry
    }

    private func nextPassing(at now: ContinuousClock.Instant) throws -> Passing? {
        let commands: [LogCommand]
        var clients: [BrokerClient?] = []
        if transients.isEmpty {
            commands = takeHeard()
            try compare(commands, at: now)
        } else {
            (commands, clients) = (transients.map(\.command), transients.map(\.client))
            transients = []
        }
        guard !commands.isEmpty else { return nil }
        return Passing(entry: LogEntry(commands, time: .now(), hasPlace: false), clients: clients)
    }

    /// Events that others have announced; invalid ones are skipped.
    private func takeHeard() -> [LogCommand] {
        defer { heard = [] }
        return heard.compactMap { bytes in
            guard let frames = try? JournalEntry(bytes).commands.first, let command = try? Self.command(frames),
                command.isTransient
            else { return nil }
            return command
        }
    }

    private func nextOrdered() throws -> Ordered? {
        if news.isEmpty { news = order.take()[...] }
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
                return Ordered(
                    entry: LogEntry(try entry.commands.map(Self.command), time: entry.time, hasPlace: true),
                    proposer: proposer,
                    number: number,
                    resumePlace: assembler.resumePlace,
                    known: assembler.known
                )
            }
        }
        return nil
    }

    private func take(_ message: JournalMessage, at place: JournalPlace) -> EntryAssembler.Result {
        let result = assembler.take(message, at: place)
        if result == .repeat {
            let again = proposer.again(after: message, time: .now())
            if !again.isEmpty { order.handIn(again) }
        }
        return result
    }

    package func note(_ outcomes: [LogOutcome], of entry: LogEntry, _ db: Database) throws {
        guard var ordered else { return }
        // Of which message it was, too: others of the same length have the same outcome.
        let message = ordered.known.map { [LogOutcome.number($0.id)] } ?? []
        let place = ordered.known?.place ?? .zero
        ordered.digest = digest.value(after: message + outcomes.flatMap(\.numbers), at: place)
        self.ordered = ordered
        let note = LogStore.JournalNote(
            proposer: ordered.proposer,
            number: ordered.number,
            resumePlace: ordered.resumePlace,
            known: ordered.known,
            time: entry.time,
            digest: ordered.digest
        )
        try store.note(note, db)
    }

    package func finish(_ entry: LogEntry) -> [BrokerClient?] {
        if let passing, !entry.hasPlace {
            self.passing = nil
            return passing.clients
        }
        guard let ordered else { return [] }
        self.ordered = nil
        digest.note(ordered.digest, at: ordered.known?.place ?? .zero)
        if let known = ordered.known { place = known.place }
        return proposer.carriedOut(proposer: ordered.proposer, number: ordered.number)?.map { $0 ?? nil } ?? []
    }

    // MARK: Status

    /// Says so, once for each machine, where another broker has made something else of the journal.
    ///
    /// - Throws: `SearchBusError` if most of them differ: the next broker starts over.
    private func compare(_ heard: [LogCommand], at now: ContinuousClock.Instant) throws {
        for case .append(let append) in heard {
            for event in append.events where event.topic.description == "status/broker/" {
                guard let data = try? JSON(parsing: event.data), let status = ProcessStatus(record: data) else {
                    continue
                }
                noteContradiction(in: status, at: now)
            }
        }
        let outvoters = agreement.outvoters(now: now)
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

    private func noteContradiction(in status: ProcessStatus, at now: ContinuousClock.Instant) {
        let machine = agreement.note(status, beside: digest, now: now)
        order.noteAgreement(at: agreement.agreedPlace)
        guard let machine else { return }
        Executable.warn(
            """
            The log of the machine \(machine) differs from this machine's, from entry \(place.rawValue) on or earlier. If most \
            machines are alike, the other starts over automatically; otherwise stop it and move log.sqlite* out of its data directory.
            """
        )
    }

    /// How the order is, and how far this machine's copy of it.
    package func status(at now: ContinuousClock.Instant) -> JournalStatus? {
        var standing = order.standing
        let dispute = agreement.advice(on: Machine.name, now: now)
        if let dispute { standing.advice = [standing.advice, dispute].compactMap { $0 }.joined(separator: " ") }
        // The message after the last entry may not be an entry, such as one that the servers stored twice.
        if !hasNews, let last = standing.last, let seen = assembler.known?.place, seen >= last {
            standing.last = place
        }
        var status = standing.status(at: place, trouble: trouble)
        status.digest = String(digest.value, radix: 16)
        let others = agreement.differsFrom
        if !others.isEmpty { (status.differsFrom, status.differences) = (others, agreement.differences) }
        if dispute != nil { status.isContested = true }
        // The servers order what the others hand in: those are to have the work.
        if standing.leader != nil, order.obstacle != nil { status.isHeldBack = true }
        let alike = agreement.agreesWith
        if !alike.isEmpty { status.agreesWith = alike }
        return status
    }

    /// Whether there is, or may be, more in order than this machine has carried out.
    package var mayLag: Bool {
        let standing = order.standing
        guard !hasNews, troubleTold == nil, standing.leader != nil, let last = standing.last else { return true }
        return last > assembler.known?.place ?? place
    }

    private static func command(_ frames: JournalEntry.Frames) throws -> LogCommand {
        do {
            if let moment = idleMoment(frames) { return .expire(.since(moment)) }
            guard let command = LogCommand(try ReceivedCommand(frames: frames[...])) else {
                throw SearchBusError(.journalUnreadable, "The journal has a question, which changes nothing.")
            }
            return command
        } catch {
            throw SearchBusError(.journalUnreadable, "Unsupported command in the journal: \(error)")
        }
    }

    private static func idleMoment(_ frames: JournalEntry.Frames) -> Timestamp? {
        guard frames.count == 1, frames[0].count < 200, let header = try? JSON(parsing: frames[0]),
            header["op"]?.string == expireOperation, let before = header["before"]?.int
        else { return nil }
        return Timestamp(microseconds: Int64(before))
    }

    package func close() { order.close() }
}
