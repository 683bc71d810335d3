// SPDX-License-Identifier: MIT

import Insights

struct InsightsPrinter {
    /// How many characters of a text are shown.
    private static let textWidth = 40
    /// What stands for rare texts that are counted together.
    private static let other = "(rare ones together)"

    let report: InsightsReport

    var lines: [String] {
        let totals = report.totals
        let span =
            report.days.first == report.days.last ? report.days.first : "\(report.days.first) to \(report.days.last)"
        let sessions = Quantity.count(report.sessions, "session")
        let searches = Quantity.count(totals.searches, "search", "searches")
        guard totals.searches > 0 else {
            return [
                "\(span): \(sessions), no searches.",
                "A search counts once its text was unchanged for two seconds, or was refined or led to a click.",
            ]
        }
        let head = [
            "\(span): \(sessions), \(searches) for \(Quantity.count(report.queryCount, "text")).",
            "Without results \(Self.share(totals.emptyRate)), clicked on \(Self.share(totals.clickThroughRate)), position of "
                + "clicks \(Self.decimal(totals.averageClickPosition)), converted \(Self.share(totals.conversionRate)).",
            answerTimes,
        ]
        let views =
            report.views + report.filterViews > 0
            ? ["Seen: \(Quantity.count(report.views, "result")), \(Quantity.count(report.filterViews, "filter"))."] : []
        let gaps =
            report.place.gaps > 0
            ? ["Events were removed from the log \(report.place.gaps) times before they were counted."] : []
        return head + views + gaps + [""] + queries + section("Without results", withoutResults)
            + section("Filters used", filters(report.refinements, "used"))
            + section("Filters seen", filters(report.viewedFilters, "seen"))
    }

    private var answerTimes: String {
        let counts = report.latencies
        guard counts.reduce(0, +) > 0 else { return "No response was timed." }
        func time(_ percent: Int) -> String {
            LatencyBuckets.percentile(percent, of: counts).map { "\($0) ms" } ?? "more than 5 s"
        }
        return "From a key to its results: half within \(time(50)), 90 % within \(time(90)), 99 % within \(time(99))."
    }

    private func section(_ title: String, _ lines: [String]) -> [String] { lines.isEmpty ? [] : ["", title] + lines }

    private var queries: [String] {
        var table = Table([
            ("searches", .right), ("results", .right), ("clicked", .right), ("position", .right), ("converted", .right),
            ("text", .left),
        ])
        for query in report.queries {
            table.add([
                Quantity.count(query.counts.searches), Self.decimal(query.counts.averageResults),
                Self.share(query.counts.clickThroughRate), Self.decimal(query.counts.averageClickPosition),
                Self.share(query.counts.conversionRate), text(query),
            ])
        }
        return table.lines
    }

    private var withoutResults: [String] {
        guard !report.withoutResults.isEmpty else { return [] }
        var table = Table([("times", .right), ("with filters", .right), ("text", .left)])
        for query in report.withoutResults {
            table.add([Quantity.count(query.counts.empty), Quantity.count(query.counts.emptyRefined), text(query)])
        }
        return table.lines
    }

    private func filters(_ filters: [InsightsReport.Refinement], _ title: String) -> [String] {
        guard !filters.isEmpty else { return [] }
        var table = Table([(title, .right), ("attribute", .left), ("value", .left)])
        for filter in filters {
            let name = filter.attribute.map { Terminal.safe($0) } ?? Self.other
            table.add([Quantity.count(filter.count), name, Terminal.safe(filter.value)])
        }
        return table.lines
    }

    private func text(_ query: InsightsReport.Query) -> String {
        guard let text = query.query else { return Self.other }
        let safe = text.isEmpty ? "(no text)" : Terminal.safe(text)
        let shown = safe.count > Self.textWidth ? safe.prefix(Self.textWidth - 1) + "…" : safe[...]
        let searchers = Set(report.queries.map(\.searcher) + report.withoutResults.map(\.searcher))
        return searchers.count > 1 ? "\(shown)  (\(Terminal.safe(query.searcher)))" : String(shown)
    }

    private static func share(_ value: Double?) -> String { value.map { "\(Quantity.decimal($0 * 100)) %" } ?? "–" }

    private static func decimal(_ value: Double?) -> String { value.map(Quantity.decimal) ?? "–" }
}
