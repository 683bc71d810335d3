// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Bus
import Insights
import Runtime
import Wire

/// Tells what people search for.
struct InsightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "insights",
        abstract: "Tell what people search for, and what comes of it.",
        discussion: """
            Reads what an app has counted, whether or not it runs: the most frequent searches, those without results, the filters \
            that are used, clicks and conversions, and how long answers take. A search is a text that stood for two \
            seconds, or that somebody refined, sorted or opened a result of. Days are those of UTC, today being the last.

            Exit codes: 0 done; 64 a wrong argument; 66 nothing was ever counted; 74 a failure of the disk.
            """
    )

    @Option(help: "Of which time: a number of days such as 7d, or of weeks such as 4w; 90 days at the most.")
    var since = "7d"
    @Option(help: "How many rows each table has at the most.") var limit = 10
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard Self.days(in: since) != nil else {
            throw ValidationError("--since is a number of days or weeks, 90 days at the most: 1d, 7d, 4w.")
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
        if json {
            Terminal.output.print(report.json.text)
        } else {
            for line in InsightsPrinter(report: report).lines { Terminal.output.print(line) }
        }
    }

    /// How many days a text asks for; `nil` for one that makes no sense, or too many.
    static func days(in text: String) -> Int? {
        guard let unit = text.last, unit == "d" || unit == "w", text.utf8.count <= 4, let count = Int(text.dropLast())
        else { return nil }
        let days = unit == "w" ? count * 7 : count
        return InsightsReader.days.contains(days) ? days : nil
    }
}
