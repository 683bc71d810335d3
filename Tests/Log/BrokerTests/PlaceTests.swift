// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import Testing
import Wire

@testable import Broker

@Suite("Sequence numbers")
final class PlaceTests: LogFixture {
    private let log = PlaceRecord(
        epoch: "e",
        token: "t",
        file: 7,
        boot: "b",
        closed: .init(rawValue: 9)
    )
    /// How far the logs of these tests jump.
    private let jump: UInt64 = 1 << 42

    private func environment(_ boot: String, jump: UInt64? = nil, witnesses: String? = nil) -> LogEnvironment {
        let jump = jump ?? self.jump
        return LogEnvironment(boot: boot, witnesses: witnesses ?? folder, elapsed: { 0 }, jump: { jump })
    }

    private func open(
        boot: String,
        _ name: String = "log",
        jump: UInt64? = nil,
        witnesses: String? = nil
    ) throws -> LogStore {
        try LogStore(
            path: "\(folder)/\(name).sqlite",
            durability: .process,
            environment: environment(boot, jump: jump, witnesses: witnesses)
        )
    }

    @Test func `A record beside a log tells the same state from a copy and from a loss of power`() {
        var record = log
        #expect(PlaceRecord.start(record, of: log) == .resumes, "closed in order, at this head")
        record.closed = .init(rawValue: 10)
        #expect(PlaceRecord.start(record, of: log) == .isCopy, "an older state was put in its place")
        record.closed = nil
        #expect(PlaceRecord.start(record, of: log) == .resumes, "killed, but the machine still runs")
        record.boot = "before"
        #expect(PlaceRecord.start(record, of: log) == .lostPower)
        for change in [\PlaceRecord.token, \.epoch] {
            var other = record
            other[keyPath: change] = "x"
            #expect(PlaceRecord.start(other, of: log) == .isCopy)
        }
        record.file = 8
        #expect(PlaceRecord.start(record, of: log) == .isCopy)
        #expect(PlaceRecord.start(nil, of: log) == .isCopy)
    }

    @Test func `After a loss of power no sequence number is given that may have been given before`() throws {
        let before = try open(boot: "first")
        _ = try append(before, (1...5).map { try draft("e\($0)") })
        let after = try open(boot: "second")
        let receipt = try append(after, [try draft("new")])
        #expect(receipt.first.rawValue == 5 + jump + 2)
        #expect(after.divergence(at: .init(rawValue: 5)) == nil, "what is still there is shared")
        #expect(after.divergence(at: .init(rawValue: 6))?.rawValue == 5)
        #expect(after.divergence(at: .init(rawValue: 5 + jump))?.rawValue == 5)
        #expect(after.divergence(at: receipt.first) == nil)
        #expect(after.divergence(at: receipt.first.advanced(by: 1)) == receipt.first)
        // The same holds later, and the log is still consistent.
        let later = try open(boot: "third")
        #expect(later.divergence(at: .init(rawValue: 6))?.rawValue == 5)
        #expect(try ids(later.replay(ReplayQuery([.all], after: .zero))).count == 6)
        // Starts without an event in between make one gap.
        for boot in ["fourth", "fifth"] { #expect(try open(boot: boot).lost.count == 2) }
        #expect(throws: Never.self) { try later.reading { db in try LogCheck.checkWhole(later, db) } }
    }

    @Test func `A log that was killed or closed in this start of the machine continues with the next sequence number`()
        throws
    {
        let first = try open(boot: "b")
        _ = try append(first, [try draft("a")])
        let killed = try open(boot: "b")
        _ = try append(killed, [try draft("b")])
        try killed.close()
        let closed = try open(boot: "b")
        #expect(try append(closed, [try draft("c")]).first.rawValue == 3)
        #expect(closed.lost.isEmpty)
    }

    @Test func `An empty log gets another epoch instead of a jump`() throws {
        let first = try open(boot: "first")
        let again = try open(boot: "first")
        #expect(again.epoch == first.epoch)
        let second = try open(boot: "second")
        #expect(second.epoch != first.epoch && second.head == .zero)
        #expect(try append(second, [try draft("a")]).first.rawValue == 1)
    }

    @Test func `A log whose broker is killed while opening it continues with the next sequence number`() throws {
        let store = try open(boot: "b")
        _ = try append(store, [try draft("a")])
        // The next broker gets as far as the file beside the log.
        let other = try DatabaseQueue(path: store.path)
        let refusal = "CREATE TRIGGER refusal BEFORE UPDATE ON meta BEGIN SELECT RAISE(ABORT, 'not yet'); END"
        try other.write { db in try db.execute(sql: refusal) }
        #expect(throws: (any Error).self) { try open(boot: "b") }
        try other.write { db in try db.execute(sql: "DROP TRIGGER refusal") }
        let next = try #require(PlaceFile(log: store.path).read()?.next)
        #expect(try append(try open(boot: "b"), [try draft("b")]).first.rawValue == 2)
        // Another one gets one step further.
        let record = try #require(PlaceFile(log: store.path).read())
        let log = PlaceRecord(
            epoch: store.epoch,
            token: record.token,
            file: record.file,
            boot: "b",
            closed: .init(rawValue: 2)
        )
        let witness = HeadWitness(
            in: folder,
            epoch: store.epoch,
            file: try #require(LogFiles.Identity(of: store.path)),
            log: store.path,
            boot: "b",
            token: record.token
        )
        witness?.willOpen(token: next)
        try PlaceFile(log: store.path).write(PlaceRecord.opening(record, of: log, next: next))
        try other.write { db in try MetaTable.write(next, to: .token, db) }
        try other.close()
        #expect(try append(try open(boot: "b"), [try draft("c")]).first.rawValue == 3)
    }

    @Test func `A broker that is killed between the two files has opened the log or has not`() throws {
        let states: [(PlaceRecord?, PlaceRecord.Start)] = [
            (log, .resumes), (nil, .isCopy),
            (changed { $0.closed = nil }, .resumes),
            (changed { $0.closed = .init(rawValue: 10) }, .isCopy),
            (changed { ($0.closed, $0.boot) = (nil, "before") }, .lostPower),
            (changed { ($0.token, $0.next, $0.boot) = ("s", "t", "before") }, .resumes),
            (changed { $0.file = 8 }, .isCopy), (changed { $0.token = "x" }, .isCopy),
        ]
        for (record, start) in states {
            #expect(PlaceRecord.start(record, of: log) == start)
            let opening = PlaceRecord.opening(record, of: log, next: "u")
            #expect(PlaceRecord.start(opening, of: log) == start, "\(String(describing: record))")
            var opened = log
            (opened.token, opened.closed) = ("u", .init(rawValue: 200))
            #expect(PlaceRecord.start(opening, of: opened) == .resumes, "\(String(describing: record))")
            opened.token = "v"
            #expect(PlaceRecord.start(opening, of: opened) == .isCopy, "\(String(describing: record))")
            #expect(try PlaceRecord(json: opening.json) == opening)
        }
    }

    private func changed(_ change: (inout PlaceRecord) -> Void) -> PlaceRecord {
        var record = log
        change(&record)
        return record
    }

    @Test func `A copy of a log begins behind a jump`() throws {
        let store = try open(boot: "b")
        _ = try append(store, (1...5).map { try draft("e\($0)") })
        let copy = "\(folder)/copy.sqlite"
        try store.queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
        let copied = try open(boot: "b", "copy")
        #expect(copied.epoch == store.epoch)
        let first = try append(copied, [try draft("new")]).first
        #expect(first.rawValue == 5 + jump + 2)
        #expect(copied.divergence(at: .init(rawValue: 6))?.rawValue == 5)
        #expect(try ids(copied.replay(ReplayQuery([.all], after: .init(rawValue: 4)))) == ["e5", "new"])
        // A copy of a log after a jump jumps from there, independently of the clock.
        try copied.queue.inDatabase { db in
            try db.execute(sql: "VACUUM INTO ?", arguments: ["\(folder)/second.sqlite"])
        }
        let second = try open(boot: "b", "second", jump: jump + 7)
        #expect(second.head.rawValue == first.rawValue + jump + 8)
        #expect(second.divergence(at: first.advanced(by: 1)) == first)
    }

    @Test func `A copy that does not add up is refused`() throws {
        let store = try open(boot: "b")
        _ = try append(store, (1...50).map { try draft("e\($0)", "view/w/s\($0)/") })
        _ = try append(store, [], move(0, 50, id: "t"))
        for (number, harm) in [
            "DELETE FROM events WHERE sequence = 20", "DELETE FROM topics WHERE id = 7",
            "DELETE FROM events WHERE sequence > 40; DELETE FROM meta WHERE key = 'head'",
            "UPDATE topics SET last = 99 WHERE id = 3",
        ].enumerated() {
            let copy = "\(folder)/copy\(number).sqlite"
            try store.queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
            let database = try DatabaseQueue(path: copy)
            try database.write { db in try db.execute(sql: harm) }
            try database.close()
            let error = #expect(throws: SearchBusError.self, "\(harm)") {
                try LogStore(path: copy, durability: .process, environment: environment("b"))
            }
            #expect(error?.code == .logCorrupt)
            #expect(error?.remedy.contains(".backup") == true)
        }
    }

    @Test func `A database of another program is refused and left alone`() throws {
        for version in 0...2 {
            let path = "\(folder)/foreign\(version).sqlite"
            let database = try DatabaseQueue(path: path)
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "CREATE TABLE mine (x); PRAGMA user_version = \(version)")
            }
            try database.close()
            let error = #expect(throws: SearchBusError.self) {
                try LogStore(path: path, durability: .process, environment: environment("b"))
            }
            #expect(error?.code == .logCorrupt)
            #expect(error?.message.contains("another program") == true)
            let tables = try DatabaseQueue(path: path).read { db in
                try String.fetchAll(db, sql: "SELECT name FROM sqlite_master")
            }
            #expect(tables == ["mine"])
        }
    }
}
