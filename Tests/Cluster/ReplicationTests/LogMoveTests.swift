// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import GRDB
import Testing
import Wire

@testable import Broker
@testable import Replication

@Suite("A log that moves between one node and several")
final class LogMoveTests: LogFixture {
    private let shards = 4
    private var path: String { "\(folder)/log.sqlite" }
    private var move: LogMove { LogMove(path: path, shards: shards) }

    /// A log with a component for each shard that has folded three intents of two sessions, and one for all.
    private func makeLog() throws -> String {
        let store = try open()
        _ = try store.claim(["state", "indexer"], nonce: "n")
        _ = try append(store, try ["a", "b", "c"].map { try draft($0, $0 == "b" ? "intent/w/t/" : "intent/w/s/") })
        let prefixes = [TopicPrefix(.intent)]
        _ = try append(store, [], turn(0, 3, id: "1", folded: 3, prefixes, "state"))
        _ = try append(store, [], turn(0, 2, id: "2", folded: 0, [TopicPrefix(.write)], "indexer"))
        try store.close()
        return store.epoch
    }

    /// Opens the log as a node's copy of a shared one, and closes it.
    private func withStore(_ epoch: String, _ body: (LogStore) throws -> Void) throws {
        let store = try LogStore(path: path, durability: .process, journal: epoch)
        try body(store)
        try store.close()
    }

    private func turn(
        _ from: UInt64,
        _ to: UInt64,
        id: String,
        folded: Int,
        _ prefixes: [TopicPrefix],
        _ component: String
    ) -> Turn {
        move(from, to, id: id, folded: folded, prefixes: prefixes, component: component, incarnation: 1)
    }

    @Test func `Each shard continues at the component's cursor, and unsharded components keep theirs`() throws {
        let epoch = try makeLog()
        try move.enter(undivided: ["indexer"])
        #expect(try ReplicaLog(path: path)?.place == .zero)
        let facts = try LogVerification.run(path: path)
        #expect(facts.epoch == epoch && facts.head.rawValue == 3 && facts.events == 3)
        let expected = ["indexer": 2, "state~0": 3, "state~1": 3, "state~2": 3, "state~3": 3]
        #expect(facts.cursors.mapValues { Int($0.rawValue) } == expected)
        let shared = try LogStore(path: path, durability: .process, journal: epoch)
        #expect(try shared.claim(["state~2"], nonce: "m")["state~2"]?.incarnation == 2)
        // It receives an error for the missed event, as before.
        #expect(throws: SearchBusError.self) {
            try self.append(shared, [], self.turn(3, 3, id: "3", folded: 0, [], "state~2"))
        }
    }

    @Test func `Back on one node, a component continues at the end of the log`() throws {
        _ = try makeLog()
        try move.enter(undivided: ["indexer"])
        try move.leave()
        let facts = try LogVerification.run(path: path)
        #expect(facts.cursors.mapValues { Int($0.rawValue) } == ["indexer": 2, "state": 3])
        #expect(try ReplicaLog(path: path)?.place == nil)
        let store = try open()
        #expect(try store.claim(["state"], nonce: "m")["state"]?.incarnation == 2)
        #expect(store.epoch == facts.epoch)
    }

    @Test(arguments: 0..<4)
    func `Shards of which only one ever had events become one component without pending events`(
        busy: Int
    ) throws {
        let epoch = try makeLog()
        try move.enter(undivided: ["indexer"])
        // As if the app began with the shared log: the other shards have folded nothing.
        try withStore(epoch) { store in
            try store.queue.inDatabase { db in
                let others = (0..<shards).filter { $0 != busy }.map { SessionShard.cursor(of: "state", shard: $0) }
                for name in others {
                    try db.execute(sql: "DELETE FROM cursors WHERE component = ?", arguments: [name])
                    try db.execute(
                        sql: "UPDATE components SET prefixes = '[]', configuration = NULL WHERE name = ?",
                        arguments: [name]
                    )
                }
            }
        }
        try move.leave(isForced: true)
        let store = try open()
        let state = try store.reading { db in try store.component("state", db) }
        #expect(state.sequence.rawValue == 3 && state.prefixes == [TopicPrefix(.intent)])
        #expect(try store.claim(["state"], nonce: "m")["state"]?.incarnation == 2)
    }

    @Test func `It is refused where an intent is yet to be carried out, and only then`() throws {
        let epoch = try makeLog()
        try move.enter(undivided: ["indexer"])
        try withStore(epoch) { store in
            _ = try append(store, [try draft("d", "intent/w/s/"), try draft("e", "view/w/t/")])
        }
        let error = #expect(throws: SearchBusError.self) { try self.move.leave() }
        #expect(error?.code == .eventsMissed && error?.message.contains("`state` has yet to carry out 1") == true)
        #expect(error?.remedy.contains("--force") == true)
        #expect(try ReplicaLog(path: path)?.place == .zero, "the log is unchanged")
        // The other shards may lag: none of it is theirs.
        let component = SessionShard.cursor(of: "state", shard: SessionShard.of("s", among: shards))
        try withStore(epoch) { store in
            _ = try append(store, [], turn(3, 5, id: "3", folded: 1, [TopicPrefix(.intent)], component))
        }
        #expect(try move.leave() == 0)
        #expect(try LogVerification.run(path: path).cursors["state"]?.rawValue == 5)
    }

    @Test func `A forced move drops the pending intents, and reports how many`() throws {
        let epoch = try makeLog()
        try move.enter(undivided: ["indexer"])
        try withStore(epoch) { store in
            _ = try append(store, try ["d", "e"].map { try draft($0, $0 == "d" ? "intent/w/s/" : "intent/w/t/") })
        }
        #expect(try move.leave(isForced: true) == 2)
        #expect(try ReplicaLog(path: path)?.place == nil)
        #expect(try LogVerification.run(path: path).cursors["state"]?.rawValue == 5)
    }

    @Test func `An intent that has its outcome was carried out, wherever the cursor is`() throws {
        let epoch = try makeLog()
        try move.enter(undivided: ["indexer"])
        try withStore(epoch) { store in
            _ = try append(store, [try draft("d", "intent/w/s/"), try draft("f", "intent/w/t/")])
            _ = try append(store, [try draft("o", "outcome/w/s/", data: #"{"intent":"d","result":"applied"}"#)])
        }
        #expect(throws: SearchBusError.self) { try self.move.leave() }
        try withStore(epoch) { store in
            _ = try append(store, [try draft("p", "outcome/w/t/", data: #"{"intent":"f","result":"applied"}"#)])
        }
        try move.leave()
    }

    @Test func `A backup of a shared log is not gone on with alone before it was shared again`() throws {
        _ = try makeLog()
        try move.enter(undivided: ["indexer"])
        try LogRenewal.renew(path: path, cursors: [:])
        let error = #expect(throws: SearchBusError.self) { try self.open() }
        #expect(error?.code == .dataDirectoryUnusable && error?.remedy.contains("cluster found") == true)
        try move.enter(undivided: ["indexer"])
        try move.leave()
        #expect(try open().allCursors().mapValues(\.rawValue) == ["indexer": 2, "state": 3])
    }
}
