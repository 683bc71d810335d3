// SPDX-License-Identifier: MIT

import Foundation
import GRDB

extension Database {
    /// Adds to the counts.
    func add(_ changes: InsightsChanges) throws {
        try add(changes.queries)
        try add(changes.refinements, to: "refinements", "used")
        try add(changes.filterViews, to: "filterViews", "views")
        let latency = try cachedStatement(
            sql: "INSERT INTO latencies VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET answers = answers + excluded.answers"
        )
        for (key, answers) in changes.latencies { try latency.execute(arguments: [key.day, key.bucket, answers]) }
        let hour = try cachedStatement(
            sql: """
                INSERT INTO hours VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                searches = searches + excluded.searches, empty = empty + excluded.empty, clicks = clicks + excluded.clicks,
                conversions = conversions + excluded.conversions, sessions = sessions + excluded.sessions,
                views = views + excluded.views
                """
        )
        for (key, counts) in changes.hours {
            try hour.execute(
                arguments: [
                    key, counts.searches, counts.empty, counts.clicks, counts.conversions, counts.sessions,
                    counts.views,
                ]
            )
        }
        let day = try cachedStatement(
            sql: "INSERT INTO days VALUES (?, ?) ON CONFLICT DO UPDATE SET sessions = sessions + excluded.sessions"
        )
        for (key, sessions) in changes.sessionsOfDays { try day.execute(arguments: [key, sessions]) }
        try keep(changes.sessions)
    }

    private func add(_ filters: [InsightsChanges.RefinementKey: Int], to table: String, _ count: String) throws {
        let statement = try cachedStatement(
            sql: """
                INSERT INTO \(table) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET \(count) = \(count) + excluded.\(count)
                """
        )
        for (key, number) in filters {
            try statement.execute(arguments: [key.day, key.searcher, key.attribute, key.value, number])
        }
    }

    private func add(_ queries: [InsightsChanges.QueryKey: InsightsChanges.QueryCounts]) throws {
        let columns = InsightsChanges.QueryCounts.columns
        let sums = columns.map { "\($0.1) = \($0.1) + excluded.\($0.1)" }.joined(separator: ", ")
        let statement = try cachedStatement(
            sql: """
                INSERT INTO queries VALUES (\(databaseQuestionMarks(count: 3 + columns.count)))
                ON CONFLICT DO UPDATE SET \(sums)
                """
        )
        for (key, counts) in queries {
            let values: [any DatabaseValueConvertible] =
                [key.day, key.searcher, key.query] + columns.map { counts[keyPath: $0.0] }
            try statement.execute(arguments: StatementArguments(values))
        }
    }

    private func keep(_ sessions: [String: SessionRecord?]) throws {
        let write = try cachedStatement(
            sql: "INSERT INTO open VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state"
        )
        let delete = try cachedStatement(sql: "DELETE FROM open WHERE session = ?")
        for (name, session) in sessions {
            if let session {
                try write.execute(arguments: [name, Data(session.bytes)])
            } else {
                try delete.execute(arguments: [name])
            }
        }
    }

    /// Forgets all but so many days, the newest being the last.
    func forget(before days: Int64) throws {
        guard let newest = try Int64.fetchOne(self, sql: "SELECT max(hour) FROM hours") else { return }
        let oldest = newest / 24 - days + 1
        for table in ["queries", "refinements", "filterViews", "latencies", "days"] {
            try cachedStatement(sql: "DELETE FROM \(table) WHERE day < ?").execute(arguments: [oldest])
        }
        try cachedStatement(sql: "DELETE FROM hours WHERE hour < ?").execute(arguments: [oldest * 24])
    }

    /// Counts together what would be too much.
    func keep(_ limits: InsightsStore.Limits) throws {
        let columns = InsightsChanges.QueryCounts.columns.map(\.1)
        try fold("queries", ["searcher", "query"], columns, order: "searches", limit: limits.queries)
        for (table, count) in [("refinements", "used"), ("filterViews", "views")] {
            try fold(table, ["searcher", "attribute", "value"], [count], order: count, limit: limits.refinements)
        }
    }

    /// Counts the rarest rows together where there are more than the limit.
    ///
    /// It does so for each searcher; where there are too many of these, as names are that outsiders make up, for each day alone.
    private func fold(_ table: String, _ names: [String], _ counts: [String], order: String, limit: Int) throws {
        try fold(table, ["day", names[0]], Array(names.dropFirst()), counts, order: order, limit: limit)
        try fold(table, ["day"], names, counts, order: order, limit: limit + limit / 10)
    }

    private func fold(
        _ table: String,
        _ kept: [String],
        _ lost: [String],
        _ counts: [String],
        order: String,
        limit: Int
    ) throws {
        guard try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table)") ?? 0 > limit else { return }
        let names = lost.map { _ in "'\(InsightsSchema.otherText)'" }.joined(separator: ", ")
        let sums = counts.map { "sum(\($0))" }.joined(separator: ", ")
        let adding = counts.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
        let keys = (kept + lost).joined(separator: ", ")
        try execute(
            sql: """
                CREATE TEMP TABLE rare AS SELECT * FROM \(table) WHERE \(lost[0]) <> '\(InsightsSchema.otherText)'
                    ORDER BY \(order), day LIMIT \(max(1, limit / 10));
                DELETE FROM \(table) WHERE (\(keys)) IN (SELECT \(keys) FROM rare);
                INSERT INTO \(table) SELECT \(kept.joined(separator: ", ")), \(names), \(sums) FROM rare
                    WHERE true GROUP BY \(kept.joined(separator: ", "))
                    ON CONFLICT DO UPDATE SET \(adding);
                DROP TABLE rare;
                """
        )
    }
}
