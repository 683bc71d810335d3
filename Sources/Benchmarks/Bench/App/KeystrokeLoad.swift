// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Types into the boxes of many sessions, as their browsers would, and notes when the screens change.
struct KeystrokeLoad {
    let app: RunningApp
    let box: String
    /// The widget by which a screen counts as up to date.
    let list: String
    let words: [String]
    /// How much of a processor the idle app takes, in seconds a second.
    let rest: Double

    struct Result {
        /// What became of the keys, and when the screen was up to date.
        let outcome: KeystrokeOutcome
        let reading: StreamReader.Reading
        let sessions: [String]
        /// What the ids of the keys begin with, before `-SESSION-KEY`.
        let run: String
        /// How much processor time a key took over all processes of the app, in milliseconds, what they take at rest left out.
        let processorMilliseconds: Double
        /// How much of a processor the load itself took, in percent.
        let loadPercent: Double
        /// How much of a processor each process of the app took, in percent, the busiest first.
        let processPercents: [(name: String, percent: Double)]
        /// The head of the log before the first key.
        let head: SequenceNumber
    }

    /// Types.
    ///
    /// - Throws: `SearchBusError` where the gateway refuses.
    func run(sessions count: Int, rate: Double, seconds: Double) throws -> Result {
        let run = Identifier.make(length: 8)
        let control = try app.connect()
        let sessions = (0..<count).map { "bench-\(run)-\($0)" }
        for session in sessions {
            let answer = try control.answer(to: control.request("PUT", "/api/sessions/\(session)", body: "{}"))
            guard answer.status == 201 else {
                throw SearchBusError(.componentFailed, "A session was answered with status \(answer.status).")
            }
        }
        let streams = try sessions.map { session in
            let stream = try app.connect()
            try stream.send(stream.request("GET", "/api/sessions/\(session)/events"))
            return stream
        }
        // The first screens are drawn.
        let opening = StreamReader(streams: streams.map(\.descriptor), answers: [], run: run)
        _ = opening.finish(quiet: 400)
        let head = try Blocking.run { [endpoints = app.endpoints] in try await LogCensus(endpoints).head() }
        let senders = try sessions.map { _ in try app.connect() }
        // A connection closes with its last reference; the reader knows their descriptors only.
        defer { withExtendedLifetime((streams, senders)) {} }
        let reader = StreamReader(
            streams: streams.map(\.descriptor),
            answers: senders.map(\.descriptor),
            run: run
        )
        let before = Usage(app)
        let arrivals = Arrivals(sessions: count, rate: rate, seconds: seconds)
        let texts = texts(of: arrivals, sessions: count)
        let start = try type(arrivals, texts, sessions, senders, run)
        let percents = before.percents()
        let reading = reader.finish(quiet: 400)
        let seconds = before.seconds(atRest: rest)
        let outcome = KeystrokeOutcome(
            arrivals: arrivals,
            start: start,
            texts: texts,
            list: list,
            answers: try answers(to: arrivals, run, after: head),
            views: reading.arrivals.map { (session: $0.session, time: $0.time, view: $0.view) }
        )
        return Result(
            outcome: outcome,
            reading: reading,
            sessions: sessions,
            run: run,
            processorMilliseconds: seconds * 1000 / Double(max(1, arrivals.all.count)),
            loadPercent: percents.own,
            processPercents: percents.app,
            head: head
        )
    }

    /// The text in each session's box after each of its keys.
    private func texts(of arrivals: Arrivals, sessions: Int) -> [[String]] {
        (0..<sessions).map { session in
            var typist = Typist(words, session: session)
            return (0...(arrivals.lastNumber ?? 0)).map { _ in typist.next() }
        }
    }

    /// The outcomes of the keys that have one.
    private func answers(
        to arrivals: Arrivals,
        _ run: String,
        after head: SequenceNumber
    ) throws -> [KeystrokeOutcome.Key: KeystrokeOutcome.Answer] {
        let known = try Blocking.run { [endpoints = app.endpoints] in
            try await LogCensus(endpoints).answers(after: head)
        }
        return arrivals.all.reduce(into: [:]) { answers, arrival in
            answers[.init(session: arrival.session, number: arrival.number)] =
                known["\(run)-\(arrival.session)-\(arrival.number)"]
        }
    }

    /// Presses every key at its time; answers with the time at which the first was due.
    private func type(
        _ arrivals: Arrivals,
        _ texts: [[String]],
        _ sessions: [String],
        _ senders: [HTTPConnection],
        _ run: String
    ) throws -> Int64 {
        let requests = arrivals.all.map { arrival in
            let id = "\(run)-\(arrival.session)-\(arrival.number)"
            let text = texts[arrival.session][arrival.number]
            let body =
                #"{"id":"\#(id)","to":"\#(box)","type":"set-query","data":{"query":"\#(text)","client":"c","edit":\#(arrival.number)}}"#
            return senders[arrival.session].request(
                "POST",
                "/api/sessions/\(sessions[arrival.session])/intents",
                body: body
            )
        }
        let start = Stopwatch.now() + 100_000_000
        for (arrival, request) in zip(arrivals.all, requests) {
            Stopwatch.sleep(until: start + arrival.time)
            try senders[arrival.session].send(request)
        }
        return start
    }

    /// What processors were used for since a moment.
    private struct Usage {
        private let start = Stopwatch.now()
        private let own = Stopwatch.processorSeconds()
        private let app: [(name: String, pid: Int, seconds: Double)]

        init(_ running: RunningApp) {
            app = running.processes().map { ($0.name, $0.pid, ProcessFigures.processorSeconds(of: $0.pid) ?? 0) }
        }

        /// The processor time of the app since then, without what it would have taken at rest.
        func seconds(atRest rest: Double) -> Double {
            let elapsed = Double(Stopwatch.now() - start) / 1e9
            let used = app.reduce(0) { sum, process in
                sum + (ProcessFigures.processorSeconds(of: process.pid) ?? process.seconds) - process.seconds
            }
            return max(0, used - rest * elapsed)
        }

        func percents() -> (own: Double, app: [(name: String, percent: Double)]) {
            let elapsed = Double(Stopwatch.now() - start) / 1e9
            let busy = app.map { process in
                let seconds = (ProcessFigures.processorSeconds(of: process.pid) ?? process.seconds) - process.seconds
                return (name: process.name, percent: seconds / elapsed * 100)
            }
            return ((Stopwatch.processorSeconds() - own) / elapsed * 100, busy.sorted { $0.percent > $1.percent })
        }
    }
}
