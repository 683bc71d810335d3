// SPDX-License-Identifier: MIT

import Wire

/// The state of an open session: searches that are not counted yet, and those that clicks may still belong to.
public struct OpenSession: Sendable, Hashable {
    /// An intent whose answer is not there yet.
    struct Asked: Sendable, Hashable {
        /// What its answer is found by, as a digest: its chain, or that of the intent that its turn's answer is in; between an
        /// outcome and what follows from it the turn.
        var id: UInt64
        var at: Int64
    }

    /// A search that was counted, or may be.
    struct Search: Sendable, Hashable {
        /// The searchers that were searched together; the first one is reported.
        var searchers: [String]
        var query: String
        /// What it began with, as a digest: searchers that were asked by the same cause search for the same.
        var cause: UInt64
        /// When the text was there; 0 for one that is over.
        var since: Int64
        /// The place of the question of Algolia's interface; 0 for a session's own.
        var place: UInt64 = 0
        /// Which of the question's searches.
        var member = 0
        var isTracked = true
        /// The number of each searcher's request with which the text came: earlier answers are not its own.
        var first: [String: Int] = [:]
        /// The results of each searcher that has answered.
        var found: [String: Int] = [:]
        /// The filters, each as a digest.
        var filters: [UInt64] = []
        /// The index and the like, as a digest.
        var shape: UInt64 = 0
        /// The day on which it was counted, if it was.
        var day: Int64?
        /// Whether it is counted how it was answered.
        var isJudged = false
        var isClicked = false
        var isConverted = false
        /// Results that were seen before it was counted.
        var views = 0
        /// Whether a click reported it before its request was on the log.
        var isAhead = false
    }

    var touched: Int64
    /// The last hour and day in which it was counted.
    var hour: Int64 = -1
    var day: Int64 = -1
    var asked: [Asked] = []
    /// What is searched for now.
    var current: [Search] = []
    /// What was searched for before, and counted, the newest last.
    var recent: [Search] = []

    init(touched: Int64) {
        self.touched = touched
    }

    /// Whether something may have been searched for that is not counted yet.
    var isUndecided: Bool { current.contains { $0.day == nil && !$0.query.isEmpty } }
}

extension OpenSession {
    /// Counts what was seen.
    ///
    /// Views are not a choice, so they do not make a text a search.
    mutating func see(
        _ report: Report,
        at: Int64,
        _ rules: InsightsRules,
        _ changes: inout InsightsChanges
    ) {
        guard report.filters.isEmpty else {
            for filter in report.filters {
                let key = InsightsChanges.RefinementKey(
                    day: at / EventTime.day,
                    searcher: report.searcher,
                    attribute: filter.attribute,
                    value: filter.value
                )
                changes.filterViews[key, default: 0] += 1
            }
            return
        }
        changes.hours[at / EventTime.hour, default: .init()].views += report.count
        guard report.place > 0 || report.query != nil else { return }
        if let index = current.lastIndex(where: { $0.belongs(report, rules) }) {
            if current[index].day == nil {
                current[index].views += report.count
            } else {
                changes.queries[current[index].key, default: .init()].views += report.count
            }
        } else if let search = recent.last(where: { $0.belongs(report, rules) }) {
            changes.queries[search.key, default: .init()].views += report.count
        }
    }
}

/// What stands for a text that is only compared with others.
enum TextDigest {
    /// The same in every process; never 0, which stands for none.
    static func of(_ text: String) -> UInt64 { max(1, NameHash.of(text.utf8)) }
}
