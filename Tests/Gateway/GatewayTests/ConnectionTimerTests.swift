// SPDX-License-Identifier: MIT

import NIOCore
import Testing

@testable import Gateway

@Suite struct ConnectionTimerTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private var timer = ConnectionTimer(patience: .seconds(5), takingTime: .seconds(10))

    @Test("An idle connection has no deadline")
    func waiting() {
        #expect(timer.deadline == nil)
    }

    @Test("A header has five seconds from its first byte, however slowly it arrives")
    mutating func header() {
        timer.received(at: start)
        timer.received(at: start + .seconds(4))
        #expect(timer.deadline == start + .seconds(5))
    }

    @Test("A body has five seconds, and one more for each KiB")
    mutating func body() {
        timer.received(at: start)
        timer.receivedHead(at: start + .seconds(1))
        timer.receivedBody(bytes: 1)
        #expect(timer.deadline == start + .milliseconds(6000))
        timer.receivedBody(bytes: 2047)
        #expect(timer.deadline == start + .seconds(8))
    }

    @Test("During a response there is no deadline; the next request has a new one")
    mutating func answering() {
        timer.received(at: start)
        timer.receivedHead(at: start)
        timer.receivedEnd()
        #expect(timer.deadline == nil)
        timer.received(at: start + .seconds(1))
        #expect(timer.deadline == nil)
        timer.answered()
        timer.received(at: start + .seconds(9))
        #expect(timer.deadline == start + .seconds(14))
    }

    @Test("A response before the request's end does not change the request's deadline")
    mutating func earlyAnswer() {
        timer.received(at: start)
        timer.receivedHead(at: start)
        timer.answered()
        #expect(timer.deadline == start + .seconds(5))
    }

    @Test("A client that does not read is disconnected after the write timeout, whatever else happens")
    mutating func stuck() {
        timer.received(at: start)
        timer.receivedHead(at: start)
        timer.receivedEnd()
        timer.taken(100, moreWaits: true, at: start + .seconds(1))
        timer.taken(100, moreWaits: true, at: start + .seconds(8))
        timer.received(at: start + .seconds(9))
        #expect(timer.deadline == start + .seconds(11))
        timer.taken(100, moreWaits: false, at: start + .seconds(10))
        #expect(timer.deadline == nil)
    }

    @Test(
        "A client that takes what waits slowly is not cut, however long it takes; one that takes a byte now and then is"
    )
    mutating func slow() {
        for second in 0..<1000 {
            timer.taken(second * 1024, moreWaits: true, at: start + .seconds(Int64(second)))
            #expect(timer.deadline == start + .seconds(Int64(second + 10)))
        }
        for second in 1000..<1009 {
            timer.taken(999 * 1024 + second - 999, moreWaits: true, at: start + .seconds(Int64(second)))
        }
        #expect(timer.deadline == start + .seconds(1009))
    }
}
