// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import Testing
import Wire

@testable import Broker

@Suite("Log store")
final class LogStoreTests: LogFixture {
    @Test func `What was appended is there after a restart, in order, under the same epoch`() throws {
        let first = try open()
        for number in 1...5 { _ = try append(first, [try draft("e\(number)")]) }
        let second = try open()
        #expect(second.epoch == first.epoch)
        #expect(second.head.rawValue == 5)
        let page = try second.replay(ReplayQuery([TopicPrefix(.view)], after: .init(rawValue: 2)))
        #expect(try ids(page) == ["e3", "e4", "e5"])
        #expect(page.through.rawValue == 5)
    }

    @Test func `Each event names the one before it on its topic, across restarts`() throws {
        _ = try append(
            try open(),
            [try draft("a", "view/w/s/"), try draft("b", "view/w/t/"), try draft("c", "view/w/s/")]
        )
        let store = try open()
        _ = try append(store, [try draft("d", "view/w/t/")])
        let events = try store.replay(ReplayQuery([.all], after: .zero)).events.map {
            try Event(topic: Topic(parsing: $0.topic), body: $0.body)
        }
        #expect(events.map(\.previous.rawValue) == [0, 0, 1, 2])
    }

    @Test func `A repeated append has one effect and the first answer`() throws {
        let store = try open()
        let first = try append(store, [try draft("a"), try draft("b")])
        #expect(try append(store, [try draft("a"), try draft("b")]) == first)
        #expect(try append(try open(), [try draft("a"), try draft("b")]) == first, "after a restart too")
        #expect(store.head.rawValue == 2)
        #expect(throws: SearchBusError.self) { try append(store, [try draft("b"), try draft("new")]) }
        #expect(store.head.rawValue == 2, "a half-repeated append stores nothing")
    }

    @Test func `An id belongs to its topic, and to what came with it`() throws {
        let store = try open()
        let first = try append(store, [try draft("a", "intent/w/s/", data: #"{"n":1}"#)])
        let elsewhere = try append(store, [try draft("a", "intent/w/t/", data: #"{"n":1}"#)])
        #expect(first != elsewhere, "ids of different topics never meet")
        for data in [#"{"n":2}"#, #"{"n":11}"#, #"[{"n":1}]"#] {
            let reused = #expect(throws: SearchBusError.self) {
                try append(store, [try draft("new", "intent/w/s/"), try draft("a", "intent/w/s/", data: data)])
            }
            #expect(reused?.code == .idReused)
            #expect(reused?.code.httpStatus == 409)
        }
        let otherType = #expect(throws: SearchBusError.self) {
            try append(store, [try draft("a", "intent/w/s/", data: #"{"n":1}"#, type: "searchbus.view.u")])
        }
        #expect(otherType?.code == .idReused)
        #expect(try append(try open(), [try draft("a", "intent/w/s/", data: #"{"n":1}"#)]) == first)
        #expect(store.head.rawValue == 2)
        _ = try append(store, [try draft("new", "intent/w/s/")])
    }

    @Test func `A component's append moves its cursor with its events, or does nothing`() throws {
        let store = try open()
        _ = try append(store, [try draft("in1"), try draft("in2")])
        let receipt = try append(store, [try draft("out")], move(0, 2, id: "t1"))
        #expect(receipt.first.rawValue == 3)
        #expect(try append(store, [try draft("out")], move(0, 2, id: "t1")) == receipt, "a repeat has the first answer")
        let zombie = #expect(throws: SearchBusError.self) {
            try append(store, [try draft("zombie")], move(0, 2, id: "t2"))
        }
        #expect(zombie?.code == .cursorMoved)
        #expect(try open().cursor(of: "c").rawValue == 2)
        #expect(store.head.rawValue == 3)
    }

    @Test func `A component that has missed an event is refused`() throws {
        let store = try open()
        _ = try append(store, [try draft("a", "view/w/s/"), try draft("x", "state/w/s/"), try draft("b", "view/w/t/")])
        let prefixes = [TopicPrefix(.view, "w")]
        let missed = #expect(throws: SearchBusError.self) {
            try append(store, [], move(0, 3, id: "t1", folded: 1, prefixes: prefixes))
        }
        #expect(missed?.code == .eventsMissed)
        _ = try append(store, [], move(0, 3, id: "t2", folded: 2, prefixes: prefixes))
        #expect(try store.cursor(of: "c").rawValue == 3)
    }

    @Test func `One bad append of a group does not spoil the others`() throws {
        let store = try open()
        let commands = [
            command([try draft("a")]), command([try draft("b")], move(9, 9, id: "t")), command([try draft("c")]),
        ]
        let result = store.carryOut(commands.map(LogCommand.append))
        let areRefused = result.outcomes.map { if case .refused = $0 { true } else { false } }
        #expect(areRefused == [false, true, false])
        #expect(result.publications.count == 2)
    }

    @Test func `The latest events are the last of each topic, of one session or of all`() throws {
        let store = try open()
        for number in 1...3 {
            _ = try append(
                store,
                [
                    try draft("s\(number)", "view/w/s/"), try draft("t\(number)", "view/w/t/"),
                    try draft("r\(number)", "results/q/s/"),
                ]
            )
        }
        #expect(try ids(store.latest(LatestQuery([TopicPrefix(.view)]))) == ["s3", "t3"])
        #expect(try ids(store.latest(LatestQuery([.all], session: "s"))) == ["s3", "r3"])
        #expect(try ids(store.latest(LatestQuery([TopicPrefix(.view)], after: .init(rawValue: 7)))) == ["t3"])
        let page = try store.latest(LatestQuery([.all], limit: 2))
        #expect(page.hasMore && page.events.count == 2)
    }

    @Test func `The latest events of sessions as of an earlier place are the last of each topic until then`() throws {
        let store = try open()
        for number in 1...3 {
            _ = try append(
                store,
                [
                    try draft("a\(number)", "view/w/s/"), try draft("b\(number)", "view/x/s/"),
                    try draft("c\(number)", "view/w/t/"),
                ]
            )
        }
        func latest(through place: UInt64, after: UInt64 = 0, limit: Int = 500) throws -> [String] {
            var query = LatestQuery([TopicPrefix(.view)], session: "s", after: .init(rawValue: after), limit: limit)
            query.through = .init(rawValue: place)
            return try ids(store.latest(query))
        }
        #expect(try latest(through: 0).isEmpty)
        #expect(try latest(through: 1) == ["a1"])
        #expect(try latest(through: 4) == ["b1", "a2"])
        #expect(try latest(through: 6) == ["a2", "b2"])
        #expect(try latest(through: 6, limit: 1) == ["a2"] && latest(through: 6, after: 4) == ["b2"])
        #expect(try latest(through: .max) == ["a3", "b3"])
        // What a place needs may be trimmed, but never the last of a topic.
        while try store.trim(receiptsThrough: .zero) {}
        #expect(try latest(through: 6).isEmpty && latest(through: 8) == ["a3", "b3"])
    }

    @Test func `A replay of one session is that session's events alone`() throws {
        let store = try open()
        for number in 1...4 {
            _ = try append(store, [try draft("e\(number)", "view/w/\(number % 2 == 0 ? "s" : "t")/")])
        }
        #expect(try ids(store.replay(ReplayQuery([.all], session: "s", after: .zero))) == ["e2", "e4"])
    }

    @Test func `A long replay comes in pages that leave nothing out`() throws {
        let store = try open()
        for number in 0..<100 {
            _ = try append(store, try (0..<100).map { try draft("e\(number)-\($0)", "view/w\(number % 3)/s/") })
        }
        var seen: [String] = []
        var query = ReplayQuery([TopicPrefix(.view, "w1")], after: .zero, limit: 70)
        while true {
            let page = try store.replay(query)
            seen += try ids(page)
            query.after = page.through
            if page.through == store.head { break }
        }
        #expect(seen.count == 3300)
        #expect(Set(seen).count == seen.count)
    }

    @Test func `Trimming takes the oldest events, but never the last of a topic`() throws {
        let store = try open()
        _ = try append(store, [try draft("keep", "view/old/s/")])
        for number in 1...300 { _ = try append(store, [try draft("e\(number)")]) }
        while try store.trim(receiptsThrough: .zero) {}
        #expect(try ids(store.replay(ReplayQuery([.all], after: .zero))) == ["keep", "e300"])
        #expect(store.retention.trimmed.rawValue == 301)
        #expect(try open().retention.trimmed.rawValue == 301)
        _ = try append(store, [try draft("newer", "view/old/s/")])
        #expect(try ids(store.replay(ReplayQuery([.all], after: .zero))) == ["e300", "newer"])
        #expect(store.head.rawValue == 302)
    }

    @Test func `Unused sessions are deleted, and sequence numbers are not reused`() throws {
        let store = try open()
        _ = try append(store, [try draft("idle", "view/w/idle/")])
        _ = try append(store, [try draft("live", "view/w/live/")])
        #expect(try store.expireSessions(idleThrough: .init(rawValue: 1)) == ["idle"])
        #expect(try ids(store.latest(LatestQuery([.all]))) == ["live"])
        #expect(try open().head.rawValue == 2)
    }

    @Test func `A component that lags behind a deleted session is notified of the gap`() throws {
        let store = try open()
        let later = Timestamp(microseconds: now.microseconds + 10_000_000)
        _ = try append(store, [try draft("idle", "view/w/idle/")], at: now)
        _ = try append(store, [try draft("live", "view/w/live/")], at: later)
        #expect(store.retention.mark == .zero)
        _ = try store.expireSessions(idleThrough: .init(rawValue: 1))
        let reopened = try open()
        #expect(reopened.retention.mark.rawValue == 1)
        // A component at the beginning can only receive the rest.
        let place = move(0, 2, id: "a", folded: 1, prefixes: [TopicPrefix(.view, "w")])
        #expect(try append(reopened, [], place) == AppendReceipt(first: .zero, last: .zero))
        // The rest is still deleted when the log grows too large.
        _ = try append(reopened, [try draft("newer", "view/w/live/")], at: later)
        _ = try reopened.trim(receiptsThrough: .zero)
        #expect(try ids(reopened.replay(ReplayQuery([.all], after: .zero))) == ["newer"])
    }

    @Test func `A damaged file is named, not repaired in silence`() throws {
        _ = try append(try open(), [try draft("a")])
        try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: "\(folder)/log.sqlite"))
        let error = #expect(throws: SearchBusError.self) { try open() }
        #expect(error?.code == .logCorrupt)
        #expect(error?.code.exitCode == 74)
    }

    @Test func `A data directory belongs to one broker`() throws {
        let directory = try DataDirectory(path: "\(folder)/data")
        let error = #expect(throws: SearchBusError.self) { try DataDirectory(path: directory.path) }
        #expect(error?.code == .dataDirectoryInUse)
        #expect(error?.message.contains("process \(getpid())") == true)
    }

    // MARK: Components

    @Test func `Cursors of several components move in one append, all or none, and a repeat by any of them is known`()
        throws
    {
        let store = try open()
        _ = try append(store, [try draft("in1"), try draft("in2")])
        let both = Turn(
            id: "t1",
            moves: move(0, 2, id: "", component: "a").moves + move(0, 1, id: "", component: "b").moves
        )
        let receipt = try append(store, [try draft("out")], both)
        #expect(try store.cursor(of: "a").rawValue == 2)
        #expect(try store.cursor(of: "b").rawValue == 1)
        // One of them continues alone; the append of both is still known for the other.
        _ = try append(store, [], move(2, 3, id: "t2", component: "a"))
        #expect(try append(try open(), [try draft("out")], both) == receipt)
        let torn = Turn(
            id: "t3",
            moves: move(3, 3, id: "", component: "a").moves + move(0, 2, id: "", component: "b").moves
        )
        let refused = #expect(throws: SearchBusError.self) { try append(store, [try draft("never")], torn) }
        #expect(refused?.code == .cursorMoved)
        #expect(store.head.rawValue == 3)
        #expect(try store.cursor(of: "a").rawValue == 3)
    }

    @Test func `Only the last process that claimed a component appends for it`() throws {
        let store = try open()
        _ = try append(store, [try draft("in")])
        _ = try append(store, [try draft("never-claimed")], move(0, 1, id: "t0"))
        let first = try #require(try store.claim(["c", "d"], nonce: "n1")["c"])
        #expect(first == ComponentClaim(cursor: .init(rawValue: 1), incarnation: 1, configuration: nil))
        #expect(try open().claim(["c"], nonce: "n1")["c"] == first, "a repeated claim is not a new one")
        _ = try append(store, [], move(1, 2, id: "t1", incarnation: 1))
        #expect(try store.claim(["c"], nonce: "n2")["c"]?.incarnation == 2)
        for (from, to) in [(2, 2), (2, 3)] as [(UInt64, UInt64)] {
            let old = #expect(throws: SearchBusError.self) {
                try append(store, [try draft("old")], move(from, to, id: "t2", incarnation: 1))
            }
            #expect(old?.code == .fenced)
            #expect(old?.code.exitCode == 75)
        }
        let never = #expect(throws: SearchBusError.self) {
            try append(try open(), [try draft("old")], move(2, 2, id: "t3"))
        }
        #expect(never?.code == .fenced)
        _ = try append(store, [], move(2, 2, id: "t4", incarnation: 2))
    }

    @Test func `What a component is configured with is kept beside its cursor`() throws {
        let store = try open()
        _ = try append(store, [try draft("in")])
        func turn(_ id: String, _ configuration: String?) -> Turn {
            let move = CursorMove(
                component: "c",
                from: .zero,
                to: .zero,
                folded: 0,
                prefixes: [TopicPrefix(.intent, "c")],
                incarnation: 0,
                configuration: configuration
            )
            return Turn(id: id, moves: [move])
        }
        _ = try append(store, [], turn("t1", "first"))
        _ = try append(store, [], turn("t2", nil))
        #expect(try open().claim(["c"], nonce: "n")["c"]?.configuration == "first")
    }
}
