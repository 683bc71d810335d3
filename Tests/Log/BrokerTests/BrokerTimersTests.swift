// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import Broker

@Suite("The broker's timers")
struct BrokerTimersTests {
    private let start = ContinuousClock.now

    private func moment(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    /// The heartbeats up to a moment, in milliseconds, for events stored at the given moments.
    private func heartbeats(until end: Int, stored: Set<Int>) -> [Int] {
        var timers = BrokerTimers(now: start)
        return (0...end).filter { time in
            if stored.contains(time) { timers.noteStored(now: moment(time)) }
            return timers.take(now: moment(time)).contains(.heartbeat)
        }
    }

    @Test func `Heartbeats come four times a second, and once a second when nothing has happened for one`() {
        #expect(heartbeats(until: 4_300, stored: []) == [0, 250, 500, 750, 1_000, 1_250, 2_250, 3_250, 4_250])
    }

    @Test func `The first event after a silence gets a heartbeat within 250 ms, and four of them`() {
        let beats = heartbeats(until: 6_000, stored: [3_300])
        #expect(beats.filter { $0 > 3_000 } == [3_250, 3_550, 3_800, 4_050, 4_300, 4_550, 5_550])
    }

    @Test(arguments: 1...50)
    func `A heartbeat follows every event within 250 ms`(number: Int) {
        var random = SeededGenerator(seed: testSeed &+ UInt64(number))
        let stored = Set((0..<20).map { _ in Int.random(in: 0..<10_000, using: &random) })
        let beats = heartbeats(until: 10_250, stored: stored)
        for time in stored {
            #expect(beats.contains { (time...time + 250).contains($0) }, "seed \(testSeed) + \(number), at \(time)")
        }
    }

    @Test func `The wait ends when something is due`() {
        var timers = BrokerTimers(now: start)
        #expect(timers.wait(now: start) == 0)
        _ = timers.take(now: start)
        #expect(timers.wait(now: moment(60)) == 41)
        timers.hasten(.expiry, to: moment(80))
        #expect(timers.wait(now: moment(60)) == 21)
        #expect(timers.take(now: moment(90)) == [.expiry])
    }

    @Test func `Reports come ten times a second while processes connect, and then once`() {
        var timers = BrokerTimers(now: start)
        let reports = (0...5_000).filter { timers.take(now: moment($0)).contains(.status) }
        #expect(reports == Array(stride(from: 0, through: 2_000, by: 100)) + [3_000, 4_000, 5_000])
    }
}
