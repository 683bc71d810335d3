// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// The answers to appended events by topic and id, so that a repeat gets the first answer.
enum ReceiptTable {
    static let schema = """
        CREATE TABLE receipts (topic INTEGER NOT NULL, id TEXT NOT NULL, first INTEGER NOT NULL,
            last INTEGER NOT NULL, time INTEGER NOT NULL, digest INTEGER, PRIMARY KEY (topic, id)) WITHOUT ROWID;
        CREATE INDEX receipts_last ON receipts (last);
        """

    /// Deletes some of the oldest receipts; returns how many.
    static func delete(through sequence: SequenceNumber, limit: Int, _ db: Database) throws -> Int {
        let sql = """
            DELETE FROM receipts WHERE (topic, id) IN
            (SELECT topic, id FROM receipts WHERE last <= ? ORDER BY last LIMIT ?)
            """
        return try db.run(sql, [sequence, limit])
    }

    static func delete(ofTopic topic: Int64, limit: Int, _ db: Database) throws -> Int {
        try db.run(
            "DELETE FROM receipts WHERE topic = ? AND id IN (SELECT id FROM receipts WHERE topic = ? LIMIT ?)",
            [topic, topic, limit]
        )
    }

    /// What is done for each event that is appended.
    struct Writer {
        private let insertion: PreparedStatement
        private let deletion: PreparedStatement
        private let oldDeletion: PreparedStatement
        private let selection: PreparedStatement

        init(_ db: Database) throws {
            insertion = try PreparedStatement(
                "INSERT INTO receipts (topic, id, first, last, time, digest) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                db
            )
            deletion = try PreparedStatement("DELETE FROM receipts WHERE topic = ? AND id = ?", db)
            oldDeletion = try PreparedStatement("DELETE FROM receipts WHERE topic = ? AND id = ? AND time < ?", db)
            selection = try PreparedStatement("SELECT first, last, digest FROM receipts WHERE topic = ? AND id = ?", db)
        }

        /// Notes the answer to an event; returns whether there was none before.
        func insert(_ receipt: AppendReceipt, of event: ReceivedEvent, topic: Int64, milliseconds: Int64) throws -> Bool
        {
            insertion.bind(topic, at: 1)
            insertion.bind(Int64(receipt.first.rawValue), at: 3)
            insertion.bind(Int64(receipt.last.rawValue), at: 4)
            insertion.bind(milliseconds, at: 5)
            insertion.bind(event.digest, at: 6)
            return try insertion.binding(event.id, at: 2) { try insertion.runAndCheck() }
        }

        func delete(_ id: String, topic: Int64) throws {
            deletion.bind(topic, at: 1)
            try deletion.binding(id, at: 2) { try deletion.run() }
        }

        /// Forgets the answer that an event got before a time.
        func delete(_ id: String, topic: Int64, before milliseconds: Int64) throws {
            oldDeletion.bind(topic, at: 1)
            oldDeletion.bind(milliseconds, at: 3)
            try oldDeletion.binding(id, at: 2) { try oldDeletion.run() }
        }

        /// The first receipt of an event with this topic and ID; `nil` for a new event.
        ///
        /// - Throws: `SearchBusError` with `id-reused` where it was another event.
        func receipt(of event: ReceivedEvent, topic: Int64) throws -> AppendReceipt? {
            selection.bind(topic, at: 1)
            return try selection.binding(event.id, at: 2) {
                try selection.first { row in
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
    }
}
