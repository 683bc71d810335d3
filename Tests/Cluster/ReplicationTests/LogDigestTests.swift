// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import Replication

/// Two brokers find out whether they have the same log.
@Suite struct LogDigestTests {
    private static func digest(
        _ outcomes: [[UInt64]],
        from first: LogDigest = LogDigest(),
        after place: Int = 0
    ) -> LogDigest {
        var digest = first
        for (index, outcome) in outcomes.enumerated() {
            let next = JournalPlace(rawValue: UInt64(place + 2 * index + 2))
            digest.note(digest.value(after: outcome, at: next), at: next)
        }
        return digest
    }

    @Test func `The same outcomes have the same number, and any other has another`() {
        let outcomes: [[UInt64]] = [[1, 2], [], [3], [3, 3]]
        let value = Self.digest(outcomes).value
        #expect(Self.digest(outcomes).value == value)
        for other: [[UInt64]] in [
            [[2, 1], [], [3], [3, 3]], [[1, 2], [3], [3, 3]], [[1, 2], [], [3], [3]], [[1], [2], [3], [3, 3]],
        ] {
            #expect(Self.digest(other).value != value)
        }
    }

    @Test func `A broker that is behind is compared where it is`() {
        let ahead = Self.digest([[1], [2], [3], [4]])
        let behind = Self.digest([[1], [2]])
        #expect(ahead.differs(from: behind.value, at: JournalPlace(rawValue: 4)) == false)
        #expect(ahead.differs(from: behind.value &+ 1, at: JournalPlace(rawValue: 4)) == true)
        #expect(behind.differs(from: ahead.value, at: JournalPlace(rawValue: 8)) == nil, "it is not there yet")
        #expect(ahead.differs(from: 0, at: JournalPlace(rawValue: 3)) == nil, "no entry ends there")
    }

    @Test func `A broker continues at its position, and has no earlier digests`() {
        let first = Self.digest([[1], [2]])
        let again = Self.digest([[3]], from: LogDigest(first.value, at: JournalPlace(rawValue: 4)), after: 4)
        #expect(again.value == Self.digest([[1], [2], [3]]).value)
        #expect(again.differs(from: first.value, at: JournalPlace(rawValue: 4)) == false)
        #expect(again.differs(from: first.value, at: JournalPlace(rawValue: 2)) == nil)
        #expect(again.differs(from: again.value, at: JournalPlace(rawValue: 6)) == false)
    }

    @Test func `What lies further back than is remembered is not compared`() {
        var random = SeededGenerator(seed: testSeed)
        var digest = LogDigest()
        var known: [(place: UInt64, value: UInt64)] = []
        var place: UInt64 = 0
        for _ in 0..<(LogDigest.memory * 2 + 17) {
            place += UInt64.random(in: 1...3, using: &random)
            let next = JournalPlace(rawValue: place)
            digest.note(digest.value(after: [UInt64.random(in: 0...9, using: &random)], at: next), at: next)
            known.append((place, digest.value))
        }
        for (index, one) in known.enumerated() {
            let isRemembered = index >= known.count - LogDigest.memory
            #expect(
                digest.differs(from: one.value, at: JournalPlace(rawValue: one.place)) == (isRemembered ? false : nil)
            )
        }
    }
}
