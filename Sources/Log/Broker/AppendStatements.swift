// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import GRDBSQLite
import Wire
import ZeroMQ

/// The statements of an append, and of what is noted of many: what the log does tens of thousands of times a second.
final class AppendStatements {
    private let connection: OpaquePointer
    private let begin: PreparedStatement
    private let commit: PreparedStatement
    private let rollback: PreparedStatement
    private let insertEvent: PreparedStatement
    private let deleteEvent: PreparedStatement
    private let insertReceipt: PreparedStatement
    private let deleteReceipt: PreparedStatement
    private let deleteOldReceipt: PreparedStatement
    private let selectReceipt: PreparedStatement
    private let moveCursor: PreparedStatement
    private let noteLast: PreparedStatement
    private let noteSession: PreparedStatement
    private let beginSession: PreparedStatement

    init(_ db: Database) throws {
        guard let connection = db.sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the log is closed")
        }
        self.connection = connection
        begin = try PreparedStatement("BEGIN IMMEDIATE", db)
        commit = try PreparedStatement("COMMIT", db)
        rollback = try PreparedStatement("ROLLBACK", db)
        insertEvent = try PreparedStatement(
            "INSERT INTO events (sequence, topic, time, body, checksum) VALUES (?, ?, ?, ?, ?)",
            db
        )
        deleteEvent = try PreparedStatement("DELETE FROM events WHERE sequence = ?", db)
        insertReceipt = try PreparedStatement(
            "INSERT INTO receipts (topic, id, first, last, time, digest) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            db
        )
        deleteReceipt = try PreparedStatement("DELETE FROM receipts WHERE topic = ? AND id = ?", db)
        deleteOldReceipt = try PreparedStatement("DELETE FROM receipts WHERE topic = ? AND id = ? AND time < ?", db)
        selectReceipt = try PreparedStatement("SELECT first, last, digest FROM receipts WHERE topic = ? AND id = ?", db)
        moveCursor = try PreparedStatement(
            """
            INSERT INTO cursors (component, sequence, append, first, last) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (component) DO UPDATE SET sequence = excluded.sequence, append = excluded.append,
            first = excluded.first, last = excluded.last
            """,
            db
        )
        noteLast = try PreparedStatement("UPDATE topics SET last = ? WHERE id = ?", db)
        noteSession = try PreparedStatement(
            """
            INSERT INTO sessions (name, time, last) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET time = max(time, excluded.time), last = max(last, excluded.last)
            """,
            db
        )
        beginSession = try PreparedStatement(
            "INSERT OR IGNORE INTO sessions (name, time, last, creator) VALUES (?, ?, ?, ?)",
            db
        )
    }

    /// Runs a body in a transaction; where it fails, nothing of it stays.
    func transaction(_ body: () throws -> Void) throws {
        try begin.run()
        do {
            try body()
            try commit.run()
        } catch {
            // SQLite has rolled back by itself after some failures, such as a full disk.
            if sqlite3_get_autocommit(connection) == 0 { try? rollback.run() }
            throw error
        }
    }

    func insertEvent(_ sequence: SequenceNumber, topic: Int64, milliseconds: Int64, body: MessageBody) throws {
        insertEvent.bind(Int64(sequence.rawValue), at: 1)
        insertEvent.bind(topic, at: 2)
        insertEvent.bind(milliseconds, at: 3)
        let sum = body.withUnsafeBytes { EventChecksum.of($0, Int64(sequence.rawValue), topic: topic) }
        insertEvent.bind(sum, at: 5)
        try insertEvent.binding(body, at: 4) { try insertEvent.run() }
    }

    /// Takes an event away; says whether it was there.
    func deleteEvent(_ sequence: SequenceNumber) throws -> Bool {
        deleteEvent.bind(Int64(sequence.rawValue), at: 1)
        return try deleteEvent.runAndCheck()
    }

    /// Notes the answer to an event; says whether there was none before.
    func insertReceipt(
        _ receipt: AppendReceipt,
        of event: ReceivedEvent,
        topic: Int64,
        milliseconds: Int64
    ) throws -> Bool {
        insertReceipt.bind(topic, at: 1)
        insertReceipt.bind(Int64(receipt.first.rawValue), at: 3)
        insertReceipt.bind(Int64(receipt.last.rawValue), at: 4)
        insertReceipt.bind(milliseconds, at: 5)
        insertReceipt.bind(event.digest, at: 6)
        return try insertReceipt.binding(event.id, at: 2) { try insertReceipt.runAndCheck() }
    }

    /// Forgets the answer that an event got.
    func deleteReceipt(_ id: String, topic: Int64) throws {
        deleteReceipt.bind(topic, at: 1)
        try deleteReceipt.binding(id, at: 2) { try deleteReceipt.run() }
    }

    /// Forgets the answer that an event got before a time.
    func deleteReceipt(_ id: String, topic: Int64, before milliseconds: Int64) throws {
        deleteOldReceipt.bind(topic, at: 1)
        deleteOldReceipt.bind(milliseconds, at: 3)
        try deleteOldReceipt.binding(id, at: 2) { try deleteOldReceipt.run() }
    }

    /// The answer that an event got before under this topic and id; `nil` where there is none.
    ///
    /// - Throws: `SearchBusError` with `id-reused` where it was another event.
    func receipt(of event: ReceivedEvent, topic: Int64) throws -> AppendReceipt? {
        selectReceipt.bind(topic, at: 1)
        return try selectReceipt.binding(event.id, at: 2) {
            try selectReceipt.first { row in
                guard row.number(2) == event.digest else {
                    throw SearchBusError(
                        .idReused,
                        "There is another event with the id `\(event.id.prefix(80))` under \(event.topic)."
                    )
                }
                return AppendReceipt(
                    first: SequenceNumber(rawValue: UInt64(row.number(0) ?? 0)),
                    last: SequenceNumber(rawValue: UInt64(row.number(1) ?? 0))
                )
            }
        }
    }

    /// Writes the place of a topic's last event.
    func noteLast(_ last: SequenceNumber, ofTopic id: Int64) throws {
        noteLast.bind(Int64(last.rawValue), at: 1)
        noteLast.bind(id, at: 2)
        try noteLast.run()
    }

    /// Writes the time and the place of a session's last event.
    func noteSession(_ name: String, milliseconds: Int64, last: SequenceNumber) throws {
        noteSession.bind(milliseconds, at: 2)
        noteSession.bind(Int64(last.rawValue), at: 3)
        try noteSession.binding(name, at: 1) { try noteSession.run() }
    }

    /// Writes who began a session, where it is new.
    func beginSession(_ name: String, creator: Int64, milliseconds: Int64, at sequence: SequenceNumber) throws {
        beginSession.bind(milliseconds, at: 2)
        beginSession.bind(Int64(sequence.rawValue), at: 3)
        beginSession.bind(creator, at: 4)
        try beginSession.binding(name, at: 1) { try beginSession.run() }
    }

    func moveCursor(of component: String, to entry: ComponentEntry) throws {
        moveCursor.bind(Int64(entry.sequence.rawValue), at: 2)
        moveCursor.bind(Int64(entry.receipt.first.rawValue), at: 4)
        moveCursor.bind(Int64(entry.receipt.last.rawValue), at: 5)
        try moveCursor.binding(component, at: 1) {
            try moveCursor.binding(entry.appendID, at: 3) { try moveCursor.run() }
        }
    }
}
