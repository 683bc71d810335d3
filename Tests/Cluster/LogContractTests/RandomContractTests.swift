// SPDX-License-Identifier: MIT

import Bus
import RandomTesting
import Testing

/// The whole contract in random histories, with a model of each log that gives the required responses.
@Suite("Random histories of a log", .timeLimit(.minutes(5)), .serialized)
struct RandomContractTests {
    /// How many histories there are.
    ///
    /// Those on a real server take longer by far, since the threads of each broker's journal have to end.
    private static func histories(on kind: LogKind) -> Int {
        #if JETSTREAM
            if kind == .realServer { return rounds(8, thorough: 24) }
        #endif
        return rounds(80, thorough: 300)
    }

    private static let steps = 36
    /// How many run beside each other: most of their time is waiting for answers.
    private static let atOnce = 4

    @Test(arguments: LogKind.allCases)
    func `Every request, on any node, gets the response of the contract`(kind: LogKind) async throws {
        let count = Self.histories(on: kind)
        let met = try await run(kind, count) { $0.isMultiple(of: 12) }
        var kinds = ["repeat", "id-reused", "partial-repeat", "turn", "listened"]
        // A few histories need not cover rare situations.
        if count >= 300 {
            kinds += [
                "repeated turn", "cursor-moved", "fenced", "events-missed", "restart", "diverged", "trimmed page",
            ]
        }
        #expect(kinds.allSatisfy { met[$0, default: 0] > 0 }, "\(met)")
    }

    /// Runs histories from seeds derived from the test's; returns the covered situations.
    private func run(
        _ kind: LogKind,
        _ count: Int,
        forgetting: @escaping @Sendable (Int) -> Bool
    ) async throws -> [String: Int] {
        var generator = SeededGenerator(seed: testSeed)
        let seeds = (0..<count).map { _ in UInt64.random(in: .min ... .max, using: &generator) }
        return try await withThrowingTaskGroup(of: [String: Int].self) { group in
            var met: [String: Int] = [:]
            for (index, seed) in seeds.enumerated() {
                if index >= Self.atOnce, let one = try await group.next() { met.merge(one, uniquingKeysWith: +) }
                group.addTask {
                    try await ContractHistory.naming(seed) {
                        var history = try ContractHistory(kind, seed: seed, forgets: forgetting(index))
                        try await history.run(steps: Self.steps)
                        return history.met
                    }
                }
            }
            for try await one in group { met.merge(one, uniquingKeysWith: +) }
            return met
        }
    }
}
