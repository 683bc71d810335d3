// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Synchronization
import Wire

/// What the gateway counts of itself.
final class GatewayMetrics: Sendable {
    struct Answer: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    struct Counts {
        var answers: [Answer: Int] = [:]
        var latencies: [String: Histogram] = [:]
        var appends = Histogram()
        var refused: [ErrorCode: Int] = [:]
        var intents = 0
        var eventsHeard = 0
        var viewsDelivered = 0
        var viewsConflated = 0
        var streamsCut = 0
        var connectionsCut = 0
        /// The latest latencies, in microseconds, for the gateway's own status.
        var recent: [Int] = []
        var recentPlace = 0
    }

    private static let recentLimit = 512
    private let state = Mutex(Counts())
    let startedAt = ContinuousClock.now

    /// A snapshot of everything.
    var counts: Counts { state.withLock { $0 } }

    /// A request was answered, or a stream begun.
    func answered(_ route: String, method: String, status: Int, after duration: Duration) {
        let microseconds = Int(duration.inSeconds * 1e6)
        // Methods are the client's words: only known ones become labels.
        let method = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"].contains(method) ? method : "other"
        state.withLock { counts in
            counts.answers[Answer(route: route, method: method, status: status), default: 0] += 1
            counts.latencies[route, default: Histogram()].observe(duration)
            if counts.recent.count < Self.recentLimit {
                counts.recent.append(microseconds)
            } else {
                counts.recent[counts.recentPlace] = microseconds
                counts.recentPlace = (counts.recentPlace + 1) % Self.recentLimit
            }
        }
    }

    /// A request was refused before anything looked at it.
    func refused(_ code: ErrorCode) { state.withLock { $0.refused[code, default: 0] += 1 } }

    /// A connection was cut because it dripped.
    func cutConnection() { state.withLock { $0.connectionsCut += 1 } }

    /// A stream was cut because its client took nothing.
    func cutStream() { state.withLock { $0.streamsCut += 1 } }

    /// Views were passed over for a client because newer ones came.
    func conflated(_ count: Int) { state.withLock { $0.viewsConflated += count } }

    /// Intents were appended.
    func appended(_ intents: Int, after duration: Duration) {
        state.withLock { counts in
            counts.intents += intents
            counts.appends.observe(duration)
        }
    }

    /// Events came from the bus.
    func heard(_ events: Int, delivered: Int) {
        state.withLock { counts in
            counts.eventsHeard += events
            counts.viewsDelivered += delivered
        }
    }

    /// How many requests were answered in all.
    var answerCount: Int { state.withLock { $0.answers.values.reduce(0, +) } }
}

extension GatewayMetrics.Counts {
    /// A quantile of the latest latencies in microseconds; zero where there are none.
    func recentLatency(quantile: Double) -> Int {
        guard !recent.isEmpty else { return 0 }
        let sorted = recent.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * quantile))]
    }
}
