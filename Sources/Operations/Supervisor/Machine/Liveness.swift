// SPDX-License-Identifier: MIT

/// Whose silence is its own fault.
///
/// Processes report their status each second. One that does not is suspended, hangs, or cannot reach the bus, unless all are
/// silent: then the machine slept, the supervisor was suspended, or the broker is down, and no process is at fault. All times are
/// since the supervisor began.
struct Liveness: Sendable, Hashable {
    /// The timeout of a process that has reported.
    static let patience: Duration = .seconds(5)
    /// The timeout from a process's start until its first report.
    static let startPatience: Duration = .seconds(10)
    /// The same for the broker, which may have a large log to look through.
    static let brokerStartPatience: Duration = .seconds(60)
    /// The timeout of a process that waits for the processor or the disk of an overloaded machine: restarting it would add load.
    static let starvedPatience: Duration = .seconds(30)
    /// The interval of checks.
    static let interval: Duration = .seconds(1)
    /// The time without a report after which a process counts as silent; two of its reports are missing.
    static let gap: Duration = .milliseconds(2500)

    /// The time of the broker's last report.
    private(set) var brokerHeardAt: Duration = .zero
    /// The time of the last report of any other process.
    private var workersHeardAt: Duration = .zero
    /// When the supervisor was last awake.
    private var awakeAt: Duration = .zero
    /// Silence counts from here: for workers, and for the broker.
    private var workersGrace: Duration = .zero
    private var brokerGrace: Duration = .zero

    /// Notes that the supervisor is awake; a time in which it was not counts for no process.
    mutating func awake(at now: Duration) {
        if now - awakeAt > Self.gap {
            workersGrace = now
            brokerGrace = now
        }
        awakeAt = now
    }

    /// Notes that a process has reported; after a time without any report, the others are about to.
    mutating func heard(_ role: ProcessDefinition.Role, at now: Duration) {
        let last = role == .broker ? brokerHeardAt : workersHeardAt
        if now - last > Self.gap { workersGrace = now }
        if role == .broker { brokerHeardAt = now } else { workersHeardAt = now }
    }

    /// For how long a process has been silent by its own fault since its last report, or its start.
    func silence(of role: ProcessDefinition.Role, since: Duration, now: Duration) -> Duration {
        now - max(since, role == .broker ? brokerGrace : workersGrace)
    }

    /// Whether a report of a process would be received.
    func isAudible(_ now: Duration) -> Bool { now - brokerHeardAt <= Self.gap }
}

extension SupervisorStateMachine {
    /// Kills what has stopped working.
    mutating func look(now: Duration, _ isStarved: (Int32) -> Bool) -> [Action] {
        guard now >= lookDue else { return [] }
        lookDue = now + Liveness.interval
        guard !isStopping else { return [] }
        var actions: [Action] = []
        for index in processes.indices {
            guard let (pid, report) = complaint(about: index, now: now, isStarved) else { continue }
            processes[index].phase = .stopping(pid: pid, killAt: nil)
            processes[index].sequel = .recover
            actions += [.report(report), .signal(pid: pid, .kill), .writeState]
        }
        return actions
    }

    /// What there is to say against a process that ought to be killed.
    private func complaint(
        about index: Int,
        now: Duration,
        _ isStarved: (Int32) -> Bool
    ) -> (pid: Int32, SupervisorReport)? {
        let process = processes[index]
        let role = process.definition.role
        guard role == .broker || isHeard(now, besides: index) else { return nil }
        switch process.phase {
        case .starting(let pid, let since):
            guard !process.definition.isForeign else { return nil }
            let patience = role == .broker ? Liveness.brokerStartPatience : Liveness.startPatience
            let silence = liveness.silence(of: role, since: since, now: now)
            guard silence >= patience, silence >= Liveness.starvedPatience || !isStarved(pid) else { return nil }
            return (pid, .notReady(name: process.name, after: patience))
        case .running(let pid, _):
            // A third-party program need not report its status, but one that did must continue.
            guard let heardAt = process.heardAt else { return nil }
            let silence = liveness.silence(of: role, since: heardAt, now: now)
            guard silence >= Liveness.patience, silence >= Liveness.starvedPatience || !isStarved(pid) else {
                return nil
            }
            let patience = silence < Liveness.starvedPatience ? Liveness.patience : Liveness.starvedPatience
            return (pid, .silent(name: process.name, for: patience))
        default: return nil
        }
    }

    /// Whether reports of the broker and of some other process, if there is one, are received.
    private func isHeard(_ now: Duration, besides index: Int) -> Bool {
        guard liveness.isAudible(now) || !processes.contains(where: { $0.definition.role == .broker }) else {
            return false
        }
        let others = processes.indices.filter {
            $0 != index && processes[$0].definition.role != .broker && processes[$0].isRunning
                && processes[$0].heardAt != nil
        }
        return others.isEmpty || others.contains { now - (processes[$0].heardAt ?? .zero) <= Liveness.gap }
    }
}
