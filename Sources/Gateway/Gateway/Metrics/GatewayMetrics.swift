// SPDX-License-Identifier: MIT
// Part of SearchBus.

import CoreMetrics
import Synchronization
import Wire

/// What the gateway counts of itself, through swift-metrics.
final class GatewayMetrics: Sendable {
    /// The names of what is counted and timed.
    enum Name {
        static let requests = "searchbus_http_requests_total"
        static let requestTimes = "searchbus_http_request_seconds"
        static let refused = "searchbus_http_refused_total"
        static let appendTimes = "searchbus_append_seconds"
        static let intents = "searchbus_intents_total"
        static let outcomes = "searchbus_outcomes_total"
        static let eventsHeard = "searchbus_bus_events_total"
        static let viewsDelivered = "searchbus_views_delivered_total"
        static let viewsConflated = "searchbus_views_conflated_total"
        static let streamsCut = "searchbus_streams_cut_total"
        static let connectionsCut = "searchbus_connections_cut_total"
    }

    private struct Answer: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private struct Meters {
        let count: Counter
        let time: CoreMetrics.Timer
    }

    private struct State {
        var answers: [Answer: Meters] = [:]
        /// The latest latencies, in microseconds, for the gateway's own status.
        var recent: [Int] = []
        var recentPlace = 0
    }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]
    private static let results: Set<String> = ["applied", "unchanged", "rejected"]
    private static let recentLimit = 512

    let registry = MetricRegistry()
    let startedAt = ContinuousClock.now
    private let state = Mutex(State())
    private let appends: CoreMetrics.Timer
    private let intents, eventsHeard, viewsDelivered, viewsConflated, streamsCuts, connectionCuts: Counter
    private let outcomes: [String: Counter]

    init() {
        let registry = registry
        func counter(_ name: String) -> Counter { Counter(label: name, factory: registry) }
        appends = Timer(label: Name.appendTimes, factory: registry)
        intents = counter(Name.intents)
        eventsHeard = counter(Name.eventsHeard)
        viewsDelivered = counter(Name.viewsDelivered)
        viewsConflated = counter(Name.viewsConflated)
        streamsCuts = counter(Name.streamsCut)
        connectionCuts = counter(Name.connectionsCut)
        outcomes = Dictionary(
            uniqueKeysWithValues: Self.results.map { result in
                (result, Counter(label: Name.outcomes, dimensions: [("result", result)], factory: registry))
            }
        )
    }

    /// A request was answered, or a stream begun.
    func answered(_ route: String, method: String, status: Int, after duration: Duration) {
        let nanoseconds = Int64(duration.inSeconds * 1e9)
        // Methods are the client's words: only known ones become labels.
        let method = Self.methods.contains(method) ? method : "other"
        let answer = Answer(route: route, method: method, status: status)
        let meters = state.withLock { state in
            if state.recent.count < Self.recentLimit {
                state.recent.append(Int(nanoseconds / 1000))
            } else {
                state.recent[state.recentPlace] = Int(nanoseconds / 1000)
                state.recentPlace = (state.recentPlace + 1) % Self.recentLimit
            }
            if let known = state.answers[answer] { return known }
            let made = makeMeters(of: answer)
            state.answers[answer] = made
            return made
        }
        meters.count.increment()
        meters.time.recordNanoseconds(nanoseconds)
    }

    private func makeMeters(of answer: Answer) -> Meters {
        let (route, status) = (("route", answer.route), ("status", String(answer.status)))
        return Meters(
            count: Counter(
                label: Name.requests,
                dimensions: [route, ("method", answer.method), status],
                factory: registry
            ),
            time: Timer(label: Name.requestTimes, dimensions: [route, status], factory: registry)
        )
    }

    /// A request was refused before anything looked at it.
    func refused(_ code: ErrorCode) {
        Counter(label: Name.refused, dimensions: [("code", code.rawValue)], factory: registry).increment()
    }

    /// A connection was cut because it dripped.
    func cutConnection() { connectionCuts.increment() }

    /// A stream was cut because its client took nothing.
    func cutStream() { streamsCuts.increment() }

    /// Views were passed over for a client because newer ones came.
    func conflated(_ count: Int) { viewsConflated.increment(by: count) }

    /// Intents were appended.
    func appended(_ count: Int, after duration: Duration) {
        intents.increment(by: count)
        appends.recordNanoseconds(Int64(duration.inSeconds * 1e9))
    }

    /// Events came from the bus.
    func heard(_ events: Int, delivered: Int) {
        eventsHeard.increment(by: events)
        viewsDelivered.increment(by: delivered)
    }

    /// An intent was carried out, or was not; words that are no results are passed over.
    func heard(outcome: Substring) { outcomes[String(outcome)]?.increment() }

    /// How many requests were answered in all.
    var answerCount: Int { registry.total(of: Name.requests) }

    /// How many events were heard in all.
    var heardCount: Int { registry.total(of: Name.eventsHeard) }

    /// How many streams were cut.
    var cutStreams: Int { registry.total(of: Name.streamsCut) }

    /// How many connections were cut.
    var cutConnections: Int { registry.total(of: Name.connectionsCut) }

    /// A quantile of the latest latencies in microseconds; zero where there are none.
    func recentLatency(quantile: Double) -> Int {
        let sorted = state.withLock { $0.recent }.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * quantile))]
    }
}
