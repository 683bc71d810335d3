// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import Testing
import Wire

@testable import Broker

@Suite("Log backup")
final class LogBackupTests: LogFixture {
    private var copy: String { "\(folder)/copy.sqlite" }

    private func makeCopy(of snapshot: HeldDatabase, between: @escaping () -> Void = {}) throws {
        let pace = CopyPace(piece: 4096) { _ in }
        try snapshot.copy(to: copy, pace: pace) { _, _ in between() }
    }

    @Test func `A copy has the log of the moment at which it began, without later appends`() throws {
        let store = try open()
        for number in 1...50 { _ = try append(store, [try draft("e\(number)", data: #"{"x":"\#(filler)"}"#)]) }
        let snapshot = try HeldDatabase(path: "\(folder)/log.sqlite")
        let facts = try snapshot.facts()
        var number = 50
        try makeCopy(of: snapshot) {
            number += 1
            _ = try? self.append(store, [self.draft("e\(number)")])
        }
        #expect(number > 60, "it was appended between the pages")
        #expect(facts.head.rawValue == 50)
        #expect(try LogVerification.run(path: copy) == facts)
        #expect(try snapshot.facts() == facts)
        #expect(store.head.rawValue == UInt64(number), "and no append was lost")
    }

    private var filler: String { String(repeating: "x", count: 4_000) }

    @Test func `A renewed log has the same events at the same places, of a new epoch`() throws {
        let store = try open()
        _ = try append(
            store,
            [try draft("a", data: #"{"a":",\"epoch\":\"x\",\"data\":"}"#), try draft("b", "write/i/"), try draft("c")]
        )
        _ = try append(store, [], move(0, 3, id: "t", folded: 1, prefixes: [TopicPrefix(.write)], component: "indexer"))
        _ = try append(store, [], move(0, 3, id: "u", component: "other"))
        let before = try store.replay(ReplayQuery([.all], after: .zero)).events.map(event)
        try makeCopy(of: try HeldDatabase(path: "\(folder)/log.sqlite"))
        let old = try LogRenewal.renew(path: copy, cursors: ["indexer": .init(rawValue: 1)])
        #expect(old == store.epoch)
        let renewed = try LogStore(path: copy, durability: .process)
        #expect(renewed.epoch != old && renewed.epoch.utf8.count == old.utf8.count)
        let after = try renewed.replay(ReplayQuery([.all], after: .zero)).events.map(event)
        #expect(after.map(\.epoch) == after.map { _ in renewed.epoch })
        #expect(after.map(\.sequence) == before.map(\.sequence) && after.map(\.id) == before.map(\.id))
        #expect(after.map(\.dataBytes) == before.map(\.dataBytes))
        #expect(try renewed.cursor(of: "indexer").rawValue == 1, "it folds again what its indexes may lack")
        #expect(try renewed.cursor(of: "other").rawValue == 3)
        #expect(try append(renewed, [try draft("d")]).first.rawValue > 3, "sequence numbers continue, behind a jump")
    }

    @Test func `A copy in which a byte is another one is refused`() throws {
        let store = try open()
        for number in 1...20 { _ = try append(store, [try draft("e\(number)", data: #"{"x":"\#(filler)"}"#)]) }
        try makeCopy(of: try HeldDatabase(path: "\(folder)/log.sqlite"))
        var bytes = try Data(contentsOf: URL(filePath: copy))
        let place = try #require(bytes.range(of: Data("xxxxxxxx".utf8))).lowerBound + 5
        bytes[place] = UInt8(ascii: "y")
        try bytes.write(to: URL(filePath: copy))
        let error = #expect(throws: SearchBusError.self) { try LogVerification.run(path: self.copy) }
        #expect(error?.code == .logCorrupt)
        #expect(throws: SearchBusError.self) { try LogRenewal.renew(path: self.copy, cursors: [:]) }
    }

    @Test func `While a backup is made, no other is, and everybody sees it`() throws {
        #expect(!BackupLock.isHeld(in: folder))
        let lock = try BackupLock(dataDirectory: folder)
        #expect(BackupLock.isHeld(in: folder))
        let error = #expect(throws: SearchBusError.self) { try BackupLock(dataDirectory: self.folder) }
        #expect(error?.code == .busy)
        withExtendedLifetime(lock) {}
    }

    @Test func `Sessions that are deleted leave nothing, others everything`() throws {
        let store = try open()
        _ = try append(store, [try draft("a", "view/w/s/"), try draft("b", "state/w/s/"), try draft("c", "view/w/t/")])
        #expect(try store.beginRemoval(of: ["s", "nobody"]) == ["s"])
        let removed = try store.removeAll()
        #expect(removed.map(\.session) == ["s"] && removed.map(\.events) == [2])
        #expect(try ids(store.replay(ReplayQuery([.all], after: .zero))) == ["c"])
        #expect(try ids(open().replay(ReplayQuery([.all], after: .zero))) == ["c"])
        #expect(try append(store, [try draft("d")]).first.rawValue == 4, "no place is given twice")
    }

    @Test func `A session is listed with its last event, before and after its row tells of it`() throws {
        let store = try open()
        _ = try append(store, [try draft("a", "view/w/s/")], at: Timestamp(microseconds: 1_000_000))
        _ = try append(
            store,
            [try draft("b", "view/w/t/"), try draft("c", "state/w/t/")],
            at: Timestamp(microseconds: 9_000_000)
        )
        for _ in 1...2 {
            let log = try SessionLog(dataDirectory: folder)
            let (sessions, total) = try log.sessions(limit: 10)
            #expect(sessions.map(\.name) == ["t", "s"] && total == 2)
            #expect(sessions.map(\.events) == [2, 1])
            #expect(sessions.map(\.lastActivity.microseconds) == [9_000_000, 1_000_000])
            #expect(try log.sessions(limit: 1).sessions.map(\.name) == ["t"])
            let page = try log.events(of: "t", after: .zero)
            let numbers = try page.events.map {
                try Event(topic: Topic(parsing: $0.topic), body: $0.body).sequence.rawValue
            }
            #expect(numbers == [2, 3] && page.through >= SequenceNumber(rawValue: 3))
            #expect(try log.topics(of: "t").map(\.topic) == ["state/w/t/", "view/w/t/"])
            #expect(throws: SearchBusError.self) { try log.session("nobody") }
            try store.writeActivity()
        }
    }
}
