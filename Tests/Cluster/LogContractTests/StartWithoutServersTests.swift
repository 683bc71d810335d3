// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Replication
import ReplicationTesting
import Synchronization
import Testing
import Wire

@Suite("A broker starts while the journal is not connected", .timeLimit(.minutes(5)))
struct StartWithoutServersTests {
    /// Appends until it is on the log, as every client does while the log is unavailable.
    private func insist(_ broker: TestBroker, _ id: String) async throws -> AppendReceipt {
        let client = try broker.client()
        while true {
            do {
                return try await client.append([try intent(id)])
            } catch let error as SearchBusError where error.code == .journalUnavailable {
                continue
            }
        }
    }

    /// The log except `b`: clients repeat an append without a response, and that one may be refused and carried out.
    private func ids(_ broker: TestBroker) async throws -> [String] {
        let events = try await broker.client().replay(ReplayQuery([.all], after: .zero, limit: 1000)).events
        return events.map(\.id).filter { $0 != "b" }
    }

    @Test func `What the machine has is read, nothing is taken in, and the journal is followed once it is reached`()
        async throws
    {
        let journal = SharedJournal()
        let brokers = try (0..<2).map { _ in try TestBroker(sharing: journal) }
        _ = try await brokers[0].client().append([try intent("a")])
        brokers[0].stop()
        journal.setReachable(false)
        try brokers[0].start()
        #expect(try await ids(brokers[0]) == ["a"])
        // The start of a subscription is decided here too.
        let client = try brokers[0].client()
        let subscription = try await client.subscribe(to: [TopicPrefix(.intent, "box")], after: .zero)
        defer { subscription.cancel() }
        #expect(try await subscription.next().map(\.id) == ["a"])
        let error = await #expect(throws: SearchBusError.self) {
            _ = try await brokers[0].client().append([try intent("b")])
        }
        #expect(error?.code == .journalUnavailable && error?.message.contains("refuses connections") == true)
        #expect(error?.remedy.isEmpty == false)
        #expect(try await client.replay(ReplayQuery([.all], after: .zero)).events.map(\.id) == ["a"])
        _ = try await brokers[1].client().append([try intent("c")])
        journal.setReachable(true)
        let head = try await insist(brokers[0], "d").last
        #expect(try await ids(brokers[0]) == ["a", "c", "d"])
        _ = try await brokers[1].client().replay(ReplayQuery([.all], after: head, limit: 1))
        #expect(try await ids(brokers[1]) == ["a", "c", "d"])
    }

    @Test func `What another machine has shown is not called lost meanwhile`() async throws {
        let journal = SharedJournal()
        let brokers = try (0..<2).map { _ in try TestBroker(sharing: journal) }
        _ = try await brokers[0].client().append([try intent("a")])
        brokers[0].stop()
        let shown = try await brokers[1].client().append([try intent("b")]).last
        journal.setReachable(false)
        try brokers[0].start()
        let error = await #expect(throws: SearchBusError.self) {
            _ = try await brokers[0].client().replay(ReplayQuery([.all], after: shown, limit: 1))
        }
        #expect(error?.code == .journalUnavailable && error?.message.contains("catching up") == true)
    }

    @Test func `A machine that has nothing of the log waits`() throws {
        let journal = SharedJournal()
        journal.setReachable(false)
        let error = #expect(throws: SearchBusError.self) { try TestBroker(sharing: journal) }
        #expect(error?.code == .journalUnavailable)
    }

    @Test func `If the next entries were deleted meanwhile, the broker ends once it connects`()
        async throws
    {
        let journal = SharedJournal()
        let brokers = try (0..<2).map { _ in try TestBroker(sharing: journal) }
        _ = try await brokers[0].client().append([try intent("a")])
        brokers[0].stop()
        for number in 0..<5 { _ = try await brokers[1].client().append([try intent("b\(number)")]) }
        journal.setReachable(false)
        try brokers[0].start()
        #expect(try await ids(brokers[0]) == ["a"])
        journal.trim(below: JournalPlace(rawValue: 4))
        journal.setReachable(true)
        #expect(await brokers[0].failure()?.code == .trimmed)
    }

    @Test func `Where the journal proves to be another, or one that cannot be used, the broker ends as at the start`()
        async throws
    {
        let found = Mutex<Result<SharedJournal, SearchBusError>>(.success(SharedJournal()))
        let nobody = SearchBusError(.journalUnavailable, "No server responds.")
        let others: [Result<SharedJournal, SearchBusError>] = [
            .success(SharedJournal()), .failure(SearchBusError(.journalUnreadable, "It is of other rules.")),
        ]
        let broker = try TestBroker { try found.withLock { $0 }.get().member() }
        _ = try await broker.client().append([try intent("a")])
        for (other, code) in zip(others, [ErrorCode.epochChanged, .journalUnreadable]) {
            broker.stop()
            found.withLock { $0 = .failure(nobody) }
            try broker.start()
            #expect(try await ids(broker) == ["a"])
            found.withLock { $0 = other }
            #expect(await broker.failure()?.code == code)
        }
    }

    @Test func `A machine whose clock went wrong reads on, and puts nothing in order until it is right again`()
        async throws
    {
        let journal = SharedJournal()
        let brokers = try (0..<2).map { _ in try TestBroker(sharing: journal) }
        _ = try await brokers[0].client().append([try intent("a")])
        brokers[0].journal?.setObstacle("This machine's clock is 3600 s ahead")
        let error = await #expect(throws: SearchBusError.self) {
            _ = try await brokers[0].client().append([try intent("b")])
        }
        #expect(error?.code == .journalUnavailable && error?.message.contains("clock is 3600 s ahead") == true)
        // Another node must take over its work.
        let status = try await brokers[0].client().first(under: TopicPrefix(.status, "broker")) { event in
            try event.data()["journal"]?["isHeldBack"]?.bool == true
        }
        #expect(try status.data()["journal"]?["isAvailable"]?.bool == false)
        let head = try await brokers[1].client().append([try intent("c")]).last
        _ = try await brokers[0].client().replay(ReplayQuery([.all], after: head, limit: 1))
        let meanwhile = try await brokers[0].client().replay(ReplayQuery([.all], after: .zero)).events
        #expect(meanwhile.map(\.id) == ["a", "c"])
        brokers[0].journal?.setObstacle(nil)
        _ = try await insist(brokers[0], "d")
        #expect(try await ids(brokers[0]) == ["a", "c", "d"])
    }
}
