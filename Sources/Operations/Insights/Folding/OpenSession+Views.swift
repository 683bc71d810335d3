// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
