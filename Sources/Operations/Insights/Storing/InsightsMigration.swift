// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import Wire

/// Takes over a file of the format before, in which sessions stood as JSON, and views were not counted.
enum InsightsMigration {
    /// The format that is taken over.
    static let format = 1

    /// Brings the tables into the format of today, all of them or none.
    static func run(_ db: Database) throws {
        try db.inTransaction(.immediate) {
            try db.execute(
                sql: """
                    ALTER TABLE open RENAME TO before;
                    \(InsightsSchema.openTable);
                    \(InsightsSchema.filterViewsTable);
                    ALTER TABLE queries ADD COLUMN views INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE hours ADD COLUMN views INTEGER NOT NULL DEFAULT 0;
                    """
            )
            let write = try db.makeStatement(sql: "INSERT INTO open VALUES (?, ?)")
            let rows = try Row.fetchCursor(db, sql: "SELECT session, state FROM before")
            while let row = try rows.next() {
                // What cannot be read is a session that begins anew.
                guard let state = try? JSON(parsing: Array(row[1] as Data)),
                    let session = try? OpenSession(firstFormat: state)
                else { continue }
                try write.execute(arguments: [row[0] as String, Data(SessionRecord(session).bytes)])
            }
            try db.execute(sql: "DROP TABLE before; PRAGMA user_version = \(InsightsSchema.version)")
            return .commit
        }
        // The pages of the old table go back to the disk.
        try db.execute(sql: "VACUUM")
    }
}

extension OpenSession {
    /// Reads a session as the first format had it.
    ///
    /// - Throws: `JSONError`.
    fileprivate init(firstFormat json: JSON) throws {
        self.init(touched: Int64(try json.requiredInt("touched")))
        hour = Int64(try json.requiredInt("hour"))
        day = Int64(try json.requiredInt("day"))
        asked = try json.list("asked").map {
            Asked(id: TextDigest.of(try $0.requiredString("id")), at: Int64(try $0.requiredInt("at")))
        }
        current = try json.list("current").map(Search.init(firstFormat:))
        recent = try json.list("recent").map(Search.init(firstFormat:))
    }
}

extension OpenSession.Search {
    fileprivate init(firstFormat json: JSON) throws {
        let cause = try json.requiredString("cause")
        self.init(
            searchers: try json.strings("searchers"),
            query: try json.requiredString("query"),
            cause: cause.isEmpty ? 0 : TextDigest.of(cause),
            since: Int64(try json.requiredInt("since")),
            place: UInt64(max(0, json["place"]?.int ?? 0)),
            member: json["member"]?.int ?? 0,
            isTracked: json["tracked"]?.bool ?? true,
            first: Self.numbers(json["first"]),
            found: Self.numbers(json["found"]),
            filters: (json["filters"]?.array ?? []).compactMap { $0.int.map { UInt64(bitPattern: Int64($0)) } },
            shape: UInt64(bitPattern: Int64(json["shape"]?.int ?? 0)),
            day: json["day"]?.int.map(Int64.init),
            isJudged: json["judged"]?.bool ?? false,
            isClicked: json["clicked"]?.bool ?? false,
            isConverted: json["converted"]?.bool ?? false,
            isAhead: json["ahead"]?.bool ?? false
        )
    }

    private static func numbers(_ json: JSON?) -> [String: Int] {
        Dictionary(
            (json?.object?.members ?? []).compactMap { member in member.value.int.map { (member.key, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
