// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What a key adds to the log, and what is left of it when old events go.
struct LogMeasure {
    private static let rate = 10.0
    /// The size that the second log may have, in MiB, and how many times as much is written to it.
    private static let retention = 8
    private static let surplus = 4

    let ground: AppGround
    let seconds: Double

    /// Starts the app, types, and counts.
    ///
    /// - Throws: `SearchBusError` where the app cannot be started.
    func run() throws -> BenchReport.Section {
        guard let box = ground.box, let list = ground.list else {
            return BenchReport.Section("log", "left out", notes: ["The app has no search box with a list of hits."])
        }
        let app = try RunningApp(ground)
        let load = KeystrokeLoad(app: app, box: box, list: list, words: try ground.vocabulary(), rest: 0)
        let result = try load.run(sessions: 1, rate: Self.rate, seconds: seconds)
        let amounts = try Blocking.run { [endpoints = app.endpoints, head = result.head] in
            try await LogCensus(endpoints).amounts(after: head)
        }
        let keys = Double(max(1, result.outcome.pressed))
        let bytes = amounts.values.reduce(0) { $0 + $1.bytes }
        let events = amounts.values.reduce(0) { $0 + $1.events }
        let kinds = amounts.sorted { $0.value.bytes > $1.value.bytes }.map { kind, amount in
            "\(kind.rawValue)/ \(ReportText.text(Double(amount.bytes) / keys, .bytes)) in "
                + "\(ReportText.decimals(Double(amount.events) / keys))"
        }
        let kept = try RetentionMeasure(
            executables: ground.executables,
            retention: Self.retention,
            surplus: Self.surplus
        )
        .run()
        return BenchReport.Section(
            "log",
            "what a key adds to the log, and what is left when old events go",
            figures: [
                Figure("events a key", Double(events) / keys, .count),
                Figure("bytes a key", Double(bytes) / keys, .bytes),
            ] + kept,
            notes: [
                "A key, by kind: \(kinds.joined(separator: ", ")) events.",
                "Then \(Self.retention * Self.surplus) MiB of views of 64 sessions to a broker that may keep \(Self.retention) MiB: "
                    + "the last view of each topic is always kept.",
            ]
        )
    }
}
