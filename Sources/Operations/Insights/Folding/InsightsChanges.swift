// SPDX-License-Identifier: MIT

/// The changes of the counts, and the current sessions.
public struct InsightsChanges: Sendable, Hashable {
    /// A text that was searched for on a day.
    public struct QueryKey: Sendable, Hashable {
        /// The day, counted from 1970.
        public var day: Int64
        /// The searcher; for Algolia's interface `algolia:` and the index.
        public var searcher: String
        public var query: String
    }

    /// What is counted of a text.
    public struct QueryCounts: Sendable, Hashable {
        /// How often it was searched for.
        public var searches = 0
        /// Of these, those with reportable clicks.
        public var tracked = 0
        /// Of these, those that had an answer.
        public var answered = 0
        /// Of these, those without results.
        public var empty = 0
        /// Of these, those that filters narrowed.
        public var emptyRefined = 0
        /// The results of all that had an answer.
        public var results = 0
        /// Searches with a click.
        public var clicked = 0
        public var clicks = 0
        /// Clicks with a position.
        public var placed = 0
        /// The sum of these positions, the first being 1.
        public var positions = 0
        /// Searches with a conversion.
        public var converted = 0
        public var conversions = 0
        /// Results that were seen.
        public var views = 0

        public init() {}

        public static func += (left: inout QueryCounts, right: QueryCounts) {
            for (path, _) in columns { left[keyPath: path] += right[keyPath: path] }
        }

        /// Every count, and the column that has it.
        static var columns: [(WritableKeyPath<QueryCounts, Int>, String)] {
            [
                (\.searches, "searches"), (\.tracked, "tracked"), (\.answered, "answered"), (\.empty, "empty"),
                (\.emptyRefined, "emptyRefined"), (\.results, "results"), (\.clicked, "clicked"), (\.clicks, "clicks"),
                (\.placed, "placed"), (\.positions, "positions"), (\.converted, "converted"),
                (\.conversions, "conversions"), (\.views, "views"),
            ]
        }
    }

    /// A filter that was set or seen on a day.
    public struct RefinementKey: Sendable, Hashable {
        public var day: Int64
        public var searcher: String
        public var attribute: String
        public var value: String
    }

    /// A span of times that answers took on a day.
    public struct LatencyKey: Sendable, Hashable {
        public var day: Int64
        /// Which of `LatencyBuckets`.
        public var bucket: Int
    }

    /// What is counted of an hour.
    public struct HourCounts: Sendable, Hashable {
        public var searches = 0
        public var empty = 0
        public var clicks = 0
        public var conversions = 0
        public var sessions = 0
        /// Records that were seen.
        public var views = 0

        public init() {}
    }

    public var queries: [QueryKey: QueryCounts] = [:]
    public var refinements: [RefinementKey: Int] = [:]
    public var filterViews: [RefinementKey: Int] = [:]
    /// How long answers took, by day.
    public var latencies: [LatencyKey: Int] = [:]
    public var hours: [Int64: HourCounts] = [:]
    /// How many sessions there were, by day.
    public var sessionsOfDays: [Int64: Int] = [:]
    /// The sessions that changed; `nil` for those that are forgotten.
    public var sessions: [String: SessionRecord?] = [:]

    public init() {}

    public var isEmpty: Bool {
        queries.isEmpty && refinements.isEmpty && filterViews.isEmpty && latencies.isEmpty && hours.isEmpty
            && sessionsOfDays.isEmpty
            && sessions.isEmpty
    }
}
