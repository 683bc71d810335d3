// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Glibc
import JetStream
import JetStreamTesting
import NATS
import Replication
import Synchronization
import Testing
import Wire

@Suite("A node with a wrong clock", .timeLimit(.minutes(5)))
struct WrongClockTests {
    /// A journal's first news of a message, with a clock that differs from the servers' by some seconds.
    private func firstNews(_ servers: JetStreamServers, clockBeside seconds: TimeInterval) throws -> JournalNews? {
        let settings = JetStreamSettings(.init(servers: servers.addresses, name: "test"), app: "app", replicas: 1)
        let journal = try servers.eventually {
            try JetStreamJournal(settings, now: { Date.now.addingTimeInterval(seconds) })
        }
        defer { journal.close() }
        try journal.start(after: .zero, known: nil)
        journal.handIn(try JournalMessage.messages(for: Array("an entry".utf8), proposer: "p", number: 1))
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            var wanted = pollfd(fd: journal.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wanted, 1, 100)
            for news in journal.take() {
                switch news {
                case .ordered, .failed: return news
                case .available, .unavailable, .heard: continue
                }
            }
        }
        return nil
    }

    @Test(arguments: [3600.0, -3600])
    func `Its entries are refused, and the error gives the difference`(seconds: TimeInterval) throws {
        let servers = try JetStreamServers()
        guard case .failed(let error)? = try firstNews(servers, clockBeside: seconds) else {
            Issue.record("a wrong clock takes part")
            return
        }
        #expect(error.code == .journalUnavailable && error.message.contains(seconds > 0 ? "ahead of" : "behind"))
        #expect(try servers.upkeep().size().size.last == .zero)
    }

    @Test func `One that is right takes part`() throws {
        guard case .ordered? = try firstNews(try JetStreamServers(), clockBeside: 2) else {
            Issue.record("a right clock takes no part")
            return
        }
    }

    @Test func `A clock that becomes wrong later is reported, and accepted again once it is corrected`() throws {
        let servers = try JetStreamServers()
        let step = ClockStep()
        let settings = JetStreamSettings(.init(servers: servers.addresses, name: "test"), app: "app", replicas: 1)
        let journal = try servers.eventually { try JetStreamJournal(settings, now: { step.now }) }
        defer { journal.close() }
        try journal.start(after: .zero, known: nil)
        journal.handIn(try JournalMessage.messages(for: Array("an entry".utf8), proposer: "p", number: 1))
        let upkeep = try servers.upkeep()
        let deadline = ContinuousClock.now + .seconds(60)
        while try upkeep.size().size.last == .zero, ContinuousClock.now < deadline { continue }
        #expect(journal.obstacle == nil)
        step.seconds.withLock { $0 = 3600 }
        // At once, before any request.
        #expect(journal.obstacle?.contains("clock") == true)
        wait(journal) { $0.obstacle?.contains("s ahead of") == true }
        #expect(journal.obstacle?.contains("s ahead of") == true)
        step.seconds.withLock { $0 = 0 }
        wait(journal) { $0.obstacle == nil }
        #expect(journal.obstacle == nil)
    }

    /// Waits until a condition holds, at most for some seconds.
    private func wait(_ journal: JetStreamJournal, until isSo: (JetStreamJournal) -> Bool) {
        let deadline = ContinuousClock.now + .seconds(30)
        while !isSo(journal), ContinuousClock.now < deadline {
            var wanted = pollfd(fd: journal.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wanted, 1, 50)
            _ = journal.take()
        }
    }
}

/// A clock that a test sets.
private final class ClockStep: Sendable {
    let seconds = Mutex<TimeInterval>(0)
    var now: Date { Date.now.addingTimeInterval(seconds.withLock { $0 }) }
}
