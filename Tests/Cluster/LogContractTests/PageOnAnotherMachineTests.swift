// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import ReplicationTesting
import Testing
import Wire

@testable import Gateway

/// A page that moves from one node's gateway to another's.
@Suite("A page moves to another node", .timeLimit(.minutes(5)))
struct PageOnAnotherMachineTests {
    @Test func `It is shown nothing of a lagging machine's past, however far back it has to begin`() async throws {
        let log = try LogUnderTest(.sharedJournal)
        _ = try await log.client(2).append([try view("a", of: "box")])
        let epoch = try await log.client(2).latest(LatestQuery([.all])).epoch
        log.brokers[2].journal?.setHeld(true)
        let seen = try await log.client(0).append([try view("b", of: "box")])
        let resume = ResumePoint(epoch: epoch, sequence: seen.last)
        let error = await #expect(throws: SearchBusError.self) {
            _ = try await SessionState.read("s", from: log.client(2), resume: resume) { _ in .zero }
        }
        #expect(error?.code == .journalUnavailable)
        log.brokers[2].journal?.setHeld(false)
        let state = try await SessionState.read("s", from: log.client(2), resume: resume) { _ in .zero }
        // A view that arrived late is sent again.
        #expect(!state.isWhole && state.events.map(\.id) == ["b"])
    }
}
