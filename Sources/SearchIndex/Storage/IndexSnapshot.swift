// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import Wire

/// One version of an index, open for searching: its columns in memory, its words and records in the file.
///
/// It belongs to one thread at a time; `IndexReader` sees to that.
final class IndexSnapshot {
    /// How many bytes of row sets of words are kept: enough for a hundred common words, and thousands of rare ones.
    private static func wordBudget(rowCount: Int) -> Int { min(max(rowCount * 64, 256 << 10), 8 << 20) }

    /// How many bytes of records are kept, a thousand of the usual size.
    private static let recordBudget = 1 << 20

    let name: String
    /// The file that was opened.
    let identity: FileIdentity
    let generation: Int
    /// How the index searches, with everything that was inferred.
    let settings: IndexSettings
    /// The settings as they were given, and what the index keeps for others.
    let givenSettings: IndexSettings
    let extra: JSON
    let columns: Columns
    /// The attributes in which matches are marked.
    let highlighted: [AttributePath]
    /// The attributes that the records have.
    let attributes: AttributeKinds
    /// What was gathered of attributes that the settings leave out.
    var gathered: [String: ColumnFinding<GatheredColumns>] = [:]
    /// The order by name of the values of attributes that were counted.
    var facetNames: [String: FacetNames] = [:]
    /// The folded facet values of attributes whose values were searched.
    var facetTexts: [String: FacetTexts] = [:]
    private let queue: DatabaseQueue
    /// The identifier of the record in each row, in ranking order.
    let identifiers: [UInt32]
    /// The row of each identifier; `UInt32.max` for those that are gone.
    private let rows: [UInt32]
    private var words: WordCache
    private var records = RecordCache(budget: IndexSnapshot.recordBudget)

    /// Opens the file of an index.
    ///
    /// - Throws: `SearchBusError.unknownIndex` where there is no file, `.indexCorrupt` for a file that is no index.
    init(path: String, name: String) throws {
        guard let identity = FileIdentity(path: path) else { throw IndexDirectory.unknown(name) }
        let queue = try StorageFailure.translating(name) { try IndexSchema.openForReading(path) }
        let stored = try StorageFailure.translating(name) {
            try queue.unsafeRead { database in try IndexSnapshot.load(from: database, name: name) }
        }
        self.name = name
        self.identity = identity
        self.queue = queue
        generation = stored.generation
        settings = stored.settings
        givenSettings = stored.given
        extra = stored.extra
        attributes = stored.attributes
        columns = stored.columns
        identifiers = stored.identifiers
        highlighted = (stored.settings.attributesToHighlight ?? []).map(AttributePath.init)
        var rows = [UInt32](repeating: .max, count: Int(stored.identifiers.max() ?? 0) + 1)
        for (row, identifier) in stored.identifiers.enumerated() { rows[Int(identifier)] = UInt32(row) }
        self.rows = rows
        words = WordCache(budget: IndexSnapshot.wordBudget(rowCount: stored.identifiers.count))
    }

    /// What is read when a file is opened.
    private typealias Stored = (
        generation: Int, settings: IndexSettings, given: IndexSettings, extra: JSON, attributes: AttributeKinds,
        columns: Columns, identifiers: [UInt32]
    )

    private static func load(from database: Database, name: String) throws -> Stored {
        try IndexSchema.check(database, name: name)
        guard let data = try database.meta(.rows, as: Data.self), let identifiers = ColumnCodec.integers(data),
            identifiers.allSatisfy({ Int($0) <= identifiers.count * 2 + 4_096 })
        else { throw SearchBusError(.indexCorrupt, "The rows of index `\(name)` do not hold together.") }
        return (
            try database.meta(.generation, as: Int.self) ?? 0,
            try IndexSettings(stored: .settings, in: database),
            try IndexSettings(stored: .givenSettings, in: database),
            try JSON(parsing: try database.meta(.extra, as: String.self) ?? "{}"),
            try AttributeKinds(in: database) ?? AttributeKinds(),
            try ColumnStore.read(from: database, rowCount: identifiers.count, name: name),
            identifiers
        )
    }

    /// Runs a piece of work with the open database.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StorageFailure.translating(name) { try queue.unsafeRead(body) }
    }

    // MARK: - Words and records

    /// The rows that have a folded word, whole or as a beginning.
    func matches(of word: String, isPrefix: Bool, in database: Database) throws -> WordMatches {
        try words.matches(for: WordCache.Key(word: word, isPrefix: isPrefix)) {
            // Folded words have no quotes; doubling them all the same keeps this line safe on its own.
            let quoted = "\"\(word.replacing("\"", with: "\"\""))\"\(isPrefix ? "*" : "")"
            let title = try rows(of: quoted, table: "titleWords", in: database)
            var anywhere = try rows(of: quoted, table: "otherWords", in: database)
            anywhere.formUnion(title)
            return WordMatches(title: title, anywhere: anywhere)
        }
    }

    private func rows(of expression: String, table: String, in database: Database) throws -> RowSet {
        let statement = try database.cachedStatement(sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ?")
        return try rows(of: statement, with: expression)
    }

    /// The row of the record with an `objectID`, if there is one.
    func rows(identifiedBy objectID: String, in database: Database) throws -> RowSet {
        try rows(of: database.cachedStatement(sql: "SELECT row FROM records WHERE objectID = ?"), with: objectID)
    }

    /// The rows of the records whose numbers in the file a statement tells.
    private func rows(of statement: Statement, with argument: String) throws -> RowSet {
        var found = RowSet(capacity: columns.rowCount)
        try statement.setArguments([argument])
        try statement.forEachInteger { identifier in
            guard identifier >= 0, identifier < rows.count else { return }
            let row = rows[Int(identifier)]
            if row != .max { found.insert(Int(row)) }
        }
        return found
    }

    /// The record of a row.
    func record(at row: Int, in database: Database) throws -> StoredRecord {
        try records.record(at: row) {
            let statement = try database.cachedStatement(sql: "SELECT objectID, data FROM records WHERE row = ?")
            let found = try statement.withRecord(Int64(identifiers[row])) { objectID, text in
                StoredRecord(objectID: objectID, text: try JSONText(parsing: Array(text)))
            }
            guard let found else {
                throw SearchBusError(.indexCorrupt, "Index `\(name)` lacks a record that it lists.")
            }
            return found
        }
    }
}
