// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Whose silence is its own fault.
///
/// Processes say each second how they are. One that does not is frozen, hangs, or cannot reach the bus, unless everybody is
/// silent: then the machine slept, the supervisor stood still, or the broker is away, and nobody is to blame. All times are
/// since the supervisor began.
struct Liveness: Sendable, Hashable {
    /// How long a process that was heard may be silent.
    static let patience: Duration = .seconds(5)
    /// How long a process may take from its start until it is heard.
    static let startPatience: Duration = .seconds(10)
    /// The same for the broker, which may have a large log to look through.
    static let brokerStartPatience: Duration = .seconds(60)
    /// How often somebody looks.
    static let interval: Duration = .seconds(1)
    /// After how long without a sign somebody counts as away; two of those that come each second are missing.
    static let gap: Duration = .milliseconds(2500)

    /// When the broker was last heard.
    private(set) var brokerHeardAt: Duration = .zero
    /// When any other process was last heard.
    private var workersHeardAt: Duration = .zero
    /// When the supervisor was last awake.
    private var awakeAt: Duration = .zero
    /// Silence counts from here: for workers, and for the broker.
    private var workersGrace: Duration = .zero
    private var brokerGrace: Duration = .zero

    /// Takes in that the supervisor is awake; a time in which it was not is nobody's silence.
    mutating func awake(at now: Duration) {
        if now - awakeAt > Self.gap {
            workersGrace = now
            brokerGrace = now
        }
        awakeAt = now
    }

    /// Takes in that a process was heard; after a time in which nobody was, the others are about to be.
    mutating func heard(_ role: ProcessDefinition.Role, at now: Duration) {
        let last = role == .broker ? brokerHeardAt : workersHeardAt
        if now - last > Self.gap { workersGrace = now }
        if role == .broker { brokerHeardAt = now } else { workersHeardAt = now }
    }

    /// For how long a process has been silent by its own fault that was heard last, or started, at a time.
    func silence(of role: ProcessDefinition.Role, since: Duration, now: Duration) -> Duration {
        now - max(since, role == .broker ? brokerGrace : workersGrace)
    }

    /// Whether a process would be heard if it said something.
    func isAudible(_ now: Duration) -> Bool { now - brokerHeardAt <= Self.gap }
}

extension SupervisorStateMachine {
    /// Kills what has stopped working.
    mutating func look(now: Duration) -> [Action] {
        guard now >= lookDue else { return [] }
        lookDue = now + Liveness.interval
        guard !isStopping else { return [] }
        var actions: [Action] = []
        for index in processes.indices {
            guard let (pid, report) = complaint(about: index, now: now) else { continue }
            processes[index].phase = .stopping(pid: pid, killAt: nil)
            processes[index].sequel = .recover
            actions += [.report(report), .signal(pid: pid, .kill), .writeState]
        }
        return actions
    }

    /// What there is to say against a process that ought to be killed.
    private func complaint(about index: Int, now: Duration) -> (pid: Int32, SupervisorReport)? {
        let process = processes[index]
        let role = process.definition.role
        guard role == .broker || isHeard(now, besides: index) else { return nil }
        switch process.phase {
        case .starting(let pid, let since):
            guard !process.definition.isForeign else { return nil }
            let patience = role == .broker ? Liveness.brokerStartPatience : Liveness.startPatience
            guard liveness.silence(of: role, since: since, now: now) >= patience else { return nil }
            return (pid, .notReady(name: process.name, after: patience))
        case .running(let pid, _):
            // A program of somebody else's need not say how it is, but one that did is expected to go on.
            guard let heardAt = process.heardAt,
                liveness.silence(of: role, since: heardAt, now: now) >= Liveness.patience
            else { return nil }
            return (pid, .silent(name: process.name, for: Liveness.patience))
        default: return nil
        }
    }

    /// Whether the broker and some other process, where there is one to be heard, are heard.
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
