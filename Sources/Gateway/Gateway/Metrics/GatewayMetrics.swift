// SPDX-License-Identifier: MIT

import Bus
import Synchronization

/// The gateway's own counters and timers.
///
/// May be used from any thread.
final class GatewayMetrics: Sendable {
    private struct Series: Hashable {
        let metric: String
        let labels: [String]
    }

    private struct State {
        var counts: [Series: Int] = [:]
        var times: [Series: DurationHistogram] = [:]
        var sizes: [String: Int] = [:]
        /// The latest latencies, in microseconds, for the gateway's own status.
        var recent: [Int] = []
        var recentPlace = 0

        /// Whether a series exists, or there is room for it.
        mutating func admits(_ series: Series, isKnown: Bool) -> Bool {
            guard !isKnown else { return true }
            guard sizes[series.metric, default: 0] < GatewayMetrics.seriesLimit else { return false }
            sizes[series.metric, default: 0] += 1
            return true
        }
    }

    /// How many series a metric has at most: further ones are not counted.
    static let seriesLimit = 1000
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]
    private static let recentLimit = 512

    let startedAt = ContinuousClock.now
    private let state = Mutex(State())

    /// Increases a counter.
    ///
    /// - Parameters:
    ///   - metric: The metric.
    ///   - labels: The values of its labels.
    ///   - amount: How many.
    func count(_ metric: CountedMetric, _ labels: [String] = [], by amount: Int = 1) {
        guard metric.values.isEmpty || metric.values.contains(labels) else { return }
        let series = Series(metric: metric.name, labels: labels)
        state.withLock { state in
            guard state.admits(series, isKnown: state.counts[series] != nil) else { return }
            state.counts[series, default: 0] &+= amount
        }
    }

    /// Records a duration.
    func time(_ metric: CountedMetric, _ duration: Duration, _ labels: [String] = []) {
        let series = Series(metric: metric.name, labels: labels)
        state.withLock { state in
            guard state.admits(series, isKnown: state.times[series] != nil) else { return }
            state.times[series, default: DurationHistogram()].observe(duration)
        }
    }

    /// Records an answered request, or the start of a stream.
    func answered(_ route: String, method: String, status: Int, after duration: Duration) {
        // Clients choose methods: only known ones become labels.
        let method = Self.methods.contains(method) ? method : "other"
        count(.requests, [route, method, String(status)])
        time(.requestTimes, duration, [route, String(status)])
        let microseconds = Int(duration / .microseconds(1))
        state.withLock { state in
            if state.recent.count < Self.recentLimit {
                state.recent.append(microseconds)
            } else {
                state.recent[state.recentPlace] = microseconds
                state.recentPlace = (state.recentPlace + 1) % Self.recentLimit
            }
        }
    }

    /// Records an append of intents.
    func appended(_ number: Int, after duration: Duration) {
        count(.intents, by: number)
        time(.appendTimes, duration)
    }

    /// The samples of a metric, in the order of their labels.
    func samples(of metric: CountedMetric) -> [Metric.Sample] {
        let (counts, times) = state.withLock { ($0.counts, $0.times) }
        let known = metric.isTimed ? Array(times.keys) : Array(counts.keys)
        let labels = Set(known.filter { $0.metric == metric.name }.map(\.labels)).union(metric.values)
        return labels.sorted { $0.joined(separator: "\u{0}") < $1.joined(separator: "\u{0}") }.map { labels in
            let series = Series(metric: metric.name, labels: labels)
            return metric.isTimed
                ? Metric.Sample(labels, .times(times[series] ?? DurationHistogram()))
                : Metric.Sample(labels, .number(Double(counts[series] ?? 0)))
        }
    }

    /// All counts of a metric together.
    func total(of metric: CountedMetric) -> Int {
        state.withLock { $0.counts.reduce(0) { $0 + ($1.key.metric == metric.name ? $1.value : 0) } }
    }

    /// A quantile of the latest latencies in microseconds; zero where there are none.
    func recentLatency(quantile: Double) -> Int {
        let sorted = state.withLock { $0.recent }.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * quantile))]
    }
}

extension CountedMetric {
    /// Whether durations are counted, by size.
    var isTimed: Bool { name.hasSuffix("_seconds") }
}
