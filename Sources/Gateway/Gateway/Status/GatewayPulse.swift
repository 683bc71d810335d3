// SPDX-License-Identifier: MIT

import Bus
import Runtime
import ServiceLifecycle
import Wire

/// The periodic work of the gateway: heartbeats and missing processes for its streams, and its status for the bus.
struct GatewayPulse: Service {
    let hub: StreamHub
    let log: any EventLog
    let metrics: GatewayMetrics
    /// The problems of the gateway.
    let problems: ProblemBoard
    /// The missing processes.
    let absence: @Sendable (ContinuousClock.Instant) -> Absence
    /// The number of pending bytes for clients.
    let waitingBytes: @Sendable () -> Int
    /// Ends the streams of clients without a valid permission.
    let endStreams: @Sendable () -> Void
    /// Whether requests are accepted, and all that answers them is ready.
    let isReady: @Sendable () -> Bool
    /// Further work of each second.
    let work: @Sendable () -> Void
    /// Waits between two beats.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await self.beat() }
    }

    private func beat() async throws {
        var before = (events: 0, answers: 0, at: ContinuousClock.now)
        var memory = MemoryReturn()
        // The app is ready when every process has reported, the gateway last.
        for _ in 0..<40 {
            guard !isReady() else {
                try tell(status(eventsPerSecond: 0, turnsPerSecond: 0))
                break
            }
            try await pause(.milliseconds(25))
        }
        while true {
            try await pause(.milliseconds(500))
            hub.note(absence(.now))
            endStreams()
            try await pause(.milliseconds(500))
            let now = ContinuousClock.now
            hub.note(absence(now))
            hub.tick(at: now)
            endStreams()
            work()
            if memory.isDue(waiting: waitingBytes()) { ProcessMemory.giveBack() }
            let (events, answers) = (metrics.total(of: .eventsReceived), metrics.total(of: .requests))
            let seconds = (now - before.at).inSeconds
            let status = status(
                eventsPerSecond: Double(events - before.events) / seconds,
                turnsPerSecond: Double(answers - before.answers) / seconds
            )
            before = (events, answers, now)
            try tell(status)
        }
    }

    /// Publishes a status.
    ///
    /// One that cannot be sent is useless later, and must not delay the next tick.
    private func tell(_ status: ProcessStatus) throws {
        let draft = try status.draft(source: GatewayAPI.source)
        let log = log
        Task { _ = try? await log.append([draft]) }
    }

    private func status(eventsPerSecond: Double, turnsPerSecond: Double) -> ProcessStatus {
        func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        func latency(_ quantile: Double) -> Double { Double(metrics.recentLatency(quantile: quantile)) }
        var status = ProcessStatus(name: "gateway", role: "gateway")
        (status.cursor, status.lag) = (hub.position.head.description, 0)
        status.eventsPerSecond = rounded(eventsPerSecond)
        status.turnsPerSecond = rounded(turnsPerSecond)
        status.turnMicros = .init(p50: latency(0.5), p99: latency(0.99))
        status.uptimeSeconds = rounded((ContinuousClock.now - metrics.startedAt).inSeconds)
        (status.reads, status.writes) = (StreamHub.kinds.map { "\($0)/" }, ["intent/"])
        status.problems = problems.all
        return status
    }
}
