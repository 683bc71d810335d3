// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import RandomTesting
import Synchronization
import Testing
import Wire

@testable import Components

/// Hosts that share the sessions of one component.
@Suite("Hosts by shard", .timeLimit(.minutes(5)))
struct ShardedHostTests {
    private static let sessions = (0..<24).map { "session-\($0)" }

    private static func host(_ broker: TestBroker, _ numbers: [Int]) -> HostOnTheBus {
        var host = HostOnTheBus(broker)
        host.shards = HostShards(numbers, of: 4)
        return host
    }

    private static let notebook = [Notebook("a", reading: ["word"])]

    @Test func `A session always belongs to the same shard`() {
        #expect(["", "a", "demo", "session-1"].map { SessionShard.of($0, among: 8) } == [5, 4, 6, 5])
        #expect(Set(Self.sessions.map { SessionShard.of($0, among: 4) }) == [0, 1, 2, 3])
        #expect(SessionShard.isCursor("price~3") && SessionShard.isCursor("price"))
        #expect(!["price~", "price~03", "price~64", "price~1~2", "~1", "a/b~1"].contains(where: SessionShard.isCursor))
        #expect(SessionShard.component(ofCursor: "price~12") == "price")
    }

    @Test func `A process's shards survive encoding and decoding, and other texts are refused`() throws {
        #expect(try HostShards(parsing: HostShards([5, 0, 3], of: 8).text) == HostShards([0, 3, 5], of: 8))
        for text in ["", "/8", "8/8", "0,1", "0/0", "-1/8", "0,x/8", "0/65", "0,0,0/2"] {
            #expect(throws: SearchBusError.self, "\(text)") { try HostShards(parsing: text) }
        }
    }

    @Test func `Two hosts share the sessions: each answers its own, under cursors of its shards`() async throws {
        let broker = try TestBroker()
        var logs: [ObservedLog] = []
        logs.append(
            try await Self.host(broker, [0, 2]).run(Self.notebook) { _, _ in
                logs.append(
                    try await Self.host(broker, [1, 3]).run(Self.notebook) { log, _ in
                        for session in Self.sessions { try await log.tell("word", session: session, ["1", "2"]) }
                        for session in Self.sessions {
                            #expect(try await log.wait(for: "2", in: "a", session: session) == ["1", "2"])
                        }
                        #expect(try await log.all(under: TopicPrefix(.outcome, "a")).count == 2 * Self.sessions.count)
                    }
                )
            }
        )
        for (log, numbers) in zip(logs, [[1, 3], [0, 2]]) {
            let moves = Set(log.turns.flatMap(\.moves).map(\.component))
            #expect(moves == Set(numbers.map { "a~\($0)" }))
            let said = log.turns.flatMap(\.events).compactMap(\.topic.session)
            #expect(said.allSatisfy { numbers.contains(SessionShard.of($0, among: 4)) })
        }
    }

    @Test func `A host that takes one shard of another ends it, and what it had left is folded once`() async throws {
        let broker = try TestBroker()
        let own = try #require(Self.sessions.first { SessionShard.of($0, among: 4) == 0 })
        let moving = try #require(Self.sessions.first { SessionShard.of($0, among: 4) == 1 })
        try await Self.host(broker, [0, 1]).run(Self.notebook) { log, first in
            for session in [own, moving] {
                try await log.tell("word", session: session, ["1"])
                try await log.wait(for: "1", in: "a", session: session)
            }
            try await Self.host(broker, [1, 2, 3]).run(Self.notebook) { log, _ in
                try await log.tell("word", session: moving, ["2"])
                #expect(try await log.wait(for: "2", in: "a", session: moving) == ["1", "2"])
                try await log.tell("word", session: own, ["2"])
                // It answers both turns, or none: its next append names the lost shard, or it has no events of it.
                try await Self.host(broker, [0]).run(Self.notebook) { log, _ in
                    let words = try await log.wait(for: "2", in: "a", session: own)
                    #expect(words == ["1", "2"])
                }
            }
            first.cancel()
        }
        let log = try broker.client()
        defer { log.close() }
        #expect(try await log.all(under: TopicPrefix(.outcome, "a")).count == 4)
    }

    @Test(arguments: 1...6)
    func `Shards move and hosts die at any point: every word is written once and in order`(
        round: UInt64
    ) async throws {
        let seed = testSeed &+ round
        var random = SeededGenerator(seed: seed)
        let broker = try TestBroker()
        let log = try broker.client()
        defer { log.close() }
        var told: [String: [String]] = [:]
        for step in 0..<10 {
            for session in Self.sessions where Bool.random(using: &random) {
                told[session, default: []].append("\(step)")
                try await log.tell("word", session: session, ["\(step)"])
            }
            let numbers = (0..<4).filter { _ in Bool.random(using: &random) }
            var host = Self.host(broker, numbers.isEmpty ? [0] : numbers)
            // It dies at once, or after it has caught up, for which it may need several turns.
            let diesAtOnce = Bool.random(using: &random)
            let isDeadly = Mutex(diesAtOnce)
            if Bool.random(using: &random) {
                host.onTurn = { _, _ in if isDeadly.withLock(\.self) { throw Death() } }
            } else {
                host.afterTurn = { _, _ in if isDeadly.withLock(\.self) { throw Death() } }
            }
            let session = try #require(
                Self.sessions.first { SessionShard.of($0, among: 4) == numbers.first ?? 0 }
            )
            // So that it has an event to die at, twice.
            told[session, default: []] += diesAtOnce ? ["\(step).a"] : ["\(step).a", "\(step).b"]
            try await log.tell("word", session: session, ["\(step).a"])
            let end = try await host.runToTheEnd(Self.notebook) { log in
                guard !diesAtOnce else { return }
                try await log.wait(for: "\(step).a", in: "a", session: session)
                isDeadly.withLock { $0 = true }
                try await log.tell("word", session: session, ["\(step).b"])
            }
            #expect(end is Death, "seed \(seed)")
        }
        try await log.tell(Self.sessions.map { ("word", $0, "add", ["word": "end"]) })
        try await Self.host(broker, [0, 1, 2, 3]).run(Self.notebook) { log, _ in
            for session in Self.sessions {
                let words = try await log.wait(for: "end", in: "a", session: session)
                #expect(words == told[session, default: []] + ["end"], "seed \(seed), \(session)")
            }
        }
    }
}
