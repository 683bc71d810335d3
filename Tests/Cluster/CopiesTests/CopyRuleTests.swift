// SPDX-License-Identifier: MIT

import JetStream
import RandomTesting
import Replication
import Testing

@testable import Copies

@Suite("When the log gets a snapshot, and which entries are deleted")
struct CopyRuleTests {
    private func place(_ number: UInt64) -> JournalPlace { JournalPlace(rawValue: number) }

    private func copies(_ places: [UInt64]) -> [StoredCopy] {
        places.map { StoredCopy(id: "c\($0)", place: place($0), size: 1, origin: "") }
    }

    @Test func `A copy is made when the journal has grown by so much since the last one`() {
        let rule = CopyRule(growth: 500)
        let journal = JournalSize(first: place(101), last: place(200), bytes: 1000)
        #expect(rule.wantsCopy(journal, copies: []))
        #expect(rule.wantsCopy(journal, copies: copies([100, 150])))
        #expect(!rule.wantsCopy(journal, copies: copies([100, 151])))
        #expect(!rule.wantsCopy(JournalSize(first: place(1), last: .zero, bytes: 0), copies: []))
    }

    @Test func `A snapshot is made at once if no usable one covers the deleted entries`() {
        let rule = CopyRule(growth: 500)
        let journal = JournalSize(first: place(101), last: place(110), bytes: 100)
        #expect(rule.wantsCopy(journal, copies: []))
        #expect(rule.wantsCopy(journal, copies: copies([99])))
        #expect(!rule.wantsCopy(journal, copies: copies([99, 100])))
        #expect(!rule.wantsCopy(JournalSize(first: place(1), last: place(10), bytes: 100), copies: []))
    }

    @Test func `After a snapshot the keeper pauses in proportion to its time, after a failure at least a minute`() {
        #expect(CopyRule.rest(after: .seconds(2), isMade: true) == .seconds(20))
        #expect(CopyRule.rest(after: .milliseconds(1), isMade: false) == .seconds(60))
        #expect(CopyRule.rest(after: .seconds(31), isMade: false) == .seconds(310))
    }

    @Test func `Deleted entries are older than the last snapshot but one, and than every node's position`() {
        let rule = CopyRule(growth: 1)
        let journal = JournalSize(first: place(1), last: place(200), bytes: 1000)
        #expect(rule.trimming(journal, copies: copies([50]), oldestPlace: place(200)) == nil)
        #expect(rule.trimming(journal, copies: copies([50, 100, 150]), oldestPlace: place(200)) == place(100))
        #expect(rule.trimming(journal, copies: copies([50, 100, 150]), oldestPlace: place(70)) == place(70))
        #expect(rule.trimming(journal, copies: copies([50, 100, 150]), oldestPlace: nil) == nil)
        let trimmed = JournalSize(first: place(100), last: place(200), bytes: 1000)
        #expect(rule.trimming(trimmed, copies: copies([50, 100, 150]), oldestPlace: place(200)) == nil)
    }

    @Test func `In every state, the two newest snapshots and every node can continue`() {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<2000 {
            let places = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
                UInt64.random(in: 0...100, using: &generator)
            }.sorted()
            let first = UInt64.random(in: 1...50, using: &generator)
            let journal = JournalSize(first: place(first), last: place(100), bytes: 100)
            let machine = place(UInt64.random(in: 0...100, using: &generator))
            guard let below = CopyRule(growth: 1).trimming(journal, copies: copies(places), oldestPlace: machine) else {
                continue
            }
            let reach = JournalReach(first: below)
            #expect(reach.reaches(back: machine), "seed \(testSeed)")
            #expect(places.suffix(2).allSatisfy { reach.reaches(back: place($0)) }, "seed \(testSeed)")
            #expect(below <= journal.last, "seed \(testSeed)")
        }
    }
}
