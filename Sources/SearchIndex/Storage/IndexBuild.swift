// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import SearchModel
import Wire

/// The next version of an index while it is being made, in a file that nobody else knows.
final class IndexBuild {
    private let name: String
    private let queue: DatabaseQueue
    private var nextRow: UInt32 = 1
    private var words: [UInt8] = []
    private let generation: Int

    init(path: String, name: String, previousGeneration: Int) throws {
        self.name = name
        generation = previousGeneration + 1
        queue = try StorageFailure.translating(name) { try IndexSchema.openForWriting(path) }
    }

    /// Lays out an empty index.
    func create() throws {
        try StorageFailure.translating(name) {
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: IndexSchema.sql)
                try database.execute(sql: "PRAGMA user_version = \(IndexSchema.version)")
            }
        }
    }

    /// Goes on from a copy of the version in use; answers its settings.
    func openCopy() throws -> (given: IndexSettings, effective: IndexSettings) {
        try StorageFailure.translating(name) {
            try queue.read { database in
                try IndexSchema.check(database, name: name)
                nextRow = UInt32(clamping: try database.meta(.nextRow, as: Int64.self) ?? 1)
                return (
                    given: try IndexSettings(stored: .givenSettings, in: database),
                    effective: try IndexSettings(stored: .settings, in: database)
                )
            }
        }
    }

    /// Changes records in one transaction.
    func store(_ body: (Database) throws -> Void) throws {
        try StorageFailure.translating(name) {
            try queue.write(body)
        }
    }

    /// Reads the file as it is so far.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StorageFailure.translating(name) { try queue.read(body) }
    }

    /// Stores a record in place of the one with its identifier, without its words.
    func insert(_ record: Record, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO records (row, objectID, data) VALUES (?, ?, ?)
                ON CONFLICT (objectID) DO UPDATE SET data = excluded.data
                """
        )
        try statement.execute(arguments: [Int64(nextRow), record.objectID, Data(record.json.bytes)])
        guard nextRow < UInt32.max - 1 else {
            throw SearchBusError(.tooLarge, "Index `\(name)` has no row left.", remedy: "Import all records anew.")
        }
        nextRow += 1
    }

    /// Removes a record.
    ///
    /// Its words stay and name a row that is no more, which searches ignore.
    func remove(_ objectID: String, from database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM records WHERE objectID = ?").execute(arguments: [objectID])
    }

    /// Stores the words of the record inserted last.
    func insertWords(of record: JSON, settings: IndexSettings, into database: Database) throws {
        try insertWords(of: record, paths: IndexBuild.paths(settings), row: nextRow - 1, into: database)
    }

    private static func paths(_ settings: IndexSettings) -> [AttributePath] {
        (settings.searchableAttributes ?? []).map(AttributePath.init)
    }

    private func insertWords(of record: JSON, paths: [AttributePath], row: UInt32, into database: Database) throws {
        func insert(_ table: String, _ paths: some Sequence<AttributePath>) throws {
            words.removeAll(keepingCapacity: true)
            for path in paths {
                path.forEachScalar(in: record) { $0.searchedText?.appendFoldedWords(to: &words) }
            }
            guard !words.isEmpty else { return }
            try database.cachedStatement(sql: "INSERT INTO \(table) (rowid, text) VALUES (?, ?)")
                .execute(arguments: [Int64(row), String(decoding: words, as: UTF8.self)])
        }
        try insert("titleWords", paths.prefix(1))
        try insert("otherWords", paths.dropFirst())
    }

    /// Whether so many rows are gone that the words of all are better stored anew.
    func isWorthRebuilding() throws -> Bool {
        try StorageFailure.translating(name) {
            let count = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM records") ?? 0 }
            return Int(nextRow) - 1 - count > count / 4 + 1_000
        }
    }

    /// Makes everything that follows from the records, and closes the file.
    ///
    /// - Parameters:
    ///   - given: The settings as they were given.
    ///   - effective: The settings with everything that was inferred.
    ///   - allWords: Whether the words of all records are stored anew, or are there already.
    ///   - attributes: The attributes of the records, where they are known already.
    /// - Throws: `SearchBusError`; the file is then good for nothing.
    func finish(
        given: IndexSettings,
        effective: IndexSettings,
        allWords: Bool,
        attributes: AttributeKinds? = nil
    ) throws {
        try StorageFailure.translating(name) {
            try queue.write { database in
                if allWords { try renumber(database) }
                let paths = IndexBuild.paths(effective)
                var builder = ColumnsBuilder(settings: effective)
                var inference = SettingsInference()
                let cursor = try Row.fetchCursor(database, sql: "SELECT row, data FROM records ORDER BY row")
                while let stored = try cursor.next() {
                    let row: UInt32 = stored[0]
                    let record = try stored.withUnsafeData(atIndex: 1) { try JSON(parsing: $0 ?? Data()) }
                    builder.add(record, identifier: row)
                    if attributes == nil { inference.observe(record) }
                    if allWords { try insertWords(of: record, paths: paths, row: row, into: database) }
                }
                let (columns, rows) = builder.finish()
                try ColumnStore.write(columns, to: database)
                try database.setMeta(.rows, ColumnCodec.data(rows))
                try database.setMeta(.nextRow, Int64(nextRow))
                try database.setMeta(.generation, generation)
                try database.setMeta(.attributes, (attributes ?? inference.attributes).json.text)
                try database.setMeta(.settings, effective.json.text)
                try database.setMeta(.givenSettings, given.json.text)
                if allWords {
                    try database.execute(sql: "INSERT INTO titleWords (titleWords) VALUES ('optimize')")
                    try database.execute(sql: "INSERT INTO otherWords (otherWords) VALUES ('optimize')")
                }
            }
            try queue.close()
        }
    }

    /// Empties the word indexes and numbers the rows from 1 without holes.
    private func renumber(_ database: Database) throws {
        try database.execute(sql: IndexSchema.wordsSQL)
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM records") ?? 0
        guard Int(nextRow) - 1 != count else { return }
        try database.execute(
            sql: """
                CREATE TABLE renumbered (row INTEGER PRIMARY KEY, objectID TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
                INSERT INTO renumbered (objectID, data) SELECT objectID, data FROM records ORDER BY row;
                DROP TABLE records;
                ALTER TABLE renumbered RENAME TO records;
                """
        )
        nextRow = UInt32(clamping: count + 1)
    }
}

extension JSON {
    /// The text of a value that is searched: of texts and numbers.
    var searchedText: String? {
        switch self {
        case .string(let text): text
        case .int(let number): String(number)
        case .double(let number): number.description
        default: nil
        }
    }
}
