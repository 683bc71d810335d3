// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// How long it takes from a key to the last view that follows from it, for one session and for a hundred.
struct KeystrokeMeasure {
    /// How many keys a second the one session presses: rarely enough that each is done before the next.
    private static let singleRate = 20.0
    private static let crowd = 100
    private static let crowdRate = 5.0

    let ground: AppGround
    let seconds: Double

    /// Starts the app and types.
    ///
    /// - Throws: `SearchBusError` where the app cannot be started, or has nothing to type into.
    func run() throws -> BenchReport.Section {
        guard let box = ground.box, let list = ground.list else {
            return BenchReport.Section(
                "keystroke",
                "left out",
                notes: ["The app has no search box with a list of hits."]
            )
        }
        let app = try RunningApp(ground)
        let load = KeystrokeLoad(app: app, box: box, list: list, words: try ground.vocabulary())
        _ = try load.run(sessions: 2, rate: 10, seconds: 2)
        let single = try load.run(sessions: 1, rate: Self.singleRate, seconds: seconds * 2)
        let searchTimes = try Blocking.run { [endpoints = app.endpoints, head = single.head] in
            try await LogCensus(endpoints).searchTimes(after: head)
        }
        let crowd = try load.run(sessions: Self.crowd, rate: Self.crowdRate, seconds: seconds)
        let missing = try missingViews(crowd, app)
        return BenchReport.Section(
            "keystroke",
            "key pressed → last view of its chain on the session's event stream",
            figures: singleFigures(single, searchTimes) + crowdFigures(crowd, missing),
            notes: notes(single, crowd, app)
        )
    }

    private func singleFigures(_ result: KeystrokeLoad.Result, _ searchTimes: [String: Double]) -> [Figure] {
        let whole = Percentiles(result.outcome.times)
        let searches = result.outcome.shown.keys.map { key in
            Int64((searchTimes["\(result.run)-\(key.session)-\(key.number)"] ?? 0) * 1e6)
        }
        let net = Percentiles(
            zip(result.outcome.shown.keys, searches).map { key, search in
                (result.outcome.shown[key] ?? 0) - search
            }
        )
        return [
            Figure("1 session, p50", whole.milliseconds(at: 0.5), .milliseconds),
            Figure("1 session, p99", whole.milliseconds(at: 0.99), .milliseconds),
            Figure("the search itself, p50", Percentiles(searches).milliseconds(at: 0.5), .milliseconds),
            Figure("search taken out, p50", net.milliseconds(at: 0.5), .milliseconds, reach: .atMost(2)),
            Figure("search taken out, p99", net.milliseconds(at: 0.99), .milliseconds, reach: .atMost(10)),
            Figure("keys overtaken", Double(result.outcome.overtaken), .count),
            Figure("keys lost", Double(result.outcome.lost), .count, reach: .atMost(0)),
        ]
    }

    private func crowdFigures(_ result: KeystrokeLoad.Result, _ missing: Int) -> [Figure] {
        let times = Percentiles(result.outcome.times)
        let name = "\(Self.crowd) sessions"
        return [
            Figure("\(name), p50", times.milliseconds(at: 0.5), .milliseconds),
            Figure("\(name), p99", times.milliseconds(at: 0.99), .milliseconds, reach: .atMost(100)),
            Figure("\(name), worst", times.milliseconds(at: 1), .milliseconds),
            Figure("keys pressed", Double(times.count + result.outcome.lost), .count),
            Figure("keys overtaken", Double(result.outcome.overtaken), .count),
            Figure("keys lost", Double(result.outcome.lost + result.reading.refused), .count, reach: .atMost(0)),
            Figure("last views that never came", Double(missing), .count, reach: .atMost(0)),
        ]
    }

    /// How many of the views that the log has last did not come over the stream of their session.
    private func missingViews(_ result: KeystrokeLoad.Result, _ app: RunningApp) throws -> Int {
        var seen = [[String: UInt64]](repeating: [:], count: result.sessions.count)
        for arrival in result.reading.arrivals {
            seen[arrival.session][arrival.view.widget] = max(
                arrival.view.sequence,
                seen[arrival.session][arrival.view.widget] ?? 0
            )
        }
        let lasts = try Blocking.run { [endpoints = app.endpoints, sessions = result.sessions, head = result.head] in
            try await LogCensus(endpoints).lastViews(of: sessions, after: head)
        }
        return zip(lasts, seen).reduce(0) { count, pair in
            count + pair.0.filter { pair.1[$0.key] ?? 0 < $0.value }.count
        }
    }

    private func notes(
        _ single: KeystrokeLoad.Result,
        _ crowd: KeystrokeLoad.Result,
        _ app: RunningApp
    ) -> [String] {
        func busiest(_ result: KeystrokeLoad.Result) -> String {
            result.processPercents.prefix(6).map { "\($0.name) \(ReportText.decimals($0.percent)) %" }
                .joined(separator: ", ")
        }
        let total = crowd.processPercents.reduce(0) { $0 + $1.percent }
        return [
            "Keys come at fixed times, whether or not the app keeps up; 1 session presses \(Int(Self.singleRate)) a second, of the crowd each \(Int(Self.crowdRate)).",
            "The search itself: the sum of `processingTimeMS` of the chain's results on the log.",
            "The load generator shares the processors: it took \(ReportText.decimals(crowd.loadPercent)) % of one with the crowd, \(ReportText.decimals(single.loadPercent)) % with one session.",
            "With one session, of a processor: \(busiest(single)).",
            "With the crowd, of a processor: \(busiest(crowd)); all processes \(ReportText.decimals(total)) %.",
        ]
    }
}
