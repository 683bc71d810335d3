// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB
import Wire

/// The layout of an index file, and how its database is opened.
///
/// The file is one SQLite database that is never changed once it has its name: a writer makes a new one beside it and
/// renames it over the old. Readers of the old one keep it until they look again, and no crash leaves half an index.
enum IndexSchema {
    /// Rises whenever the layout or the way in which texts are folded changes; other files are refused.
    static let version = 1

    /// The tables of an empty index but for those of words.
    static let sql = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE records (row INTEGER PRIMARY KEY, objectID TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
        CREATE TABLE columns (attribute TEXT, kind TEXT, dictionary BLOB, offsets BLOB, elements BLOB,
            PRIMARY KEY (attribute, kind)) WITHOUT ROWID;
        """

    /// Makes the two word indexes anew: words of the most important attribute, and words of all others.
    ///
    /// The texts are folded by `WordScanner` before they come here, so the tokenizer has nothing to do but to cut at
    /// spaces; no text is kept, only which rows have a word.
    static let wordsSQL = """
        DROP TABLE IF EXISTS titleWords;
        DROP TABLE IF EXISTS otherWords;
        CREATE VIRTUAL TABLE titleWords USING fts5(text, content='', columnsize=0, detail=none,
            prefix='1 2 3', tokenize='ascii');
        CREATE VIRTUAL TABLE otherWords USING fts5(text, content='', columnsize=0, detail=none,
            prefix='1 2 3', tokenize='ascii');
        """

    /// The keys of the `meta` table.
    enum Key: String {
        case generation, settings, givenSettings, rows, nextRow, attributes
        /// The write that the version was made from last, and what the index keeps for others.
        case stamp, extra
    }

    /// Opens a file for reading only.
    static func openForReading(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "searchbus.index"
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { database in
            // The file never changes, so the shared lock may be kept: no system calls for locks in a search.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -1024;")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Opens a file that nobody else knows yet.
    ///
    /// It needs no journal: a writer that fails throws the file away.
    static func openForWriting(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "searchbus.index.writer"
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;
                    """
            )
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Refuses a database that is not an index of this version.
    static func check(_ database: Database, name: String) throws {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found == version else {
            throw SearchBusError(
                .indexCorrupt,
                "The file of index `\(name)` has layout \(found), not \(version).",
                remedy: "Import the index again: searchbus index import \(name) FILE."
            )
        }
    }
}

extension Database {
    /// A value of the `meta` table, or `nil` where it is missing or of another type.
    func meta<Value: DatabaseValueConvertible>(
        _ key: IndexSchema.Key,
        as type: Value.Type = Value.self
    ) throws -> Value? {
        try Value.fetchOne(self, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key.rawValue])
    }

    /// Stores a value in the `meta` table.
    func setMeta(_ key: IndexSchema.Key, _ value: some DatabaseValueConvertible) throws {
        try execute(sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)", arguments: [key.rawValue, value])
    }
}
