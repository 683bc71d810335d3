// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// What the log knows of a component.
package struct ComponentEntry {
    /// The last sequence number that it has folded.
    package var sequence = SequenceNumber.zero
    /// The append that moved it last, and what it was answered; empty where there was none.
    package var appendID = ""
    package var receipt = AppendReceipt(first: .zero, last: .zero)
    /// How often it was claimed.
    package var incarnation = 0
    /// What its last claim was known by.
    package var nonce = ""
    package var configuration: String?
    /// What it folds, as it said with its last move.
    package var prefixes: [TopicPrefix] = []

    package init() {}

    var claim: ComponentClaim {
        ComponentClaim(cursor: sequence, incarnation: incarnation, configuration: configuration)
    }
}

/// Each component's cursor, with the append that moved it there; and who claimed it, and what it folds with which configuration.
package enum ComponentTable {
    static let schema = """
        CREATE TABLE cursors (component TEXT PRIMARY KEY, sequence INTEGER NOT NULL, append TEXT NOT NULL,
            first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE components (name TEXT PRIMARY KEY, incarnation INTEGER NOT NULL, nonce TEXT NOT NULL,
            configuration TEXT, prefixes TEXT NOT NULL) WITHOUT ROWID;
        """

    /// The state of a component, which may be unknown.
    ///
    /// - Throws: `DatabaseError`; `SearchBusError` with `log-corrupt`.
    package static func entry(of name: String, _ db: Database) throws -> ComponentEntry {
        let sql = """
            SELECT sequence, append, first, last, incarnation, nonce, configuration, prefixes
            FROM (SELECT ? AS wanted) LEFT JOIN cursors ON component = wanted LEFT JOIN components ON name = wanted
            """
        var entry = ComponentEntry()
        guard let row = try db.row(sql, [name]) else { return entry }
        entry.sequence = row[0] ?? .zero
        entry.appendID = row[1] ?? ""
        entry.receipt = AppendReceipt(first: row[2] ?? .zero, last: row[3] ?? .zero)
        entry.incarnation = row[4] ?? 0
        entry.nonce = row[5] ?? ""
        entry.configuration = row[6]
        do {
            let prefixes = try (row[7] as String?).map { try JSON(parsing: $0.utf8) }
            entry.prefixes = try (prefixes?.array ?? []).map { try TopicPrefix(parsing: $0.string ?? "") }
        } catch {
            throw SearchBusError(.logCorrupt, "Cannot read the inputs of a component from the log: \(error)")
        }
        return entry
    }

    /// Writes what is known of a component beside its cursor.
    package static func write(_ entry: ComponentEntry, of name: String, _ db: Database) throws {
        let sql = """
            INSERT INTO components (name, incarnation, nonce, configuration, prefixes) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET incarnation = excluded.incarnation, nonce = excluded.nonce,
            configuration = excluded.configuration, prefixes = excluded.prefixes
            """
        let prefixes = String(decoding: JSON(entry.prefixes.map(\.description)).bytes, as: UTF8.self)
        try db.run(sql, [name, entry.incarnation, entry.nonce, entry.configuration, prefixes])
    }

    package static func names(_ db: Database) throws -> [String] {
        try db.values("SELECT component FROM cursors UNION SELECT name FROM components ORDER BY 1")
    }

    static func cursors(_ db: Database) throws -> [String: SequenceNumber] {
        var cursors: [String: SequenceNumber] = [:]
        let rows = try db.rows("SELECT component, sequence FROM cursors")
        while let row = try rows.next() { cursors[row[0]] = row[1] }
        return cursors
    }

    /// Writes a component's cursor alone.
    package static func move(_ name: String, to sequence: SequenceNumber, _ db: Database) throws {
        try db.run(moving, [name, sequence, "", 0, 0])
    }

    /// Moves a component's cursor back, where it is beyond a sequence number.
    static func moveBack(_ name: String, to sequence: SequenceNumber, _ db: Database) throws {
        try db.run("UPDATE cursors SET sequence = min(sequence, ?) WHERE component = ?", [sequence, name])
    }

    package static func copy(_ name: String, to copy: String, _ db: Database) throws {
        let cursor = """
            INSERT OR REPLACE INTO cursors (component, sequence, append, first, last)
            SELECT ?, sequence, append, first, last FROM cursors WHERE component = ?
            """
        let rest = """
            INSERT OR REPLACE INTO components (name, incarnation, nonce, configuration, prefixes)
            SELECT ?, incarnation, nonce, configuration, prefixes FROM components WHERE name = ?
            """
        for sql in [cursor, rest] { try db.run(sql, [copy, name]) }
    }

    package static func delete(_ name: String, _ db: Database) throws {
        try db.run("DELETE FROM cursors WHERE component = ?", [name])
        try db.run("DELETE FROM components WHERE name = ?", [name])
    }

    private static let moving = """
        INSERT INTO cursors (component, sequence, append, first, last) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (component) DO UPDATE SET sequence = excluded.sequence, append = excluded.append,
        first = excluded.first, last = excluded.last
        """

    /// What is done with each append of a component.
    struct Writer {
        private let move: PreparedStatement

        init(_ db: Database) throws { move = try PreparedStatement(ComponentTable.moving, db) }

        func moveCursor(of component: String, to entry: ComponentEntry) throws {
            move.bind(Int64(entry.sequence.rawValue), at: 2)
            move.bind(Int64(entry.receipt.first.rawValue), at: 4)
            move.bind(Int64(entry.receipt.last.rawValue), at: 5)
            try move.binding(component, at: 1) { try move.binding(entry.appendID, at: 3) { try move.run() } }
        }
    }
}
