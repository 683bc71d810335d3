// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Insights
import Runtime
import Wire

struct InsightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "insights",
        abstract: "Report what people search for, and what they open.",
        discussion: """
            Reads the counts of an app, running or not: the most frequent searches, those without results, used \
            filters, clicks and conversions, and response times. A search is a text that was unchanged for two \
            seconds, or refined, sorted, or had a result opened. Days are in UTC, today being the last.

            Exit codes: 0 done; 64 an invalid argument; 66 nothing was counted yet; 74 a disk failure.
            """
    )

    @Option(help: "The period: a number of days such as 7d, or of weeks such as 4w; at most 90 days.")
    var since = "7d"
    @Option(help: "The maximum number of rows of each table.") var limit = 10
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard Self.days(in: since) != nil else {
            throw ValidationError("--since is a number of days or weeks, at most 90 days: 1d, 7d, 4w.")
        }
        guard InsightsReader.limits.contains(limit) else { throw ValidationError("--limit is 1 to 1000.") }
    }

    func run() {
        Executable.report { try show() }
    }

    private func show() throws {
        let location = try options.location()
        let reader = InsightsReader(dataDirectory: location.data)
        let now = Timestamp.now().microseconds
        guard let days = Self.days(in: since), let report = try reader.report(days: days, limit: limit, now: now) else {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "Nothing was ever counted in \(location.data).",
                remedy: "Start the app with `searchbus up`, without `insights: false` in its file, and search."
            )
        }
        Terminal.show(report.json, asJSON: json, else: InsightsPrinter(report: report).lines)
    }

    /// How many days a text asks for; `nil` for one that makes no sense, or too many.
    static func days(in text: String) -> Int? {
        guard let unit = text.last, unit == "d" || unit == "w", text.utf8.count <= 4, let count = Int(text.dropLast())
        else { return nil }
        let days = unit == "w" ? count * 7 : count
        return InsightsReader.days.contains(days) ? days : nil
    }
}
