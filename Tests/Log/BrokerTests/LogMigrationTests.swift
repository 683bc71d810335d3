// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import GRDB
import Testing
import Wire

@testable import Broker

@Suite("Logs of earlier formats")
final class LogMigrationTests: LogFixture {
    /// A log as the first version wrote it: two appends of an outsider, one of a component.
    private func makeFirstFormat() throws {
        let database = try DatabaseQueue(path: "\(folder)/log.sqlite")
        try database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = WAL;
                    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                    CREATE TABLE topics (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, session TEXT);
                    CREATE INDEX topics_channel ON topics (channel);
                    CREATE INDEX topics_session ON topics (session) WHERE session IS NOT NULL;
                    CREATE TABLE events (sequence INTEGER PRIMARY KEY, topic INTEGER NOT NULL, time INTEGER NOT NULL,
                        body BLOB NOT NULL);
                    CREATE INDEX events_topic ON events (topic, sequence);
                    CREATE TABLE receipts (id TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE INDEX receipts_last ON receipts (last);
                    CREATE TABLE cursors (component TEXT PRIMARY KEY, sequence INTEGER NOT NULL, append TEXT NOT NULL,
                        first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
                    PRAGMA user_version = 1;
                    INSERT INTO meta VALUES ('epoch', 'oldepoch'), ('trimmed', '00000000000000000000');
                    INSERT INTO topics VALUES (1, 'intent/c/s/', 'intent/c/', 's'), (2, 'intent/c/t/', 'intent/c/', 't'),
                        (3, 'view/c/s/', 'view/c/', 's');
                    INSERT INTO receipts VALUES ('a', 1, 2), ('b', 1, 2), ('gone', 0, 0);
                    INSERT INTO cursors VALUES ('c', 2, 'ap', 3, 3);
                    """
            )
            for (place, topic, id) in [(1, 1, "a"), (2, 2, "b"), (3, 3, "v")] {
                let body = Data(#"{"id":"\#(id)","source":"/t","type":"t","epoch":"oldepoch","data":{}}"#.utf8)
                try db.execute(
                    sql: "INSERT INTO events VALUES (?, ?, 1700000000000, ?)",
                    arguments: [place, topic, body]
                )
            }
        }
        try database.close()
    }

    @Test func `A log of the first format opens with everything that was acknowledged`() throws {
        try makeFirstFormat()
        let store = try open()
        #expect(store.epoch == "oldepoch")
        #expect(store.head > SequenceNumber(rawValue: 3), "nothing proves that the log has all of its events")
        #expect(store.divergence(at: .init(rawValue: 4))?.rawValue == 3)
        #expect(try ids(store.replay(ReplayQuery([.all], after: .zero))) == ["a", "b", "v"])
        #expect(try ids(store.latest(LatestQuery([.all], session: "s"))) == ["a", "v"])
        #expect(try ids(store.latest(LatestQuery([TopicPrefix(.intent)]))) == ["a", "b"])
        let repeated = try append(store, [try draft("a", "intent/c/s/"), try draft("b", "intent/c/t/")])
        #expect(repeated == AppendReceipt(first: .init(rawValue: 1), last: .init(rawValue: 2)))
        #expect(try append(store, [], move(0, 2, id: "ap")).first.rawValue == 3, "the component's last append is known")
        #expect(try store.claim(["c"], nonce: "n")["c"]?.cursor.rawValue == 2)
        #expect(try store.expireSessions(idleThrough: .init(rawValue: 2)) == ["t"])
        #expect(try store.expireSessions(idleThrough: .init(rawValue: 3)) == ["s"])
        #expect(try open().head == store.head)
    }

    @Test func `A log without checksums opens, and what comes new has one`() throws {
        let store = try open()
        _ = try append(store, [try draft("a")])
        try store.close()
        try DatabaseQueue(path: "\(folder)/log.sqlite").writeWithoutTransaction { db in
            try db.execute(sql: "ALTER TABLE events DROP COLUMN checksum; PRAGMA user_version = 2")
        }
        let converted = try open()
        _ = try append(converted, [try draft("b")])
        #expect(try ids(converted.replay(ReplayQuery([.all], after: .zero))) == ["a", "b"])
        try converted.close()
        let sums = try DatabaseQueue(path: "\(folder)/log.sqlite").read { db in
            try Int64?.fetchAll(db, sql: "SELECT checksum FROM events ORDER BY sequence")
        }
        #expect(sums.count == 2 && sums[0] == nil && sums[1] != nil)
    }

    @Test func `A log that was written by a version without the ends of sessions gets them, whenever that was`() throws
    {
        let store = try open()
        _ = try append(store, [try draft("a", "view/w/s/"), try draft("b", "view/w/t/")])
        try store.writeActivity()
        try store.close()
        let database = try DatabaseQueue(path: "\(folder)/log.sqlite")
        try database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    DROP INDEX sessions_last; DROP INDEX sessions_creator;
                    ALTER TABLE sessions DROP COLUMN last; ALTER TABLE sessions DROP COLUMN creator; DROP INDEX receipts_last;
                    CREATE INDEX receipts_time ON receipts (time);
                    DELETE FROM meta WHERE key IN ('sessionEnds', 'ages');
                    """
            )
        }
        let converted = try open()
        #expect(try converted.expireSessions(idleThrough: .init(rawValue: 1)) == ["s"])
        try converted.close()
        // The earlier version is used once more.
        try database.writeWithoutTransaction { db in
            try db.execute(
                sql: "UPDATE topics SET last = 90 WHERE session = 't'; UPDATE meta SET value = 90 WHERE key = 'lasts'"
            )
        }
        try database.close()
        #expect(try open().expireSessions(idleThrough: .init(rawValue: 89)) == [])
    }

    @Test func `A conversion that fails leaves the file as it was`() throws {
        try makeFirstFormat()
        try DatabaseQueue(path: "\(folder)/log.sqlite").write { db in try db.execute(sql: "CREATE TABLE kept (x)") }
        #expect(throws: SearchBusError.self) { try open() }
        let version = try DatabaseQueue(path: "\(folder)/log.sqlite").read { db in
            try Int.fetchOne(db, sql: "PRAGMA user_version")
        }
        #expect(version == 1)
    }
}
