// SPDX-License-Identifier: MIT

import Wire

/// How long it takes from a key to its painted results in a real browser, beside the page's own time.
struct ScreenMeasure {
    private static let script = "Tests/Support/screen_latency.py"
    private static let spans = [
        ("painted", "key → painted"), ("settled", "key → last change"), ("keyToRequest", "key → request"),
        ("requestToArrival", "request → view"), ("arrivalToPainted", "view → painted"),
        ("pageShare", "the page's own share"),
    ]

    let ground: AppGround
    let layout: Layout

    /// Starts the app and a browser.
    ///
    /// - Throws: `SearchBusError` where the app cannot be started.
    func run() throws -> BenchReport.Section {
        let title = "key → painted in a browser, `interactors: \(layout.rawValue)`"
        let tools: RepositoryTools
        switch RepositoryTools.find(script: Self.script, executables: ground.executables) {
        case .failure(let missing): return BenchReport.Section("screen", "left out", notes: [missing.text])
        case .success(let found): tools = found
        }
        let app = try RunningApp(ground, layout: layout)
        let result = try tools.run(["--url", app.link, "--json", "--supervised"], executables: ground.executables)
        guard let json = try? JSON(parsing: Array(result.output.utf8)), json["live"] != nil else {
            return BenchReport.Section("screen", "left out", notes: [result.failure(of: Self.script)])
        }
        return Self.section(json, title: title)
    }

    /// What the script's report comes to.
    static func section(_ json: JSON, title: String) -> BenchReport.Section {
        let reaches: [String: Figure.Reach] = [
            "painted p50": .atMost(25), "painted p99": .atMost(50), "pageShare p50": .atMost(10),
        ]
        let figures = spans.flatMap { name, title in
            ["p50", "p99"].compactMap { place -> Figure? in
                guard let value = json["live"]?[name]?[place]?.double else { return nil }
                return Figure(
                    "\(title), \(place)",
                    value,
                    .milliseconds,
                    yardstick: json["own"]?[name]?[place]?.double,
                    reach: reaches["\(name) \(place)"]
                )
            }
        }
        let work = json["live"]?["work"]?.object?.members.compactMap { member in
            member.value.double.map { "\(member.key) \(ReportText.decimals($0)) ms" }
        }
        let unanswered = Figure("keys unanswered", json["unanswered"]?.double ?? .nan, .count, reach: .atMost(0))
        return BenchReport.Section(
            "screen",
            title,
            figures: figures + [Figure("keys pressed", json["keys"]?.double ?? .nan, .count), unanswered],
            notes: [
                "\(json["browser"]?.string ?? "A browser"), \(ReportText.decimals(json["rate"]?.double ?? 0)) keys a second.",
                "The yardstick is the same page with the same views, which arrive at once.",
                "The main thread, a key: \((work ?? []).joined(separator: ", ")).",
            ]
        )
    }
}
