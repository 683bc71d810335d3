// SPDX-License-Identifier: MIT

import JetStreamTesting
import RandomTesting
import Testing

/// Random histories of logs whose servers are killed in between.
@Suite("Servers die in random histories", .timeLimit(.minutes(5)), .serialized)
struct ServerDeathTests {
    /// The number of random steps before, between and after the servers' faults.
    private static let steps = 12

    private static func seeds(_ count: Int) -> [UInt64] {
        var generator = SeededGenerator(seed: testSeed)
        return (0..<count).map { _ in UInt64.random(in: .min ... .max, using: &generator) }
    }

    @Test func `A server that is killed and started again on what it has changes no answer`() async throws {
        let servers = try JetStreamServers()
        for seed in Self.seeds(6) {
            try await ContractHistory.naming(seed) {
                var history = ContractHistory(on: try LogUnderTest(on: servers), seed: seed)
                try await history.go(steps: Self.steps)
                try await history.append {
                    servers.kill(0)
                    try servers.start(0)
                }
                try await history.go(steps: Self.steps)
                try await history.finish()
            }
        }
    }

    @Test func `One of three servers that is killed, and comes back, changes no answer`() async throws {
        let servers = try JetStreamServers(3)
        for seed in Self.seeds(rounds(1, thorough: 2)) {
            let victim = Int(seed % 3)
            try await ContractHistory.naming(seed) {
                var history = ContractHistory(on: try LogUnderTest(on: servers, replicas: 3), seed: seed)
                try await history.go(steps: Self.steps)
                try await history.append { servers.kill(victim) }
                try await history.go(steps: Self.steps)
                try await history.append { try servers.start(victim) }
                try await history.go(steps: Self.steps)
                try await history.finish()
            }
        }
    }
}
