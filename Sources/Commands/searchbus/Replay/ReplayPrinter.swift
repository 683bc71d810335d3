// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Replay
import SearchModel
import Wire

/// Prints what came of making searches on two sides.
struct ReplayPrinter {
    /// How many characters of a search are shown.
    private static let searchWidth = 44

    let report: ReplayReport
    let options: ReplayOptions
    let limit: Int
    /// How many lines or events made no sense.
    let invalid: Int

    /// Prints one JSON object; the differences of each search go out one by one, however many there are.
    func printJSON(to terminal: Terminal) {
        var summary = JSONObject([("with", options.json), ("invalid", JSON(invalid))])
        for member in report.summary.members { summary[member.key] = member.value }
        var bytes = Array(JSON.object(summary).bytes.dropLast()) + Array(",\"differences\":[".utf8)
        for (number, entry) in report.entries.enumerated() {
            bytes += Array((number > 0 ? ",\n" : "\n").utf8) + entry.json.bytes
            guard bytes.count > 1 << 16 else { continue }
            terminal.write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        terminal.write(bytes + Array("]}\n".utf8))
    }

    func printTables(to terminal: Terminal) {
        for line in lines { terminal.print(line) }
    }

    var lines: [String] {
        let all = report.searches
        let head =
            "\(Quantity.count(all.searches, "search", "searches")), sent \(Quantity.count(all.asked, "time")), each repeated now "
            + "both with the current app (before) and with \(Terminal.safe(options.words)) (after)."
        guard report.different.searches > 0 else { return [head, "Nothing differs.", ""] + figures }
        let hits = report.hits
        let differences =
            "\(share(report.different)) differ: \(Quantity.count(hits.gained)) hits gained, "
            + "\(Quantity.count(hits.lost)) lost and \(Quantity.count(hits.moved)) moved among the first ten."
        return [head, differences, ""] + figures + [""] + worst
    }

    private func share(_ tally: SearchTally) -> String {
        let all = max(1, report.searches.searches)
        return "\(Quantity.count(tally.searches)) (\(Quantity.decimal(Double(tally.searches) * 100 / Double(all))) %), "
            + "asked \(Quantity.count(tally.asked)) times,"
    }

    // MARK: - In all

    private var figures: [String] {
        var changes = Table([("searches", .left), ("different", .right), ("asked", .right)])
        let turns: [(String, AnswerDifference.Turn)] = [
            ("no longer any results", .becameEmpty), ("results now", .noLongerEmpty), ("an error now", .nowFails),
            ("no error any longer", .noLongerFails),
        ]
        let rows: [(String, SearchTally)] =
            [
                ("other hits among the first ten", report.otherHits), ("same hits, other order", report.reordered),
                ("other number of results", report.otherCount), ("other counts of values", report.otherFacets),
            ] + turns.map { name, turn in (name, report.turns[turn] ?? SearchTally()) }
        for (name, tally) in rows where tally.searches > 0 {
            changes.add([name, Quantity.count(tally.searches), Quantity.count(tally.asked)])
        }
        var sides = Table([("", .left), ("before", .right), ("after", .right)])
        let (before, after) = (report.before, report.after)
        sides.add(["without results", count(before.empty), count(after.empty)])
        sides.add(["with an error", count(before.failed), count(after.failed)])
        sides.add(["half within", time(before.latency?.p50), time(after.latency?.p50)])
        sides.add(["99 % within", time(before.latency?.p99), time(after.latency?.p99)])
        let errors = [("before", before.error), ("after", after.error)].compactMap { side, error in
            error.map { "The first error \(side): \(Terminal.safe("\($0.message) [\($0.code.rawValue)]"))" }
        }
        return (report.different.searches > 0 ? changes.lines + [""] : []) + sides.lines + errors
    }

    private func count(_ tally: SearchTally) -> String { Quantity.count(tally.searches) }

    private func time(_ milliseconds: Double?) -> String {
        guard let milliseconds else { return "-" }
        guard milliseconds < 0.1 else { return "\(Quantity.decimal(milliseconds)) ms" }
        return "\(Int((milliseconds * 1_000).rounded())) µs"
    }

    // MARK: - Search by search

    private var worst: [String] {
        let entries = report.entries.prefix(limit)
        guard !entries.isEmpty else { return [] }
        var table = Table([
            ("asked", .right), ("gained", .right), ("lost", .right), ("moved", .right), ("results", .right),
            ("counts", .right), ("search", .left),
        ])
        for entry in entries {
            let difference = entry.difference
            table.add([
                Quantity.count(entry.asked), amount(difference.gained.count), amount(difference.lost.count),
                amount(difference.moved.count), results(difference), amount(difference.facets.values.reduce(0, +)),
                Self.label(entry.search),
            ])
        }
        let rest = report.different.searches - entries.count
        return table.lines + (rest > 0 ? ["… and \(Quantity.count(rest)) more: --limit N, or --json for all"] : [])
    }

    private func amount(_ number: Int) -> String { number == 0 ? "" : Quantity.count(number) }

    private func results(_ difference: AnswerDifference) -> String {
        func shown(_ count: Int?) -> String { count.map(Quantity.count) ?? "error" }
        let (before, after) = (shown(difference.countBefore), shown(difference.countAfter))
        return before == after ? before : "\(before) → \(after)"
    }

    /// A search on a few characters: who was asked, the text, and how many filters there are.
    static func label(_ search: LoggedSearch) -> String {
        let text = "\(asked(search)): “\(Terminal.safe(search.query))”\(remarks(search))"
        return text.count > searchWidth ? "\(text.prefix(searchWidth - 1))…" : text
    }

    private static func asked(_ search: LoggedSearch) -> String {
        switch search.question {
        case .searcher(let name, _): name
        case .algolia(let question): "\(Terminal.safe(question.index)) (Algolia)"
        }
    }

    private static func remarks(_ search: LoggedSearch) -> String {
        guard case .searcher(_, let request) = search.question else { return "" }
        let filters = request.filters.groups.reduce(0) { $0 + $1.filters.count }
        let parts = [
            filters > 0 ? "\(filters) filter\(filters == 1 ? "" : "s")" : nil,
            request.page > 0 ? "page \(request.page + 1)" : nil,
            request.index.isEmpty ? nil : "in \(Terminal.safe(request.index))",
        ]
        return parts.compactMap(\.self).map { ", \($0)" }.joined()
    }
}

/// A line on a terminal that tells how many searches are made; nothing where there is no terminal, or there are few.
struct ReplayProgress {
    /// So many are made in a moment.
    private static let few = 2_000

    private let total: Int
    private let terminal: Terminal?

    init(total: Int, terminal: Terminal?) {
        self.total = total
        self.terminal = terminal.flatMap { $0.isInteractive && total > Self.few ? $0 : nil }
    }

    func show(_ count: Int) {
        terminal?.write("\r\u{1b}[K\(Quantity.count(count)) of \(Quantity.count(total)) searches")
    }

    func clear() { terminal?.write("\r\u{1b}[K") }
}
