// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import RandomTesting
import Synchronization
import Testing
import Wire

@testable import Broker

@Suite final class LogAgesTests: LogFixture {
    @Test func `What is older than the age is known late, never early, and in a bounded number of marks`() {
        let seed = testSeed
        for history in 0..<60 {
            var random = SeededGenerator(seed: seed &+ UInt64(history))
            let age = Int64.random(in: 0...1_000_000, using: &random)
            var marks = AgeMarks(age: age)
            var (time, head, given): (Int64, UInt64, [Int64]) = (0, 0, [])
            for _ in 0..<600 {
                let pause = Int64.random(in: 0...max(age / 40, 1), using: &random)
                time += pause
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    head += 1
                    given.append(time)
                }
                marks.note(SequenceNumber(rawValue: head), at: time)
                let passed = Int(marks.passed(at: time).rawValue)
                #expect(passed == 0 || time - given[passed - 1] >= age, "seed \(seed), history \(history)")
                let slack = age / 64 + age / 40 + 2
                let due = given.prefix { time - $0 >= age + 2 * slack }.count
                #expect(passed >= due, "seed \(seed), history \(history)")
                #expect(marks.marks.count <= 66)
            }
        }
    }

    @Test func `A day of a machine that was switched off, and every change of the wall clock, ages nothing`() {
        var ages = LogAges(nil, boot: "a", reading: 1_000)
        ages.sessions.age = 10_000
        ages.advance(to: 2_000, head: .init(rawValue: 5))
        #expect(ages.time == 1_000)
        // Another broker since the same boot: the time between them counts.
        var next = LogAges(ages.json, boot: "a", reading: 7_000)
        next.sessions.age = 10_000
        #expect(next.time == 6_000)
        next.advance(to: 11_999, head: .init(rawValue: 9))
        #expect(next.idleSessions == .zero)
        next.advance(to: 12_000, head: .init(rawValue: 9))
        #expect(next.idleSessions.rawValue == 5)
        // After another boot the time in between is unknown.
        let later = LogAges(next.json, boot: "b", reading: 90_000_000)
        #expect(later.time == next.time)
        for reading in [-5, 0, 89_999_999] as [Int64] {
            var back = later
            back.advance(to: reading, head: .init(rawValue: 9))
            #expect(back.time == later.time, "steady time does not go back")
        }
        for damaged in [JSON.null, ["time": "x"], ["time": "-4", "sessions": ["1", "a b", "9 -1", 4]]] as [JSON] {
            #expect(LogAges(damaged, boot: "a", reading: 5).time == 0)
        }
    }

    @Test func `Random clocks, restarts and starts of the machine delete no session early, and each in the end`() throws
    {
        let seed = testSeed
        let lifetime: Int64 = 100_000
        for history in 0..<6 {
            var random = SeededGenerator(seed: seed &+ UInt64(history))
            let fixture = try LogAgesTests()
            let elapsed = Mutex<Int64>(0)
            var (boot, steady, wall): (Int, Int64, Int64) = (0, 0, 1_700_000_000_000)
            func opened() throws -> LogStore {
                let environment = LogEnvironment(
                    boot: "boot\(boot)",
                    witnesses: fixture.folder,
                    elapsed: { [reading = elapsed.withLock { $0 }] in reading },
                    jump: { 1 << 42 }
                )
                let store = try LogStore(
                    path: "\(fixture.folder)/log.sqlite",
                    durability: .process,
                    environment: environment
                )
                store.ages.sessions.age = lifetime
                return store
            }
            var store = try opened()
            var used: [String: Int64] = [:]
            func pass(_ milliseconds: Int64) {
                steady += milliseconds
                let reading = elapsed.withLock { value in
                    value += milliseconds
                    return value
                }
                store.ages.advance(to: reading, head: store.head)
            }
            func expire() throws {
                for session in try store.expireSessions(idleThrough: store.ages.idleSessions) {
                    let idle = steady - (used.removeValue(forKey: session) ?? .min)
                    #expect(idle >= lifetime, "seed \(seed), history \(history)")
                }
                _ = try store.removeAll()
            }
            for step in 0..<300 {
                switch Int.random(in: 0..<12, using: &random) {
                case 0: wall += Int64.random(in: -4_000_000_000...4_000_000_000, using: &random)
                case 1: store = try opened()
                case 2:
                    try store.close()
                    if Bool.random(using: &random) {
                        boot += 1
                        elapsed.withLock { $0 = Int64.random(in: 0...10_000_000, using: &random) }
                    }
                    store = try opened()
                case 3: try store.writeAges()
                case 4...6:
                    let session = "s\(Int.random(in: 0..<9, using: &random))"
                    let time = Timestamp(microseconds: wall * 1000)
                    _ = try fixture.append(store, [try fixture.draft("e\(step)", "view/w/\(session)/")], at: time)
                    used[session] = steady
                default: pass(Int64.random(in: 0...lifetime / 10, using: &random))
                }
                try expire()
            }
            for _ in 0..<40 {
                pass(lifetime / 10)
                try expire()
            }
            #expect(used.isEmpty, "seed \(seed), history \(history): \(used) stays")
        }
    }

    @Test func `A clock that is set is noticed, and counts as right when it was left so for an hour`() {
        var watch = ClockWatch()
        var (wall, steady): (Int64, Int64) = (1_700_000_000_000, 0)
        func pass(_ milliseconds: Int64, clock: Int64? = nil) -> Int64 {
            steady += milliseconds
            wall += clock ?? milliseconds
            return watch.note(wall: wall, steady: steady)
        }
        #expect(pass(0) == 0)
        // Slewing and small steps are normal.
        for _ in 0..<100 { #expect(pass(1_000, clock: 1_400) == 0) }
        #expect(pass(1_000, clock: 100_000) == 0)
        #expect(pass(1_000, clock: 3_456_000_000) == 3_455_999_000)
        #expect(pass(20_000) == 3_455_999_000)
        #expect(pass(1_000, clock: -3_455_998_000) == 0, "it was set back")
        #expect(pass(1_000, clock: -wall) < -1_600_000_000_000, "1970")
        for _ in 0..<35 { #expect(pass(100_000) < 0) }
        #expect(pass(100_000) == 0)
        #expect(pass(1_000) == 0)
    }
}
