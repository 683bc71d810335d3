// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Synchronization
import Wire

/// What a component counts of its work, for its status events.
///
/// May be used from any task.
public final class ComponentMeter: Sendable {
    private struct State {
        var cursor = SequenceNumber.zero
        var events = 0
        var turns = 0
        var eventsAtLastReport = 0
        var turnsAtLastReport = 0
        var reportedAt = ContinuousClock.now
        var durations: [Double] = []
        var waiting = 0
        var setAside = 0
        var restarts = 0
        var trimmed = 0
    }

    private let state = Mutex(State())
    private let startedAt = ContinuousClock.now
    /// What keeps the process from doing part of its work; reported in its status events.
    public let problems = ProblemBoard()

    public init() {}

    package func noteCursor(_ cursor: SequenceNumber) { state.withLock { $0.cursor = cursor } }
    package func noteWaiting(_ count: Int) { state.withLock { $0.waiting = count } }
    package func noteSetAside() { state.withLock { $0.setAside += 1 } }
    package func noteRestart() { state.withLock { $0.restarts += 1 } }
    package func noteTrimmed() { state.withLock { $0.trimmed += 1 } }

    package func noteTurn(events: Int, duration: Duration) {
        state.withLock { state in
            state.events += events
            state.turns += 1
            if state.durations.count >= 512 { state.durations.removeFirst(256) }
            state.durations.append(duration.microseconds)
        }
    }

    /// The counts as members of a status event; rates are since the last call.
    func report() -> JSONObject {
        state.withLock { state in
            let now = ContinuousClock.now
            let elapsed = max((now - state.reportedAt).microseconds / 1_000_000, 0.001)
            let sorted = state.durations.sorted()
            func percentile(_ part: Double) -> JSON {
                sorted.isEmpty ? .int(0) : .number(sorted[Int(Double(sorted.count - 1) * part)].rounded())
            }
            defer {
                state.reportedAt = now
                state.eventsAtLastReport = state.events
                state.turnsAtLastReport = state.turns
            }
            func rate(_ count: Int) -> JSON { .number((Double(count) / elapsed * 10).rounded() / 10) }
            return JSONObject([
                ("cursor", .string(state.cursor.description)),
                ("lag", JSON(state.waiting)),
                ("events", JSON(state.events)),
                ("turns", JSON(state.turns)),
                ("eventsPerSecond", rate(state.events - state.eventsAtLastReport)),
                ("turnsPerSecond", rate(state.turns - state.turnsAtLastReport)),
                ("turnMicros", ["p50": percentile(0.5), "p99": percentile(0.99)]),
                ("setAside", JSON(state.setAside)),
                ("startedOver", JSON(state.restarts)),
                ("trimmed", JSON(state.trimmed)),
                ("uptimeSeconds", .number(((now - startedAt).microseconds / 100_000).rounded() / 10)),
            ])
        }
    }
}

extension Duration {
    /// The duration in microseconds.
    var microseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
    }
}
