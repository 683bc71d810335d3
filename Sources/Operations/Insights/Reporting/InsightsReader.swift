// SPDX-License-Identifier: MIT

import Bus
import Foundation
import GRDB
import Wire

/// Reads counts from the file, whether or not a process counts.
public struct InsightsReader: Sendable {
    /// For how many days a report can be made.
    public static let days = 1...90
    /// How many rows a list of a report may have.
    public static let limits = 1...1_000
    /// The maximum number of days that are reported by the hour.
    private static let hourlyDays = 2

    private let path: String

    /// - Parameter dataDirectory: The app's data directory.
    public init(dataDirectory: String) {
        self.init(path: "\(dataDirectory)/\(InsightsStore.fileName)")
    }

    init(path: String) {
        self.path = path
    }

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - days: Of how many days, today being the last; days are those of UTC.
    ///   - limit: The maximum number of rows of each list.
    ///   - now: The time, in microseconds since 1970.
    /// - Returns: The report; `nil` where nothing was ever counted.
    /// - Throws: `SearchBusError` with `storage-failed`.
    public func report(days: Int, limit: Int, now: Int64) throws -> InsightsReport? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try queue.read { db in
                // A file that was only just made, or is of another version.
                guard try Int.fetchOne(db, sql: "PRAGMA user_version") == InsightsSchema.version else { return nil }
                return try Self.report(db, days: days, limit: limit, now: now)
            }
        } catch let error as DatabaseError {
            throw SearchBusError(insights: error, path: path)
        }
    }

    private static func report(_ db: Database, days: Int, limit: Int, now: Int64) throws -> InsightsReport {
        let last = now / EventTime.day
        let first = last - Int64(days) + 1
        let place = try Row.fetchOne(db, sql: "SELECT epoch, sequence, gaps FROM place")
        let columns = InsightsChanges.QueryCounts.columns
        let sums = columns.map { "sum(\($0.1)) AS \($0.1)" }.joined(separator: ", ")
        func queries(_ condition: String, order: String) throws -> [InsightsReport.Query] {
            try Row.fetchAll(
                db,
                sql: """
                    SELECT searcher, query, \(sums) FROM queries WHERE day BETWEEN ? AND ? GROUP BY searcher, query
                    HAVING \(condition) ORDER BY \(order) DESC, query, searcher LIMIT ?
                    """,
                arguments: [first, last, limit]
            ).map { row in
                let query: String = row[1]
                return InsightsReport.Query(
                    searcher: name(row[0]),
                    query: query == InsightsSchema.otherText ? nil : query,
                    counts: Self.counts(row, from: 2)
                )
            }
        }
        let totals = try Row.fetchOne(
            db,
            sql: "SELECT \(sums) FROM queries WHERE day BETWEEN ? AND ?",
            arguments: [first, last]
        )
        let count = try Int.fetchOne(
            db,
            sql:
                "SELECT count(*) FROM (SELECT DISTINCT searcher, query FROM queries WHERE day BETWEEN ? AND ? AND query <> ?)",
            arguments: [first, last, InsightsSchema.otherText]
        )
        let sessions = try Int.fetchOne(
            db,
            sql: "SELECT sum(sessions) FROM days WHERE day BETWEEN ? AND ?",
            arguments: [first, last]
        )
        return InsightsReport(
            firstDay: date(first),
            lastDay: date(last),
            place: InsightsPlace(
                epoch: place?[0] ?? "",
                sequence: SequenceNumber(rawValue: UInt64(max(0, (place?[1] as Int64?) ?? 0))),
                gaps: place?[2] ?? 0
            ),
            totals: totals.map { counts($0, from: 0) } ?? .init(),
            sessions: sessions ?? 0,
            queries: try queries("true", order: "sum(searches)"),
            queryCount: count ?? 0,
            withoutResults: try queries("sum(empty) > 0", order: "sum(empty)"),
            refinements: try filters(db, "refinements", "used", first, last, limit),
            views: try Int.fetchOne(
                db,
                sql: "SELECT sum(views) FROM hours WHERE hour BETWEEN ? AND ?",
                arguments: [first * 24, last * 24 + 23]
            ) ?? 0,
            filterViews: try Int.fetchOne(
                db,
                sql: "SELECT sum(views) FROM filterViews WHERE day BETWEEN ? AND ?",
                arguments: [first, last]
            ) ?? 0,
            viewedFilters: try filters(db, "filterViews", "views", first, last, limit),
            latencies: try latencies(db, first, last),
            isHourly: days <= hourlyDays,
            timeline: try timeline(db, first, last, now, isHourly: days <= hourlyDays)
        )
    }

    /// The name of a searcher; empty for several that are counted together.
    private static func name(_ searcher: String) -> String { searcher == InsightsSchema.otherText ? "" : searcher }

    private static func counts(_ row: Row, from start: Int) -> InsightsChanges.QueryCounts {
        var counts = InsightsChanges.QueryCounts()
        for (offset, column) in InsightsChanges.QueryCounts.columns.enumerated() {
            counts[keyPath: column.0] = (row[start + offset] as Int?) ?? 0
        }
        return counts
    }

    private static func filters(
        _ db: Database,
        _ table: String,
        _ count: String,
        _ first: Int64,
        _ last: Int64,
        _ limit: Int
    ) throws -> [InsightsReport.Refinement] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT searcher, attribute, value, sum(\(count)) FROM \(table) WHERE day BETWEEN ? AND ?
                GROUP BY searcher, attribute, value ORDER BY 4 DESC, attribute, value LIMIT ?
                """,
            arguments: [first, last, limit]
        ).map { row in
            let attribute: String = row[1]
            let isOther = attribute == InsightsSchema.otherText
            return InsightsReport.Refinement(
                searcher: name(row[0]),
                attribute: isOther ? nil : attribute,
                value: isOther ? "" : row[2],
                count: row[3]
            )
        }
    }

    private static func latencies(_ db: Database, _ first: Int64, _ last: Int64) throws -> [Int] {
        var counts = [Int](repeating: 0, count: LatencyBuckets.ends.count + 1)
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT bucket, sum(answers) FROM latencies WHERE day BETWEEN ? AND ? GROUP BY bucket",
            arguments: [first, last]
        )
        while let row = try rows.next() {
            let bucket: Int = row[0]
            if counts.indices.contains(bucket) { counts[bucket] = row[1] }
        }
        return counts
    }

    private static func timeline(
        _ db: Database,
        _ first: Int64,
        _ last: Int64,
        _ now: Int64,
        isHourly: Bool
    ) throws -> [InsightsReport.Moment] {
        let scale: Int64 = isHourly ? 1 : 24
        var found: [Int64: InsightsChanges.HourCounts] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT hour / ?, sum(searches), sum(empty), sum(clicks), sum(conversions), sum(sessions), sum(views)
                FROM hours
                WHERE hour BETWEEN ? AND ? GROUP BY 1
                """,
            arguments: [scale, first * 24, last * 24 + 23]
        )
        while let row = try rows.next() {
            var counts = InsightsChanges.HourCounts()
            (counts.searches, counts.empty) = (row[1], row[2])
            (counts.clicks, counts.conversions, counts.sessions, counts.views) = (row[3], row[4], row[5], row[6])
            found[row[0]] = counts
        }
        if !isHourly {
            let days = try Row.fetchCursor(
                db,
                sql: "SELECT day, sessions FROM days WHERE day BETWEEN ? AND ?",
                arguments: [first, last]
            )
            while let row = try days.next() { found[row[0], default: .init()].sessions = row[1] }
        }
        let end = isHourly ? min(last * 24 + 23, now / EventTime.hour) : last
        return (first * 24 / scale...max(end, first * 24 / scale)).map { moment in
            InsightsReport.Moment(
                time: Timestamp(microseconds: moment * scale * EventTime.hour).description,
                counts: found[moment] ?? .init()
            )
        }
    }

    private static func date(_ day: Int64) -> String {
        String(Timestamp(microseconds: day * EventTime.day).description.prefix(10))
    }
}
