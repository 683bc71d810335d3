// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Replication

@Suite("Whether nodes have the same log")
struct LogAgreementTests {
    /// A node with its log.
    private struct Node {
        let name: String
        var digest = LogDigest()
        var agreement = LogAgreement()
        var place: UInt64 = 0

        mutating func carryOut(_ outcomes: [UInt64]) {
            for outcome in outcomes {
                place += 1
                let next = JournalPlace(rawValue: place)
                digest.note(digest.value(after: [outcome], at: next), at: next)
            }
        }

        var status: ProcessStatus {
            [
                "machine": .string(name),
                "journal": [
                    "place": JSON(Int(place)), "digest": .string(String(digest.value, radix: 16)),
                    "differsFrom": JSON(agreement.differsFrom), "differences": agreement.differences.recordJSON ?? [],
                ],
            ]
        }
    }

    private let start = ContinuousClock.now

    /// Each node receives all others' reports every second; returns the outvoted ones at the end.
    private func hear(_ nodes: inout [Node], seconds: Range<Int>) -> [String: [String]] {
        for second in seconds {
            let statuses = nodes.map(\.status)
            for number in nodes.indices {
                for (other, status) in statuses.enumerated() where other != number {
                    _ = nodes[number].agreement.note(status, beside: nodes[number].digest, now: now(second))
                }
            }
        }
        let end = now(seconds.upperBound - 1)
        return Dictionary(uniqueKeysWithValues: nodes.map { ($0.name, $0.agreement.outvoters(now: end)) })
            .filter { !$0.value.isEmpty }
    }

    private func now(_ second: Int) -> ContinuousClock.Instant { start + .seconds(second) }

    private func nodes(_ outcomes: [[UInt64]]) -> [Node] {
        zip("abcde", outcomes).map { name, outcomes in
            var node = Node(name: String(name))
            node.carryOut(outcomes)
            return node
        }
    }

    @Test func `A node that differs from a majority is outvoted, also if it makes no progress`() {
        var alike = nodes([[1, 2, 3], [1, 2, 3], [1, 2]])
        #expect(hear(&alike, seconds: 0..<10).isEmpty)
        #expect(alike[0].agreement.agreedPlace.rawValue == 3 && alike[2].agreement.agreedPlace == .zero)
        // The others report the first node's third outcome, since they know their own at that position.
        var nodes = nodes([[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 2, 9]])
        #expect(hear(&nodes, seconds: 0..<3).isEmpty, "others have yet to say who differs from whom")
        #expect(hear(&nodes, seconds: 3..<6) == ["c": ["a", "b"]])
        #expect(nodes.map(\.agreement.differsFrom) == [["c"], ["c"], []])
    }

    @Test func `A node that restarted with the same log is trusted again, despite earlier reports`() {
        var nodes = nodes([[1, 2, 3, 4], [1, 2, 3, 4], [1, 9, 3, 4]])
        #expect(hear(&nodes, seconds: 0..<6) == ["c": ["a", "b"]])
        nodes[2] = Node(name: "c")
        nodes[2].carryOut([1])
        #expect(hear(&nodes, seconds: 6..<7).isEmpty, "what they say is about the log that was")
        nodes[2].carryOut([2, 3, 4])
        #expect(hear(&nodes, seconds: 7..<20).isEmpty)
        #expect(nodes.map(\.agreement.differsFrom) == [[], [], []])
    }

    @Test func `Of two, of two pairs, and of three different nodes none is outvoted`() {
        for outcomes: [[UInt64]] in [[[1], [2]], [[1], [1], [2], [2]], [[1], [2], [3]]] {
            var nodes = nodes(outcomes)
            #expect(hear(&nodes, seconds: 0..<10).isEmpty)
        }
        var five = nodes([[1], [1], [1], [2], [2]])
        #expect(hear(&five, seconds: 0..<10) == ["d": ["a", "b", "c"], "e": ["a", "b", "c"]])
    }

    @Test func `A majority of equal nodes is right; without one, the others are disputed while they report`() {
        func disputants(_ outcomes: [[UInt64]]) -> [[String]] {
            var nodes = nodes(outcomes)
            _ = hear(&nodes, seconds: 0..<10)
            return nodes.map { $0.agreement.disputants(now: now(10)) }
        }
        #expect(disputants([[1], [1]]) == [[], []])
        #expect(disputants([[1], [1], [2]]) == [[], [], ["a", "b"]])
        #expect(disputants([[1], [2]]) == [["b"], ["a"]])
        #expect(disputants([[1], [1], [2], [2]]) == [["c", "d"], ["c", "d"], ["a", "b"], ["a", "b"]])
        var two = nodes([[1], [2]])
        _ = hear(&two, seconds: 0..<10)
        #expect(two[0].agreement.disputants(now: now(68)) == ["b"], "a restarted node has reported by then")
        #expect(two[0].agreement.disputants(now: now(70)).isEmpty)
        #expect(two[0].agreement.differsFrom == ["b"], "that it was wrong is known for longer")
    }

    @Test func `What people are to decide is said in the same words by all whom it concerns`() throws {
        var nodes = nodes([[1], [2]])
        _ = hear(&nodes, seconds: 0..<10)
        let words = try #require(nodes[0].agreement.advice(on: "a", now: now(10)))
        #expect(words.contains("machines a, b") && words.contains("move log.sqlite*"))
        #expect(nodes[1].agreement.advice(on: "b", now: now(10)) == words)
        var alike = self.nodes([[1], [1], [2]])
        _ = hear(&alike, seconds: 0..<10)
        #expect(alike[0].agreement.advice(on: "a", now: now(10)) == nil)
    }

    @Test func `The report on nodes that differ has their last common position`() {
        var nodes = nodes([[1, 2], [1, 2]])
        _ = hear(&nodes, seconds: 0..<2)
        #expect(nodes[0].agreement.agreesWith == ["b"])
        nodes[0].carryOut([3])
        nodes[1].carryOut([4])
        _ = hear(&nodes, seconds: 2..<4)
        #expect(nodes[0].agreement.agreesWith == [])
        let difference = nodes[0].agreement.differences.first
        #expect(difference?.machine == "b" && difference?.place == 3 && difference?.after == 2)
    }

    @Test func `A node that no longer reports has no vote, and an invalid status is ignored`() {
        var nodes = nodes([[1], [1], [2]])
        #expect(!hear(&nodes, seconds: 0..<6).isEmpty)
        #expect(nodes[2].agreement.outvoters(now: now(30)).isEmpty)
        var agreement = LogAgreement()
        for status: ProcessStatus in [
            [:], ["machine": "a"], ["machine": "a", "journal": ["place": -1, "digest": "x"]],
        ] {
            #expect(agreement.note(status, beside: LogDigest(), now: start) == nil)
        }
        #expect(agreement.differsFrom.isEmpty)
    }
}
