// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import JetStream
import NATS
import Replication
import Runtime
import SearchIndex
import Synchronization
import Wire

/// Keeps snapshots of the log for new nodes, and removes the entries of the journal that they contain.
///
/// Its work waits for disks and servers, and has a thread of its own.
public final class CopyKeeper: Sendable {
    /// The configuration of a keeper.
    public struct Configuration: Sendable {
        public var dataDirectory: String
        public var journal: JetStreamSettings
        public var machine: String
        public var rule: CopyRule

        public init(dataDirectory: String, journal: JetStreamSettings, machine: String, rule: CopyRule) {
            (self.dataDirectory, self.journal) = (dataDirectory, journal)
            (self.machine, self.rule) = (machine, rule)
        }
    }

    private struct State {
        var machines = HeardMachines()
        var place: JournalPlace?
        var first: JournalPlace?
        var copy: StoredCopy?
        var behind: [String: NewerVersion] = [:]
        /// What this machine's broker says of the journal.
        var journal: JournalStatus?
        /// Whether this machine's log may be copied, as far as it is known.
        var mayCopy = true
        var trouble: String?
        var isClosed = false
    }

    private static let interval: Duration = .seconds(1)
    /// The maximum number of reported outdated indexes.
    private static let mostTold = 20

    private let configuration: Configuration
    private let member: HeardMachines.Member
    private let startedAt = ContinuousClock.now
    private let announce: @Sendable (IndexChange) -> Void
    private let condition = SteadyCondition()
    private let state = Mutex(State())
    private let calls = CallWatch()
    private let progress = Mutex(ProgressCheck(at: .now))

    /// - Parameters:
    ///   - configuration: Its configuration.
    ///   - announce: Is called for each index that another machine has changed, once this one has it.
    public init(_ configuration: Configuration, announce: @escaping @Sendable (IndexChange) -> Void) {
        (self.configuration, self.announce) = (configuration, announce)
        member = HeardMachines.Member(machine: configuration.machine, process: Int(getpid()))
    }

    /// Adds what is reported of the work each second.
    public func report(to status: inout ProcessStatus) {
        state.withLock { state in
            status.machine = configuration.machine
            if !state.mayCopy { status.mayCopy = false }
            if let place = state.place {
                var journal = JournalStatus()
                journal.place = Int(place.rawValue)
                journal.first = state.first.map { Int($0.rawValue) }
                status.journal = journal
            }
            status.copy = state.copy.map {
                StoredCopyStatus(place: Int($0.place.rawValue), bytes: $0.size, origin: $0.origin)
            }
            // There may be any number of them; the first tell enough.
            status.indexesBehind = state.behind.sorted { $0.key < $1.key }.prefix(Self.mostTold).map {
                IndexLag(index: $0, origin: $1.origin, since: $1.since)
            }
            status.trouble = state.trouble
        }
    }

    /// Takes in what a keeper of any machine says of itself.
    public func note(_ status: ProcessStatus) {
        guard let machine = status.machine, let process = status.pid, let place = status.journal?.place, place >= 0
        else { return }
        state.withLock { state in
            state.machines.note(
                HeardMachines.Member(machine: machine, process: process),
                at: JournalPlace(rawValue: UInt64(place)),
                mayCopy: status.mayCopy ?? true,
                now: .now
            )
        }
    }

    /// Takes in what the broker of any machine says of itself: a log that others have otherwise is copied only where most
    /// machines have it as this one does.
    public func note(broker status: ProcessStatus) {
        guard status.machine == configuration.machine, let journal = status.journal else { return }
        state.withLock { $0.journal = journal }
    }

    /// Whether this node's log differs from others, without a majority that decides.
    var isContested: Bool { state.withLock { Self.isContested($0) } }

    private static func isContested(_ state: State) -> Bool { state.journal?.isContested == true }

    /// Works until `stop`; the caller's thread is used.
    public func run() {
        var work: CopyWork?
        while wait() {
            do {
                if work?.isRefused == true { work = nil }
                let current = try work ?? makeWork()
                work = current
                // A failure of the one does not stop the other.
                let indexes = Result {
                    try current.indexes.keep(check: check, onChange: announce) { behind in
                        state.withLock { $0.behind = behind }
                    }
                }
                let log = Result { try keep(current) }
                try indexes.get()
                try log.get()
                note(trouble: nil)
            } catch {
                note(trouble: "\(error)")
            }
        }
    }

    private func makeWork() throws -> CopyWork {
        var journal = configuration.journal
        journal.connection.calls = calls
        return try CopyWork(journal, data: configuration.dataDirectory, machine: configuration.machine)
    }

    /// Checks whether the thread waits forever for NATS's library; call it each second.
    ///
    /// - Parameter now: The time.
    /// - Returns: Whether it does.
    public func isStuck(now: SuspendingClock.Instant = .now) -> Bool {
        progress.withLock { $0.isStuck(at: calls.number, now: now) }
    }

    /// Cancels work in flight when the process must end.
    private func check() throws { if isClosed { throw CancellationError() } }

    /// Ends the work; what is being copied is left.
    public func stop() {
        condition.lock()
        state.withLock { $0.isClosed = true }
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until it is time to look; answers whether there is still something to do.
    private func wait() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if !isClosed { _ = condition.wait(until: .now + Self.interval) }
        return !isClosed
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func note(trouble: String?) {
        let isNew = state.withLock { state in
            defer { state.trouble = trouble }
            return state.trouble != trouble
        }
        if isNew, let trouble { Executable.warn(trouble) }
    }

    /// One round: where this machine is; and, where it works for all, a copy and what then goes.
    private func keep(_ work: CopyWork) throws {
        guard let log = try ReplicaLog(path: work.log), let place = log.place else { return }
        state.withLock { $0.place = place }
        let now = ContinuousClock.now
        let (isFirst, oldest, isContested, said, names) = state.withLock { state in
            let isContested = Self.isContested(state)
            state.mayCopy = !isContested && !log.isOutvoted
            state.machines.note(member, at: place, mayCopy: state.mayCopy, now: now)
            let oldest = state.machines.oldestPlace(now: now)
            let names = state.machines.names(now: now)
            return (state.machines.isFirst(member, now: now), oldest, isContested, state.journal, names)
        }
        // It starts over, and then knows the current claims.
        guard !log.isOutvoted else { return }
        let claim = try work.noteClaim(of: configuration.machine, by: said, epoch: log.epoch)
        if isContested { throw contested }
        // A new process has not received the others' reports yet.
        guard isFirst, now - startedAt > HeardMachines.patience else { return }
        let alike = (said?.agreesWith ?? []) + [configuration.machine]
        let heard = now - startedAt > HeardMachines.memory ? names : nil
        try work.overrule(by: claim, heard: heard, alike: Set(alike), epoch: log.epoch)
        let journal = try work.size(of: log.epoch)
        var copies = try work.copies.all(of: log.epoch).filter { !claim.contradicts($0) }
        let rule = configuration.rule
        if !rule.wantsCopy(journal, copies: copies) {
            work.failure = nil
        } else if now >= work.restsUntil {
            copies = try copy(log, work, at: now) ?? copies
        }
        let found = copies
        state.withLock { ($0.copy, $0.first) = (found.last, journal.first) }
        if let below = rule.trimming(journal, copies: found, oldestPlace: oldest) { try work.trim(below: below) }
        try work.sweep(now: now)
        // It is reported until the next attempt.
        if let failure = work.failure { throw failure }
    }

    /// Makes a copy, and has the work rest after it; `nil` where that fails, which the work notes.
    private func copy(_ log: ReplicaLog, _ work: CopyWork, at start: ContinuousClock.Instant) throws -> [StoredCopy]? {
        var copies: [StoredCopy]?
        do {
            copies = try work.copy(for: configuration.machine, epoch: log.epoch, check: checkAlike)
            work.failure = nil
        } catch {
            work.failure = error
        }
        work.restsUntil = .now + CopyRule.rest(after: ContinuousClock.now - start, isMade: copies != nil)
        try check()
        return copies
    }

    /// Gives up copying where the work is to end, or the log is found to be another one than others have.
    private func checkAlike() throws {
        try check()
        if isContested { throw contested }
    }

    /// Why no snapshots are made if nodes differ without a majority.
    private var contested: SearchBusError {
        SearchBusError(
            .diverged,
            """
            The log of the machine \(configuration.machine) differs from that of others, and there is no majority that decides which is \
            right: no snapshots are made, and the journal grows.
            """,
            remedy: LogAgreement.decision
        )
    }
}
