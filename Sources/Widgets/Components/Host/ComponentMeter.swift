// SPDX-License-Identifier: MIT

import Bus
import Synchronization

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

    /// Adds the counts to a status; rates are since the last call.
    func report(to status: inout ProcessStatus) {
        status.problems = problems.all
        state.withLock { state in
            let now = ContinuousClock.now
            let elapsed = max((now - state.reportedAt).microseconds / 1_000_000, 0.001)
            let sorted = state.durations.sorted()
            func percentile(_ part: Double) -> Double {
                sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * part)].rounded()
            }
            func rate(_ count: Int) -> Double { (Double(count) / elapsed * 10).rounded() / 10 }
            (status.cursor, status.lag) = (state.cursor.description, state.waiting)
            (status.events, status.turns) = (state.events, state.turns)
            status.eventsPerSecond = rate(state.events - state.eventsAtLastReport)
            status.turnsPerSecond = rate(state.turns - state.turnsAtLastReport)
            status.turnMicros = .init(p50: percentile(0.5), p99: percentile(0.99))
            (status.setAside, status.startedOver) = (state.setAside, state.restarts)
            status.trimmed = state.trimmed
            status.uptimeSeconds = ((now - startedAt).microseconds / 100_000).rounded() / 10
            state.reportedAt = now
            (state.eventsAtLastReport, state.turnsAtLastReport) = (state.events, state.turns)
        }
    }
}

extension Duration {
    var microseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
    }
}
