// SPDX-License-Identifier: MIT

import GRDB

/// The tables of the counts.
///
/// A file of another format is replaced, and what is on the log is counted again.
enum InsightsSchema {
    /// The format; another one is another file.
    static let version = 2
    /// What marks a SQLite file as one of ours: “SBin”.
    static let applicationID = 0x5342_696E
    /// The table of open sessions.
    ///
    /// It has row numbers: without them, what is longer than a quarter of a page takes a page of its own.
    static let openTable = "CREATE TABLE open (session TEXT PRIMARY KEY, state BLOB NOT NULL)"
    static let filterViewsTable = """
        CREATE TABLE filterViews (day INTEGER, searcher TEXT, attribute TEXT, value TEXT, views INTEGER NOT NULL,
            PRIMARY KEY (day, searcher, attribute, value)) WITHOUT ROWID
        """
    /// Represents all rare texts or values together; texts are in lower case, so none equals this.
    static let otherText = "…OTHER"

    /// Makes the tables of an empty file; answers whether the file can be used.
    static func prepare(_ db: Database) throws -> Bool {
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let owner = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        if format == version, owner == applicationID { return true }
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else { return false }
        try db.inTransaction(.immediate) {
            try create(db)
            return .commit
        }
        return true
    }

    private static func create(_ db: Database) throws {
        let counts = InsightsChanges.QueryCounts.columns.map { "\($0.1) INTEGER NOT NULL" }.joined(separator: ", ")
        try db.execute(
            sql: """
                CREATE TABLE place (epoch TEXT NOT NULL, sequence INTEGER NOT NULL, gaps INTEGER NOT NULL);
                INSERT INTO place VALUES ('', 0, 0);
                CREATE TABLE queries (day INTEGER, searcher TEXT, query TEXT, \(counts),
                    PRIMARY KEY (day, searcher, query)) WITHOUT ROWID;
                CREATE TABLE refinements (day INTEGER, searcher TEXT, attribute TEXT, value TEXT, used INTEGER NOT NULL,
                    PRIMARY KEY (day, searcher, attribute, value)) WITHOUT ROWID;
                \(filterViewsTable);
                CREATE TABLE latencies (day INTEGER, bucket INTEGER, answers INTEGER NOT NULL,
                    PRIMARY KEY (day, bucket)) WITHOUT ROWID;
                CREATE TABLE hours (hour INTEGER PRIMARY KEY, searches INTEGER NOT NULL, empty INTEGER NOT NULL,
                    clicks INTEGER NOT NULL, conversions INTEGER NOT NULL, sessions INTEGER NOT NULL,
                    views INTEGER NOT NULL);
                CREATE TABLE days (day INTEGER PRIMARY KEY, sessions INTEGER NOT NULL);
                \(openTable);
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                """
        )
    }

    static func clear(_ db: Database) throws {
        for table in ["queries", "refinements", "filterViews", "latencies", "hours", "days", "open"] {
            try db.execute(sql: "DELETE FROM \(table)")
        }
    }
}
