// SPDX-License-Identifier: MIT

import Bus
import Wire

/// How long it takes from a key to the last view that follows from it, for one session and for a hundred.
struct KeystrokeMeasure {
    /// How many keys a second the one session presses: rarely enough that each is done before the next.
    private static let singleRate = 20.0
    private static let crowd = 100
    private static let crowdRate = 5.0
    /// How many keys are sent one after the other, each once the last was acknowledged, and how far apart.
    private static let acknowledged = 200
    private static let pause: Int64 = 20
    /// For how long the app is watched at rest.
    private static let restSeconds = 5.0

    private struct Reaches {
        let p50, p99, processor: Double
    }

    let ground: AppGround
    let layout: Layout
    let seconds: Double

    private var reaches: Reaches {
        layout == .each ? Reaches(p50: 5, p99: 8, processor: 6) : Reaches(p50: 3, p99: 6, processor: 3)
    }

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
        let app = try RunningApp(ground, layout: layout)
        let words = try ground.vocabulary()
        _ = try KeystrokeLoad(app: app, box: box, list: list, words: words, rest: 0).run(
            sessions: 2,
            rate: 10,
            seconds: 2
        )
        let rest = app.secondsASecond(during: Self.restSeconds)
        let load = KeystrokeLoad(app: app, box: box, list: list, words: words, rest: rest)
        let acknowledged = try acknowledgements(app, box)
        let single = try load.run(sessions: 1, rate: Self.singleRate, seconds: seconds * 2)
        let searchTimes = try Blocking.run { [endpoints = app.endpoints, head = single.head] in
            try await LogCensus(endpoints).searchTimes(after: head)
        }
        // What a hundred people ask for is what one process for all widgets is for.
        let crowd =
            layout == .together ? try load.run(sessions: Self.crowd, rate: Self.crowdRate, seconds: seconds) : nil
        return BenchReport.Section(
            "keystroke",
            "key pressed → last view of its chain on the session's event stream, `interactors: \(layout.rawValue)`",
            figures: singleFigures(single, searchTimes, acknowledged)
                + (try crowd.map { crowdFigures($0, try missingViews($0, app)) } ?? []),
            notes: notes(single, crowd, rest)
        )
    }

    /// The time from each of some keys to its acknowledgement, one after the other.
    private func acknowledgements(_ app: RunningApp, _ box: String) throws -> Percentiles {
        let connection = try app.connect()
        let session = "bench-\(Identifier.make(length: 8))"
        _ = try connection.answer(to: connection.request("PUT", "/api/sessions/\(session)", body: "{}"))
        let times = try (0..<Self.acknowledged).map { number in
            Stopwatch.sleep(milliseconds: Self.pause)
            let body =
                #"{"to":"\#(box)","type":"set-query","data":{"query":"\#(number.isMultiple(of: 2) ? "ab" : "abc")"}}"#
            let request = connection.request("POST", "/api/sessions/\(session)/intents", body: body)
            let start = Stopwatch.now()
            let answer = try connection.answer(to: request)
            let time = Stopwatch.now() - start
            guard answer.status == 202 else {
                throw SearchBusError(.componentFailed, "An intent was answered with status \(answer.status).")
            }
            return time
        }
        return Percentiles(times)
    }

    private func singleFigures(
        _ result: KeystrokeLoad.Result,
        _ searchTimes: [String: Double],
        _ acknowledged: Percentiles
    ) -> [Figure] {
        let times = Percentiles(result.outcome.times)
        let searches = result.outcome.shown.map { key, shown in
            Int64((searchTimes["\(result.run)-\(key.session)-\(shown.chain)"] ?? 0) * 1e6)
        }
        return [
            Figure("1 session, p50", times.milliseconds(at: 0.5), .milliseconds, reach: .atMost(reaches.p50)),
            Figure("1 session, p99", times.milliseconds(at: 0.99), .milliseconds, reach: .atMost(reaches.p99)),
            Figure("the search itself, p50", Percentiles(searches).milliseconds(at: 0.5), .milliseconds),
            Figure(
                "processor time a key, all processes",
                result.processorMilliseconds,
                .milliseconds,
                reach: .atMost(reaches.processor)
            ),
            Figure("POST acknowledged, p50", acknowledged.milliseconds(at: 0.5), .milliseconds, reach: .atMost(0.8)),
            Figure("POST acknowledged, p99", acknowledged.milliseconds(at: 0.99), .milliseconds),
        ] + counts(of: result)
    }

    private func crowdFigures(_ result: KeystrokeLoad.Result, _ missing: Int) -> [Figure] {
        let times = Percentiles(result.outcome.times)
        let name = "\(Self.crowd) sessions"
        return [
            Figure("\(name), p50", times.milliseconds(at: 0.5), .milliseconds),
            Figure("\(name), p99", times.milliseconds(at: 0.99), .milliseconds, reach: .atMost(100)),
            Figure("\(name), worst", times.milliseconds(at: 1), .milliseconds),
            Figure("processor time a key", result.processorMilliseconds, .milliseconds),
        ] + counts(of: result) + [Figure("last views that never came", Double(missing), .count, reach: .atMost(0))]
    }

    private func counts(of result: KeystrokeLoad.Result) -> [Figure] {
        let outcome = result.outcome
        func answered(_ answer: KeystrokeOutcome.Answer) -> Double { Double(outcome.answers[answer] ?? 0) }
        return [
            Figure("  keys pressed", Double(outcome.pressed), .count),
            Figure("  applied", answered(.applied), .count),
            Figure("  unchanged", answered(.unchanged), .count),
            Figure(
                "  rejected or refused",
                answered(.rejected) + Double(result.reading.refused),
                .count,
                reach: .atMost(0)
            ),
            Figure("  shown", Double(outcome.shown.count), .count),
            Figure("  overtaken", Double(outcome.overtaken), .count),
            Figure("  lost", Double(outcome.lost), .count, reach: .atMost(0)),
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

    private func notes(_ single: KeystrokeLoad.Result, _ crowd: KeystrokeLoad.Result?, _ rest: Double) -> [String] {
        func busiest(_ result: KeystrokeLoad.Result) -> String {
            result.processPercents.prefix(6).map { "\($0.name) \(ReportText.decimals($0.percent)) %" }
                .joined(separator: ", ")
        }
        func lost(_ result: KeystrokeLoad.Result) -> String {
            "\(result.outcome.unanswered) without an outcome, \(result.outcome.unseen) without a view"
        }
        let common = [
            "Keys come at fixed times, whether or not the app keeps up; 1 session presses \(Int(Self.singleRate)) a second, of the crowd each \(Int(Self.crowdRate)).",
            "A key counts as lost where it has no outcome on the log, or where neither its results nor those of a later one came: \(([single] + [crowd].compactMap { $0 }).map(lost).joined(separator: "; ")).",
            "The search itself: the sum of `processingTimeMS` of the chain's results on the log.",
            "Processor time is that of all processes of the app, less what they took at rest before (\(ReportText.decimals(rest * 100)) % of one).",
            "With one session, of a processor: \(busiest(single)); the load itself \(ReportText.decimals(single.loadPercent)) %.",
        ]
        guard let crowd else { return common }
        let total = crowd.processPercents.reduce(0) { $0 + $1.percent }
        return common + [
            "With the crowd, of a processor: \(busiest(crowd)); all processes \(ReportText.decimals(total)) %; the load itself \(ReportText.decimals(crowd.loadPercent)) %."
        ]
    }
}
