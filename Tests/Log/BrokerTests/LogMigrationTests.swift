// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import Testing
import Wire

@testable import Broker

@Suite("Logs of earlier versions")
final class LogMigrationTests: LogFixture {
    /// A log as brokers of the first and of a later commit of format 3 wrote it; the first had no `earlier` parts.
    private static func log(isEarlier: Bool) -> String {
        func event(_ number: Int, _ session: String, _ time: String, _ text: String) -> String {
            """
            CAST('{"specversion":"1.0","id":"i\(number)","source":"/test","type":"searchbus.intent.note",\
            "subject":"\(session)","time":"2026-11-26T17:38:56.\(time)Z","datacontenttype":"application/json",\
            "sequence":"0000000000000000000\(number)","previous":"00000000000000000000",\
            "channelprevious":"0000000000000000000\(number - 1)","epoch":"kp4bsj299e6p9r5x",\
            "data":{"text":"\(text)"}}' AS BLOB)
            """
        }
        return """
            CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE events (sequence INTEGER PRIMARY KEY, topic INTEGER NOT NULL, time INTEGER NOT NULL,
                body BLOB NOT NULL, checksum INTEGER);
            CREATE INDEX events_topic ON events (topic, sequence);
            CREATE TABLE cursors (component TEXT PRIMARY KEY, sequence INTEGER NOT NULL, append TEXT NOT NULL,
                first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE topics (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, session TEXT,
                last INTEGER NOT NULL DEFAULT 0);
            CREATE INDEX topics_channel ON topics (channel, last);
            CREATE INDEX topics_session ON topics (session) WHERE session IS NOT NULL;
            CREATE TABLE sessions (name TEXT PRIMARY KEY, time INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX sessions_time ON sessions (time);
            CREATE TABLE receipts (topic INTEGER NOT NULL, id TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
                time INTEGER NOT NULL, digest INTEGER, PRIMARY KEY (topic, id)) WITHOUT ROWID;
            CREATE INDEX receipts_time ON receipts (time);
            CREATE TABLE components (name TEXT PRIMARY KEY, incarnation INTEGER NOT NULL, nonce TEXT NOT NULL,
                configuration TEXT, prefixes TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE kept (sequence INTEGER PRIMARY KEY, topic INTEGER NOT NULL);
            CREATE TABLE lost (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
            PRAGMA user_version = 3;
            PRAGMA application_id = 1396864371;
            INSERT INTO meta VALUES ('epoch', 'kp4bsj299e6p9r5x'), ('lasts', '00000000000000000002');
            INSERT INTO events VALUES (1, 1, 1795714736301, \(event(1, "s", "301621", "a")), 1606348444),
                (2, 2, 1795714736305, \(event(2, "t", "305887", "b")), 211865030);
            INSERT INTO topics VALUES (1, 'intent/q/s/', 'intent/q/', 's', 1), (2, 'intent/q/t/', 'intent/q/', 't', 2);
            INSERT INTO sessions VALUES ('s', 1795714736301), ('t', 1795714736305);
            INSERT INTO receipts VALUES (1, 'i1', 1, 1, 1795714736301, 7623365525296511760),
                (2, 'i2', 2, 2, 1795714736305, -610457893875150658);
            INSERT INTO components VALUES ('store', 1, 'n1', NULL, '[]');
            INSERT INTO cursors VALUES ('store', 1, 'a1', 1, 1);
            """
                + (isEarlier
                    ? ""
                    : """
                    ALTER TABLE sessions ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
                    CREATE INDEX sessions_last ON sessions (last);
                    DROP INDEX receipts_time;
                    CREATE INDEX receipts_last ON receipts (last);
                    ALTER TABLE sessions ADD COLUMN creator INTEGER NOT NULL DEFAULT 0;
                    CREATE INDEX sessions_creator ON sessions (creator, last);
                    UPDATE sessions SET last = CASE name WHEN 's' THEN 1 ELSE 2 END;
                    INSERT INTO meta VALUES ('sessionEnds', '00000000000000000002');
                    """)
    }

    @Test(arguments: [true, false])
    func `A log of format 3 that an earlier broker wrote is opened, and continued`(isEarlier: Bool) throws {
        let database = try DatabaseQueue(path: "\(folder)/log.sqlite")
        try database.writeWithoutTransaction { db in try db.execute(sql: Self.log(isEarlier: isEarlier)) }
        let converted = try open()
        // Without the file beside it the log counts as a copy, which continues after a gap.
        #expect(converted.epoch == "kp4bsj299e6p9r5x" && converted.head > SequenceNumber(rawValue: 2))
        #expect(
            try converted.replay(ReplayQuery([.all], after: .zero)).events.map(\.topic) == [
                "intent/q/s/", "intent/q/t/",
            ]
        )
        #expect(try converted.latest(LatestQuery([TopicPrefix(.intent, "q")])).events.count == 2)
        #expect(try converted.cursor(of: "store") == SequenceNumber(rawValue: 1))
        let repeated = try draft(
            "i1",
            "intent/q/s/",
            data: #"{"text":"a"}"#,
            type: "searchbus.intent.note",
            source: "/test"
        )
        #expect(try append(converted, [repeated]).first == SequenceNumber(rawValue: 1))
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

    @Test(arguments: [1, 2, 4])
    func `A log of another format is refused, and not changed`(format: Int) throws {
        try open().close()
        let database = try DatabaseQueue(path: "\(folder)/log.sqlite")
        try database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA user_version = \(format)") }
        #expect(throws: SearchBusError.self) { _ = try open() }
        #expect(try database.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") } == format)
    }
}
