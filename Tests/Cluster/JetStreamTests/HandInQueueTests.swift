// SPDX-License-Identifier: MIT

import Replication
import Testing

@testable import JetStream

@Suite("Pending entries")
struct HandInQueueTests {
    private let start = ContinuousClock.now

    private func message(_ number: UInt64, bytes: Int = 10) throws -> JournalMessage {
        let entry = [UInt8](repeating: 7, count: bytes)
        return try #require(try JournalMessage.messages(for: entry, proposer: "p", number: number).first)
    }

    @Test func `The first is asked about; once the servers take entries, small ones are sent at once`() throws {
        var queue = HandInQueue()
        let (one, two, three) = (try message(1), try message(2), try message(3))
        #expect(queue.next(at: start) == .wait)
        #expect(queue.add([one], at: start) == nil)
        #expect(queue.next(at: start) == .ask(one))
        queue.noteAnswer(isTaken: true)
        #expect(queue.isFirst(one))
        #expect(queue.noteDelivered(one) == true)
        #expect(!queue.isFirst(one))
        #expect(queue.add([two], at: start) == two)
        // No further step is necessary for it.
        #expect(queue.next(at: start + HandInQueue.patience / 2) == .wait)
        #expect(queue.noteDelivered(two) == false)
        #expect(queue.add([three], at: start) == three)
    }

    @Test func `What does not come back is asked about, and so is what comes after it`() throws {
        var queue = HandInQueue()
        queue.noteAnswer(isTaken: true)
        let (one, two) = (try message(1), try message(2))
        #expect(queue.add([one], at: start) == one)
        #expect(queue.next(at: start + HandInQueue.patience) == .ask(one))
        #expect(queue.noteDelivered(one) == true)
        #expect(queue.add([two], at: start) == nil)
        #expect(queue.next(at: start) == .ask(two))
    }

    @Test func `Large ones, parts, and what comes while something waits are asked about in order`() throws {
        var queue = HandInQueue()
        queue.noteAnswer(isTaken: true)
        let large = try message(1, bytes: HandInQueue.longestAtOnce)
        let (two, three, four) = (try message(2), try message(3), try message(4))
        #expect(queue.add([large], at: start) == nil)
        #expect(queue.add([two], at: start) == nil)
        #expect(queue.next(at: start) == .ask(large))
        #expect(queue.noteDelivered(large) == true)
        #expect(queue.next(at: start) == .ask(two))
        #expect(queue.noteDelivered(two) == true)
        #expect(queue.add([three, four], at: start) == nil)
        #expect(queue.next(at: start) == .ask(three))
    }

    @Test func `An entry that arrives while one is in flight is sent after it`() throws {
        var queue = HandInQueue()
        queue.noteAnswer(isTaken: true)
        let (one, two) = (try message(1), try message(2))
        #expect(queue.add([one], at: start) == one)
        #expect(queue.add([two], at: start) == nil)
        #expect(queue.next(at: start) == .wait)
        #expect(queue.noteDelivered(two) == false, "messages of others, and those out of turn, change nothing")
        #expect(queue.noteDelivered(one) == true)
        #expect(queue.next(at: start) == .ask(two))
    }

    @Test func `Where the servers take nothing, nothing is sent at once`() throws {
        var queue = HandInQueue()
        queue.noteAnswer(isTaken: true)
        queue.noteAnswer(isTaken: false)
        #expect(queue.add([try message(1)], at: start) == nil)
    }
}
