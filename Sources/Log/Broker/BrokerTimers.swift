// SPDX-License-Identifier: MIT

/// When the broker's regular work is due.
///
/// Pure: the time is given.
struct BrokerTimers {
    /// What is done regularly.
    enum Work: CaseIterable {
        /// Say what the last sequences are.
        case heartbeat
        /// Say how the broker is.
        case status
        case size
        /// Write down which topics and sessions had events.
        case activity
        case expiry

        fileprivate func interval(isQuiet: Bool, isStarting: Bool) -> Duration {
            switch self {
            case .heartbeat: isQuiet ? BrokerTimers.quietTime : BrokerTimers.heartbeatTime
            case .status: isStarting ? BrokerTimers.firstStatusTime : .seconds(1)
            case .size: .milliseconds(500)
            case .activity: .seconds(5)
            case .expiry: .seconds(60)
            }
        }
    }

    /// How long after an event the next heartbeat comes at the latest, and how far those after it are apart.
    static let heartbeatTime: Duration = .milliseconds(250)
    /// After how long without an event heartbeats come more rarely, and how far they are apart then: the ones before have reported
    /// everything, and each wakes all processes.
    static let quietTime: Duration = .seconds(1)

    /// How far reports are apart while processes connect: one that has missed a report is ready after the next.
    static let firstStatusTime: Duration = .milliseconds(100)
    private static let startTime: Duration = .seconds(2)

    private let startedAt: ContinuousClock.Instant
    private var due: [Work: ContinuousClock.Instant]
    private var storedAt: ContinuousClock.Instant

    init(now: ContinuousClock.Instant) {
        due = Dictionary(uniqueKeysWithValues: Work.allCases.map { ($0, now) })
        (storedAt, startedAt) = (now, now)
    }

    mutating func noteStored(now: ContinuousClock.Instant) {
        if isQuiet(now) { hasten(.heartbeat, to: now.advanced(by: Self.heartbeatTime)) }
        storedAt = now
    }

    private func isQuiet(_ now: ContinuousClock.Instant) -> Bool { now - storedAt > Self.quietTime }

    /// How long nothing is due, in milliseconds rounded up.
    func wait(now: ContinuousClock.Instant) -> Int {
        let next = due.values.min() ?? now
        guard next > now else { return 0 }
        let (seconds, attoseconds) = (next - now).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000) + 1
    }

    /// Makes work due at a moment, unless it is due before.
    mutating func hasten(_ work: Work, to moment: ContinuousClock.Instant) {
        due[work] = min(due[work] ?? moment, moment)
    }

    /// What is due, each set to its next time.
    mutating func take(now: ContinuousClock.Instant) -> [Work] {
        let (isQuiet, isStarting) = (isQuiet(now), now - startedAt < Self.startTime)
        return Work.allCases.filter { work in
            guard let time = due[work], time <= now else { return false }
            due[work] = now.advanced(by: work.interval(isQuiet: isQuiet, isStarting: isStarting))
            return true
        }
    }
}
