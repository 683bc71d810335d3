// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import GRDB
import Testing
import Wire

@testable import Broker

@Suite("Logs of earlier versions")
final class LogMigrationTests: LogFixture {
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

    @Test(arguments: [1, 2, 4])
    func `A log of another format is refused, and not changed`(format: Int) throws {
        try open().close()
        let database = try DatabaseQueue(path: "\(folder)/log.sqlite")
        try database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA user_version = \(format)") }
        #expect(throws: SearchBusError.self) { _ = try open() }
        #expect(try database.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") } == format)
    }
}
