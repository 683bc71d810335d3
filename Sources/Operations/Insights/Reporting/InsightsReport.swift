// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What people searched for in some days, and what came of it.
public struct InsightsReport: Sendable, Hashable {
    /// A text with its counts.
    public struct Query: Sendable, Hashable {
        /// The searcher, empty for several together; for Algolia's interface `algolia:` and the index.
        public let searcher: String
        /// The text; `nil` for rare ones that are counted together.
        public let query: String?
        public let counts: InsightsChanges.QueryCounts
    }

    /// A filter with how often it was set, or seen.
    public struct Refinement: Sendable, Hashable {
        public let searcher: String
        /// The attribute; `nil` for rare filters that are counted together.
        public let attribute: String?
        public let value: String
        public let count: Int
    }

    /// What happened in an hour or on a day.
    public struct Moment: Sendable, Hashable {
        /// When it began, in RFC 3339.
        public let time: String
        public let counts: InsightsChanges.HourCounts
    }

    /// The first and the last day, such as `2026-11-21`.
    public var days: (first: String, last: String) { (firstDay, lastDay) }
    let firstDay: String
    let lastDay: String
    /// Up to where the log is counted.
    public let place: InsightsPlace
    /// The counts of all texts together.
    public let totals: InsightsChanges.QueryCounts
    /// How many sessions there were: one that goes over midnight is one of each day.
    public let sessions: Int
    public let queries: [Query]
    /// How many different texts there are, those that are counted together left out.
    public let queryCount: Int
    /// The most frequent texts without results.
    public let withoutResults: [Query]
    /// The filters that were set most often.
    public let refinements: [Refinement]
    /// The number of viewed records, as reported by clients.
    public let views: Int
    /// How many filters were seen.
    public let filterViews: Int
    /// The filters that were seen most often.
    public let viewedFilters: [Refinement]
    /// How many answers took how long, for each of `LatencyBuckets` and what lies beyond.
    public let latencies: [Int]
    /// Whether `timeline` has hours; else it has days.
    public let isHourly: Bool
    public let timeline: [Moment]
}

extension InsightsReport {
    /// The report for HTTP and `searchbus insights --json`.
    public var json: JSON {
        let latency: JSON = [
            "answers": JSON(latencies.reduce(0, +)),
            "p50": JSON(LatencyBuckets.percentile(50, of: latencies)),
            "p90": JSON(LatencyBuckets.percentile(90, of: latencies)),
            "p99": JSON(LatencyBuckets.percentile(99, of: latencies)),
            "buckets": .array(
                latencies.enumerated().map { bucket, answers in
                    let end = LatencyBuckets.ends.indices.contains(bucket) ? LatencyBuckets.ends[bucket] : nil
                    return ["upTo": JSON(end), "answers": JSON(answers)]
                }
            ),
        ]
        return [
            "from": .string(firstDay), "to": .string(lastDay),
            "counted": [
                "epoch": .string(place.epoch), "sequence": .string(place.sequence.description),
                "gaps": JSON(place.gaps),
            ],
            "totals": totalsJSON, "queryCount": JSON(queryCount),
            "queries": .array(queries.map(\.json)),
            "withoutResults": .array(withoutResults.map(\.json)),
            "refinements": .array(refinements.map { $0.json(counting: "used") }),
            "viewedFilters": .array(viewedFilters.map { $0.json(counting: "views") }),
            "latency": latency,
            "interval": isHourly ? "hour" : "day",
            "timeline": .array(timeline.map(\.json)),
        ]
    }

    private var totalsJSON: JSON {
        var members = totals.members
        members["sessions"] = JSON(sessions)
        // Also those without a text.
        members["views"] = JSON(views)
        members["filterViews"] = JSON(filterViews)
        return .object(members)
    }
}

extension InsightsReport.Query {
    /// The text with its counts and rates; `null` for those that are counted together.
    var json: JSON {
        var object = JSONObject([("searcher", .string(searcher)), ("query", JSON(query))])
        for member in counts.members.members { object[member.key] = member.value }
        return .object(object)
    }
}

extension InsightsReport.Refinement {
    fileprivate func json(counting name: String) -> JSON {
        .object(
            JSONObject([
                ("searcher", .string(searcher)), ("attribute", JSON(attribute)), ("value", .string(value)),
                (name, JSON(count)),
            ])
        )
    }
}

extension InsightsReport.Moment {
    fileprivate var json: JSON {
        [
            "time": .string(time), "searches": JSON(counts.searches), "empty": JSON(counts.empty),
            "clicks": JSON(counts.clicks), "conversions": JSON(counts.conversions), "sessions": JSON(counts.sessions),
            "views": JSON(counts.views),
        ]
    }
}

extension InsightsChanges.QueryCounts {
    /// The part of the searches with reportable clicks that had one; `nil` if there are none.
    public var clickThroughRate: Double? { tracked > 0 ? Double(clicked) / Double(tracked) : nil }
    /// How many of them had a conversion.
    public var conversionRate: Double? { tracked > 0 ? Double(converted) / Double(tracked) : nil }
    /// The average position of opened results, the first being 1.
    public var averageClickPosition: Double? { placed > 0 ? Double(positions) / Double(placed) : nil }
    /// How many results an answered search had on average.
    public var averageResults: Double? { answered > 0 ? Double(results) / Double(answered) : nil }
    /// How many of the answered searches had none.
    public var emptyRate: Double? { answered > 0 ? Double(empty) / Double(answered) : nil }

    /// The counts and rates as members; a rate of nothing is null.
    fileprivate var members: JSONObject {
        func rounded(_ value: Double?) -> JSON { value.map { .number(($0 * 10_000).rounded() / 10_000) } ?? .null }
        return JSONObject([
            ("searches", JSON(searches)), ("answered", JSON(answered)), ("empty", JSON(empty)),
            ("emptyRefined", JSON(emptyRefined)), ("emptyRate", rounded(emptyRate)),
            ("averageResults", rounded(averageResults)), ("tracked", JSON(tracked)), ("clicked", JSON(clicked)),
            ("clicks", JSON(clicks)), ("clickThroughRate", rounded(clickThroughRate)),
            ("averageClickPosition", rounded(averageClickPosition)), ("converted", JSON(converted)),
            ("conversions", JSON(conversions)), ("conversionRate", rounded(conversionRate)), ("views", JSON(views)),
        ])
    }
}
