// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import RandomTesting
import Synchronization
import Testing
import Wire

@testable import Broker

@Suite("Log copy")
final class LogCopyTests: LogFixture {
    private var log: String { "\(folder)/log.sqlite" }
    private var target: String { "\(folder)/copy.sqlite" }
    private let filler = String(repeating: "x", count: 4_000)
    private let pace = CopyPace(piece: 16_384) { _ in }

    private func append(_ store: LogStore, _ number: Int, _ random: inout SeededGenerator) throws {
        let topic = "view/w/s\(Int.random(in: 0..<20, using: &random))/"
        let text = filler.prefix(Int.random(in: 0..<4_000, using: &random))
        _ = try append(store, [try draft("e\(number)", topic, data: #"{"x":"\#(text)"}"#)])
    }

    private func checkpoint(_ mode: Database.CheckpointMode, _ database: DatabaseQueue) {
        // A copy that others block does what it can.
        _ = try? database.inDatabase { db in try db.checkpoint(mode) }
    }

    @Test func `Wherever appends and checkpoints fall, a copy is the log at one moment`() throws {
        var random = SeededGenerator(seed: testSeed)
        var number = 0
        for _ in 0..<6 {
            let store = try open()
            let database = try DatabaseQueue(path: log)
            for _ in 0..<Int.random(in: 1...100, using: &random) {
                number += 1
                try append(store, number, &random)
            }
            var left = 40
            let disturb = {
                guard left > 0, Int.random(in: 0..<4, using: &random) == 0 else { return }
                left -= 1
                for _ in 0..<Int.random(in: 0..<6, using: &random) {
                    number += 1
                    try? self.append(store, number, &random)
                }
                let modes: [Database.CheckpointMode] = [.passive, .passive, .restart, .truncate]
                self.checkpoint(modes.randomElement(using: &random) ?? .passive, database)
            }
            unlink(target)
            let copy = try LogCopy(of: log, to: target, pace: pace)
            try copy.approach(upTo: 0) { _, _ in disturb() }
            if Bool.random(using: &random) { checkpoint(.passive, database) }
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                number += 1
                try append(store, number, &random)
            }
            let before = store.head
            let moment = try HeldDatabase(path: log)
            disturb()
            let facts = try copy.finish(holding: moment, onPiece: disturb)
            #expect(facts.head >= before && facts.head <= store.head, "seed \(testSeed)")
            #expect(try LogVerification.run(path: target) == facts, "seed \(testSeed)")
            #expect(facts.events == Int(facts.head.rawValue), "seed \(testSeed)")
            try store.close()
        }
    }

    @Test func `What is appended while a copy is made does not stay in the write-ahead log`() throws {
        let store = try open()
        let database = try DatabaseQueue(path: log)
        var random = SeededGenerator(seed: testSeed)
        for number in 0..<300 { try append(store, number, &random) }
        let copy = try LogCopy(of: log, to: target, pace: pace)
        try copy.approach()
        try append(store, 300, &random)
        let (frames, moved) = try database.inDatabase { db in try db.checkpoint(.restart) }
        #expect(frames == moved, "nothing is held")
        let moment = try HeldDatabase(path: log)
        try append(store, 301, &random)
        #expect(try copy.finish(holding: moment).head.rawValue == 302)
    }

    @Test func `Pauses are proportional to the time of a piece, bounded, and absent on an idle log`() {
        let waits = Mutex<[Duration]>([])
        let isBusy = Mutex(true)
        let pace = CopyPace(rest: 2, isNeeded: { isBusy.withLock(\.self) }) { time in waits.withLock { $0.append(time) }
        }
        pace.pause(after: .milliseconds(3))
        pace.pause(after: .seconds(9))
        isBusy.withLock { $0 = false }
        pace.pause(after: .milliseconds(3))
        #expect(waits.withLock(\.self) == [.milliseconds(6), .milliseconds(250)])
    }

    @Test func `A log counts as written to for a while after each write`() throws {
        let store = try open()
        let watch = WriterWatch(log: log)
        let now = ContinuousClock().now
        #expect(watch.isBusy(now: now))
        #expect(!watch.isBusy(now: now + .seconds(1)))
        _ = try append(store, [try draft("a")])
        #expect(watch.isBusy(now: now + .seconds(2)))
        #expect(watch.isBusy(now: now + .milliseconds(2_200)) && !watch.isBusy(now: now + .milliseconds(2_300)))
    }
}
