// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import RandomTesting
import ReplicationTesting
import Testing
import Wire

/// Guarantees of a log that several brokers share.
@Suite("Brokers share a journal", .timeLimit(.minutes(5)))
struct SharedJournalTests {
    @Test func `What another machine has shown is waited for, not called lost`() async throws {
        let log = try LogUnderTest(.sharedJournal)
        _ = try await log.client(2).append([try intent("a")])
        log.brokers[2].journal?.setHeld(true)
        let receipt = try await log.client(0).append([try intent("b")])
        async let page = log.client(2).replay(ReplayQuery([.all], after: receipt.last, limit: 1))
        async let release: Void = { log.brokers[2].journal?.setHeld(false) }()
        #expect(try await page.diverged == nil)
        await release
    }

    @Test func `A node that lags for long reports it, and does not serve stale data as current`() async throws {
        let log = try LogUnderTest(.sharedJournal)
        _ = try await log.client(2).append([try intent("a")])
        log.brokers[2].journal?.setHeld(true)
        let receipt = try await log.client(0).append([try intent("b")])
        let error = await #expect(throws: SearchBusError.self) {
            _ = try await log.client(2).latest(LatestQuery([.all], after: receipt.last))
        }
        #expect(error?.code == .journalUnavailable && error?.message.contains("catching up") == true)
        log.brokers[2].journal?.setHeld(false)
        #expect(try await log.client(2).latest(LatestQuery([.all], after: receipt.last)).events.isEmpty)
    }

    @Test func `No append is half done while the journal is unavailable, and reads continue`()
        async throws
    {
        let log = try LogUnderTest(.sharedJournal)
        _ = try await log.client(0).append([try intent("a")])
        log.journal?.setAvailable(false)
        let draft = try intent("b")
        let error = await #expect(throws: SearchBusError.self) { _ = try await log.client(1).append([draft]) }
        #expect(error?.code == .journalUnavailable && error?.message.contains("The test orders nothing") == true)
        #expect(try await log.client(1).latest(LatestQuery([.all])).events.map(\.id) == ["a"])
        log.journal?.setAvailable(true)
        let receipt = try await log.client(2).append([draft])
        #expect(try await log.client(1).append([draft]) == receipt)
        for events in try await log.everything() { #expect(events.map(\.id) == ["a", "b"]) }
    }

    @Test func `A log of another journal is not taken for a copy of this one`() throws {
        let broker = try TestBroker()
        broker.stop()
        let error = #expect(throws: SearchBusError.self) {
            try TestBroker(sharing: SharedJournal(), in: broker.folder)
        }
        #expect(error?.code == .epochChanged && error?.remedy.contains("data directory") == true)
    }

    /// Clients and components on three nodes, messages that are stored twice and late, and restarted brokers.
    @Test func `Random histories: every machine has the same log, each intent once, each turn once`() async throws {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<12 {
            let seed = UInt64.random(in: .min ... .max, using: &generator)
            try await runHistory(seed: seed)
        }
    }

    private func runHistory(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let salt = Int.random(in: 0..<1000, using: &generator)
        let log = try LogUnderTest(
            .sharedJournal,
            .init(
                copies: { ($0 + salt).isMultiple(of: 4) ? 2 : 1 },
                repeatsOlder: { ($0 + salt).isMultiple(of: 5) ? $0 / 2 : nil }
            )
        )
        var sent: [EventDraft] = []
        var claims: [(claim: ComponentClaim, isCurrent: Bool)] = []
        var cursor = SequenceNumber.zero
        var turns: [String] = []
        for step in 0..<30 {
            let client = log.client(Int.random(in: 0..<3, using: &generator))
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...3:
                let draft = try intent("i\(step)", session: generator.pick(["s", "t"]), ["n": JSON(step)])
                _ = try await client.append([draft])
                sent.append(draft)
            case 4 where !sent.isEmpty: _ = try await client.append([generator.pick(sent)])
            case 5:
                let claim = try #require(try await client.claim(["box"])["box"])
                claims = claims.map { ($0.claim, false) } + [(claim, true)]
                #expect(claim.cursor == cursor)
            case 6 where generator.isTrue():
                let number = Int.random(in: 0..<3, using: &generator)
                log.brokers[number].stop()
                try log.brokers[number].start()
            default:
                guard let (claim, isCurrent) = claims.randomElement(using: &generator) else { continue }
                let head = try await client.replay(ReplayQuery([.all], after: cursor, limit: 1)).head
                let id = "turn\(step)"
                do {
                    let moves = [move("box", cursor, max(cursor, head), incarnation: claim.incarnation)]
                    _ = try await client.append([try view(id, of: "box")], id: id, moving: moves)
                    #expect(isCurrent, "a process that was followed is fenced; seed \(seed)")
                    cursor = max(cursor, head)
                    turns.append(id)
                } catch let error as SearchBusError {
                    #expect(error.code == .fenced && !isCurrent, "\(error); seed \(seed)")
                }
            }
        }
        let logs = try await log.everything()
        #expect(logs.allSatisfy { $0 == logs[0] }, "seed \(seed)")
        #expect(logs[0].filter { $0.topic.kind == .intent }.map(\.id) == sent.map(\.id), "seed \(seed)")
        #expect(logs[0].filter { $0.topic.kind == .view }.map(\.id) == turns, "seed \(seed)")
    }
}
