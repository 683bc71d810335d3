// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import CoreMetrics
import Synchronization

/// Keeps what is counted and timed through swift-metrics, for Prometheus to read.
///
/// Counters become counters, and timers become histograms of seconds. May be used from any thread.
final class MetricRegistry: MetricsFactory {
    /// A metric with its labels, which tell one series from another.
    struct Series: Hashable {
        let name: String
        let labels: [Label]

        struct Label: Hashable {
            let name: String
            let value: String
        }

        init(_ name: String, _ dimensions: [(String, String)]) {
            self.name = name
            labels = dimensions.map { Label(name: $0.0, value: $0.1) }
        }

        /// The labels as they are written.
        var pairs: [(String, String)] { labels.map { ($0.name, $0.value) } }

        /// Whether the series comes before another one where both are written.
        static func < (left: Series, right: Series) -> Bool {
            (left.name, left.labels.map(\.value).joined(separator: "\u{0}"))
                < (right.name, right.labels.map(\.value).joined(separator: "\u{0}"))
        }
    }

    private struct State {
        var counters: [Series: PrometheusCounter] = [:]
        var timers: [Series: PrometheusTimer] = [:]
        var sizes: [String: Int] = [:]
    }

    /// How many series a metric has at the most: what comes beyond is counted nowhere.
    static let seriesLimit = 1000
    private let state = Mutex(State())

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        make(Series(label, dimensions), in: \.counters) { PrometheusCounter() } ?? NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        make(Series(label, dimensions), in: \.timers) { PrometheusTimer() } ?? NOOPMetricsHandler.instance
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        // What is at a moment is asked for when it is read.
        NOOPMetricsHandler.instance
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}

    private func make<Handler: Sendable>(
        _ series: Series,
        in place: any WritableKeyPath<State, [Series: Handler]> & Sendable,
        _ make: () -> Handler
    ) -> Handler? {
        state.withLock { state in
            if let known = state[keyPath: place][series] { return known }
            guard state.sizes[series.name, default: 0] < Self.seriesLimit else { return nil }
            state.sizes[series.name, default: 0] += 1
            let made = make()
            state[keyPath: place][series] = made
            return made
        }
    }

    /// The counters of a name with their labels, in order.
    func counts(of name: String) -> [(labels: [(String, String)], value: Int)] {
        state.withLock { $0.counters.filter { $0.key.name == name } }
            .sorted { $0.key < $1.key }
            .map { ($0.key.pairs, $0.value.value) }
    }

    /// The timers of a name with their labels, in order.
    func times(of name: String) -> [(labels: [(String, String)], times: DurationHistogram)] {
        state.withLock { $0.timers.filter { $0.key.name == name } }
            .sorted { $0.key < $1.key }
            .map { ($0.key.pairs, $0.value.times) }
    }

    /// All counters of a name together.
    func total(of name: String) -> Int { counts(of: name).reduce(0) { $0 + $1.value } }
}

/// A number that only grows.
final class PrometheusCounter: CounterHandler {
    private let count = Atomic(0)

    /// How often it was counted.
    var value: Int { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) { count.wrappingAdd(Int(amount), ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// Durations, counted by size.
final class PrometheusTimer: TimerHandler {
    private let histogram = Mutex(DurationHistogram())

    /// The durations so far.
    var times: DurationHistogram { histogram.withLock { $0 } }

    func recordNanoseconds(_ duration: Int64) {
        histogram.withLock { $0.observe(seconds: Double(duration) / 1e9) }
    }
}
