// SPDX-License-Identifier: MIT

import Broker
import Bus
import BusTesting
import Foundation
import Testing
import Wire

@testable import Replication

@Suite("A journal that is connected later")
final class LateJournalTests: LogFixture {
    private let unavailable = SearchBusError(.journalUnavailable, "No server responds.")

    private func firstFailure(_ journal: LateJournal) -> SearchBusError? {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            for case .failed(let error) in journal.take() { return error }
        }
        return nil
    }

    @Test func `Until it is connected, appends are refused with the reason`() throws {
        let journal = try LateJournal(of: "log", epoch: "e") { [unavailable] in throw unavailable }
        defer { journal.close() }
        let isReached = try journal.firstAttempt(within: .seconds(20)) != nil
        #expect(!isReached && journal.obstacle == "No server responds")
        #expect(journal.standing.leader == nil)
        #expect(journal.take().isEmpty)
    }

    @Test func `An unusable journal fails at once`() throws {
        let error = SearchBusError(.journalUnreadable, "It is of other rules.")
        let journal = try LateJournal(of: "log", epoch: "e") { throw error }
        defer { journal.close() }
        #expect(throws: error) { _ = try journal.firstAttempt(within: .seconds(20)) }
        #expect(firstFailure(journal) == error)
    }

    /// As when the servers' library never returns.
    @Test func `An attempt that never ends does not block the start, and ends the broker after a timeout`() throws {
        let end = DispatchSemaphore(value: 0)
        let journal = try LateJournal(of: "log", epoch: "e", attemptPatience: .zero) { [unavailable] in
            end.wait()
            throw unavailable
        }
        let isReached = try journal.firstAttempt(within: .milliseconds(20)) != nil
        #expect(!isReached && journal.obstacle?.contains("not answered yet") == true)
        #expect(firstFailure(journal)?.message.contains("does not end") == true)
        journal.close()
        end.signal()
    }

    @Test func `A log is shown without the servers where it has something that is not known to be wrong`() throws {
        let path = "\(folder)/log.sqlite"
        func mayBeShown() throws -> Bool? { try ReplicaLog(path: path)?.mayBeShown }
        #expect(try mayBeShown() == nil)
        let store = try LogStore(path: path, durability: .process, journal: "epoch-of-the-log")
        #expect(try mayBeShown() == false)
        _ = try store.carryOut(LogEntry([.append(command([try draft("a")]))], time: now, hasPlace: true))
        #expect(try mayBeShown() == true)
        try store.noteOutvoted()
        #expect(try mayBeShown() == false)
        try store.close()
    }

    @Test func `A log that no journal makes is not one of it`() throws {
        let store = try open()
        _ = try append(store, [try draft("a")])
        #expect(try ReplicaLog(path: store.path)?.mayBeShown == false)
        try store.close()
    }
}
