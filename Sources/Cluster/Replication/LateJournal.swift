// SPDX-License-Identifier: MIT

import Broker
import Foundation
import Runtime
import Wire

/// A journal whose servers are yet to be reached, while the machine's own copy of the log is read.
///
/// A thread of its own tries to reach them; all else is the broker's thread's. No entry is made before. Once they are
/// reached, all is as for a broker that ran and was partitioned meanwhile: whether the next entry still exists, whether the
/// servers have what this machine has, and whether most machines have something else shows then. Where that ends the
/// broker, the next one begins with the servers at hand.
final class LateJournal: MessageOrder, @unchecked Sendable {
    private struct State {
        var reached: (any MessageOrder)?
        /// Why the journal cannot be used.
        var failure: SearchBusError?
        var reason = "The log's servers have not answered yet"
        var attempts = 0
        /// Since when an attempt is in progress.
        var attemptSince: SuspendingClock.Instant?
        var isClosed = false
    }

    /// The pause between two attempts.
    private static let pause: Duration = .milliseconds(500)
    /// The time after which an attempt counts as hanging: longer than everything that it waits for takes.
    static let attemptPatience: Duration = .seconds(120)

    let epoch: String
    private let path: String
    private let make: @Sendable () throws -> any MessageOrder
    private let attemptPatience: Duration
    private let wakeUp: WakeUp
    private let condition = SteadyCondition()
    /// Guarded by `condition`.
    private var state = State()
    /// The arguments of `start`, and the journal once it is consumed; used by the broker's thread.
    private var beginning: (place: JournalPlace, known: KnownMessage?) = (.zero, nil)
    private var followed: (any MessageOrder)?

    /// Begins to try.
    ///
    /// - Parameters:
    ///   - path: The machine's copy of the log.
    ///   - epoch: What that is called.
    ///   - attemptPatience: How long an attempt may take.
    ///   - make: An attempt.
    /// - Throws: `SearchBusError` where the process has no descriptors left.
    init(
        of path: String,
        epoch: String,
        attemptPatience: Duration = LateJournal.attemptPatience,
        _ make: @escaping @Sendable () throws -> any MessageOrder
    ) throws {
        self.path = path
        self.epoch = epoch
        self.attemptPatience = attemptPatience
        self.make = make
        wakeUp = try WakeUp()
        // It may wait in the library of the servers, which nothing ends.
        SystemThread(blocksSignals: true) { [self] in reachForEver() }.detach()
    }

    /// Waits until the first attempt is over, or until the timeout.
    ///
    /// - Parameter patience: How long.
    /// - Returns: The journal, which is the caller's from then on, if it was reached; otherwise this continues.
    /// - Throws: `SearchBusError` where the journal cannot be used.
    func firstAttempt(within patience: Duration) throws -> (any MessageOrder)? {
        let end = SuspendingClock.now + patience
        condition.lock()
        defer { condition.unlock() }
        while state.attempts == 0, condition.wait(until: end) {}
        if let failure = state.failure { throw failure }
        return state.reached
    }

    var descriptor: Int32 { followed?.descriptor ?? wakeUp.descriptor }

    func start(after place: JournalPlace, known: KnownMessage?) throws { beginning = (place, known) }

    func handIn(_ messages: [JournalMessage]) { followed?.handIn(messages) }

    func announce(_ bytes: [UInt8]) { followed?.announce(bytes) }

    func take() -> [JournalNews] {
        if let followed { return followed.take() }
        wakeUp.clear()
        do {
            guard let journal = try whatWasReached() else { return [] }
            guard journal.epoch == epoch else { throw LogStore.isOfAnother(path, epoch, journal: journal.epoch) }
            try journal.start(after: beginning.place, known: beginning.known)
            followed = journal
            // From now on another bell is used.
            wakeUp.clear()
            return journal.take()
        } catch {
            return [.failed(Self.failure(error))]
        }
    }

    func noteAgreement(at place: JournalPlace) { followed?.noteAgreement(at: place) }

    var standing: JournalStanding { followed?.standing ?? JournalStanding() }

    var obstacle: String? {
        if let followed { return followed.obstacle }
        condition.lock()
        defer { condition.unlock() }
        return state.reason
    }

    func close() {
        condition.lock()
        state.isClosed = true
        let reached = state.reached
        condition.broadcast()
        condition.unlock()
        reached?.close()
    }

    /// The journal, where it was reached.
    private func whatWasReached() throws -> (any MessageOrder)? {
        condition.lock()
        defer { condition.unlock() }
        if let failure = state.failure { throw failure }
        if let since = state.attemptSince, SuspendingClock.now - since > attemptPatience {
            throw SearchBusError(
                .journalUnavailable,
                "An attempt to reach the log's servers does not end.",
                remedy: "The process is started again by itself; look whether the servers are reached."
            )
        }
        return state.reached
    }

    // MARK: The thread that tries

    private func reachForEver() {
        while begin() {
            do {
                let journal = try make()
                do {
                    // Who has no majority is found out by asking.
                    _ = try journal.reach()
                } catch {
                    journal.close()
                    throw error
                }
                return end { $0.reached = journal }
            } catch let error as SearchBusError where error.code == .journalUnavailable {
                end { $0.reason = error.reason }
            } catch {
                return end { $0.failure = Self.failure(error) }
            }
        }
    }

    /// Begins an attempt, after a pause where there was one before; returns whether there is one.
    private func begin() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if state.attempts > 0 {
            let end = SuspendingClock.now + Self.pause
            while !state.isClosed, condition.wait(until: end) {}
        }
        state.attemptSince = .now
        return !state.isClosed
    }

    /// Ends an attempt with what has come of it.
    private func end(_ change: (inout State) -> Void) {
        condition.lock()
        change(&state)
        state.attempts += 1
        state.attemptSince = nil
        // It is known only here.
        let forgotten = state.isClosed ? state.reached : nil
        condition.broadcast()
        // Before it can be taken: the bell is not cleared after that.
        wakeUp.ring()
        condition.unlock()
        forgotten?.close()
    }

    private static func failure(_ error: any Error) -> SearchBusError {
        error as? SearchBusError ?? SearchBusError(.journalUnavailable, "The journal cannot be used: \(error).")
    }
}
