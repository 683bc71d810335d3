// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Replication

@Suite struct ProposerTests {
    private let time = Timestamp(microseconds: 1)
    private let now = ContinuousClock.now

    private func commands(_ messages: [JournalMessage]) throws -> [JournalEntry.Frames] {
        try JournalEntry(Array(messages.map(\.payload).joined())).commands
    }

    @Test func `One entry has no place at a time, and the next has what came meanwhile`() throws {
        var proposer = Proposer<Int>(name: "p")
        #expect(proposer.next(time: time).isEmpty && proposer.isIdle)
        proposer.add([[1]], ticket: 1, at: now)
        let first = proposer.next(time: time)
        #expect(try commands(first) == [[[1]]] && first.map(\.number) == [1])
        proposer.add([[2]], ticket: 2, at: now)
        proposer.add([[3], [4]], ticket: 3, at: now)
        #expect(proposer.next(time: time).isEmpty)
        #expect(proposer.carriedOut(proposer: "q", number: 1) == nil)
        proposer.hasPlace(proposer: "q", number: 1)
        #expect(proposer.next(time: time).isEmpty, "it is another broker's entry that has its place")
        proposer.hasPlace(proposer: "p", number: 1)
        // The first is still pending.
        let second = proposer.next(time: time)
        proposer.hasPlace(proposer: "p", number: 1)
        proposer.add([[5]], ticket: 5, at: now)
        #expect(proposer.next(time: time).isEmpty, "the second has no place yet")
        #expect(!proposer.isIdle)
        #expect(proposer.carriedOut(proposer: "p", number: 2) == nil, "the first comes first")
        #expect(proposer.carriedOut(proposer: "p", number: 1) == [1])
        #expect(try commands(second) == [[[2]], [[3], [4]]] && second.map(\.number) == [2])
        #expect(proposer.carriedOut(proposer: "p", number: 1) == nil)
        #expect(proposer.carriedOut(proposer: "p", number: 2) == [2, 3])
        proposer.hasPlace(proposer: "p", number: 2)
        #expect(try commands(proposer.next(time: time)) == [[[5]]])
        proposer.hasPlace(proposer: "p", number: 3)
        #expect(proposer.carriedOut(proposer: "p", number: 3) == [5])
        #expect(proposer.isIdle)
    }

    @Test func `A timeout is reported once; an entry in flight keeps its order`() throws {
        var proposer = Proposer<Int>(name: "p")
        proposer.add([[1]], ticket: 1, at: now)
        _ = proposer.next(time: time)
        proposer.add([[2]], ticket: 2, at: now)
        proposer.add([[3]], ticket: 3, at: now + .seconds(1))
        #expect(proposer.overdue(at: now + .seconds(2)).isEmpty)
        #expect(proposer.overdue(at: now + Proposer<Int>.patience) == [1, 2])
        #expect(proposer.overdue(at: now + Proposer<Int>.patience) == [])
        proposer.hasPlace(proposer: "p", number: 1)
        #expect(proposer.carriedOut(proposer: "p", number: 1) == [nil])
        #expect(try commands(proposer.next(time: time)) == [[[3]]])
    }

    @Test func `Large commands are entries by themselves, and many bytes are full`() {
        var proposer = Proposer<Int>(name: "p")
        let large = [[UInt8](repeating: 0, count: 12 << 20)]
        for ticket in 0..<3 { proposer.add(large, ticket: ticket, at: now) }
        #expect(proposer.isFull)
        let messages = proposer.next(time: time)
        #expect(messages.count == 25 && messages.allSatisfy { $0.parts == 25 })
        #expect(!proposer.isFull)
        #expect(proposer.carriedOut(proposer: "p", number: 1) == [0])
    }

    @Test func `An entry whose first part every broker has dropped is proposed again`() throws {
        var proposer = Proposer<Int>(name: "p")
        var assembler = EntryAssembler()
        var place: UInt64 = 0
        func take(_ message: JournalMessage) -> EntryAssembler.Result {
            place += 1
            return assembler.take(message, at: JournalPlace(rawValue: place))
        }
        let large = [UInt8](repeating: 7, count: JournalMessage.partSize)
        proposer.add([large], ticket: 1, at: now)
        let first = proposer.next(time: time)
        #expect(first.count == 2 && take(first[0]) == .part)
        #expect(proposer.again(after: first[0], time: time).isEmpty, "the last part has yet to come")
        for number in 1...EntryAssembler.patience {
            _ = take(JournalMessage(proposer: "q", number: number, part: 0, parts: 1, payload: [1]))
        }
        #expect(take(first[1]) == .repeat)
        let second = proposer.again(after: first[1], time: time)
        #expect(second.map(\.number) == [2, 2])
        #expect(proposer.again(after: first[1], time: time).isEmpty, "it came twice")
        #expect(take(second[0]) == .part)
        guard case .entry("p", 2, let bytes) = take(second[1]) else {
            Issue.record("The entry is not whole.")
            return
        }
        #expect(try JournalEntry(bytes).commands == [[large]])
        proposer.hasPlace(proposer: "p", number: 2)
        #expect(proposer.carriedOut(proposer: "p", number: 2) == [1] && proposer.isIdle)
    }
}
