// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

/// What the log knows of a component.
struct ComponentEntry {
    /// The last place that it has folded.
    var sequence = SequenceNumber.zero
    /// The append that moved it last, and what it was answered; empty where there was none.
    var appendID = ""
    var receipt = AppendReceipt(first: .zero, last: .zero)
    /// How often it was claimed.
    var incarnation = 0
    /// What its last claim was known by.
    var nonce = ""
    var configuration: String?
    /// What it folds, as it said with its last move.
    var prefixes: [TopicPrefix] = []

    var claim: ComponentClaim {
        ComponentClaim(cursor: sequence, incarnation: incarnation, configuration: configuration)
    }
}

extension LogStore {
    /// How many components are remembered; beyond it all are forgotten and read again as they come.
    private static let componentCacheLimit = 4096

    /// The state of a component, which may be unknown.
    func component(_ name: String, _ db: Database) throws -> ComponentEntry {
        if let entry = components[name] { return entry }
        let statement = try db.cachedStatement(
            sql: """
                SELECT sequence, append, first, last, incarnation, nonce, configuration, prefixes
                FROM (SELECT ? AS wanted) LEFT JOIN cursors ON component = wanted LEFT JOIN components ON name = wanted
                """
        )
        var entry = ComponentEntry()
        if let row = try Row.fetchOne(statement, arguments: [name]) {
            func sequence(_ column: Int) -> SequenceNumber {
                SequenceNumber(rawValue: UInt64((row[column] as Int64?) ?? 0))
            }
            entry.sequence = sequence(0)
            entry.appendID = row[1] ?? ""
            entry.receipt = AppendReceipt(first: sequence(2), last: sequence(3))
            entry.incarnation = row[4] ?? 0
            entry.nonce = row[5] ?? ""
            entry.configuration = row[6]
            entry.prefixes = try prefixes(in: row[7])
        }
        remember(entry, of: name)
        return entry
    }

    private func prefixes(in text: String?) throws -> [TopicPrefix] {
        guard let text else { return [] }
        do {
            return try (JSON(parsing: text.utf8).array ?? []).map { try TopicPrefix(parsing: $0.string ?? "") }
        } catch {
            throw SearchBusError(.logCorrupt, "Cannot read the inputs of a component from the log: \(error)")
        }
    }

    /// Notes what became of a component.
    func remember(_ entry: ComponentEntry, of name: String) {
        if components.count >= Self.componentCacheLimit { components = [:] }
        components[name] = entry
    }

    /// Writes what is known of a component beside its cursor.
    func write(_ entry: ComponentEntry, of name: String, _ db: Database) throws {
        readerNames = nil
        try db.cachedStatement(
            sql: """
                INSERT INTO components (name, incarnation, nonce, configuration, prefixes) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET incarnation = excluded.incarnation, nonce = excluded.nonce,
                configuration = excluded.configuration, prefixes = excluded.prefixes
                """
        ).execute(
            arguments: [
                name, entry.incarnation, entry.nonce, entry.configuration,
                String(decoding: JSON(entry.prefixes.map(\.description)).bytes, as: UTF8.self),
            ]
        )
    }

    /// A component's cursor; zero for one that never appended.
    func cursor(of name: String) throws -> SequenceNumber {
        try reading { db in try component(name, db).sequence }
    }

    /// Every component's cursor.
    func allCursors() throws -> [String: SequenceNumber] { try reading(LogSchema.cursors) }

    /// Gives components to a process: from now on appends of earlier incarnations are refused.
    ///
    /// - Parameters:
    ///   - names: The components.
    ///   - nonce: What the claim is known by: one that comes again gets the first answer.
    ///   - db: The database, in a transaction.
    /// - Returns: What each of them is now.
    /// - Throws: `SearchBusError` with `log-corrupt`; `DatabaseError` where the disk fails.
    func claim(_ names: [String], nonce: String, _ db: Database) throws -> [String: ComponentClaim] {
        var claims: [String: ComponentClaim] = [:]
        for name in Set(names) {
            var entry = try component(name, db)
            if entry.nonce != nonce {
                entry.incarnation += 1
                entry.nonce = nonce
                try write(entry, of: name, db)
                remember(entry, of: name)
            }
            claims[name] = entry.claim
        }
        return claims
    }
}
