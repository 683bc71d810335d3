// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Decides when processes start, start again and stop.
///
/// A pure value: what happens goes in, with the time since the supervisor began; what to do comes out. The broker starts
/// first, everything else once it answers; they stop in the opposite order. A process that was ended from outside is started
/// again at once; one that ends by itself after a wait that doubles; one that cannot work as it is, never. A process that
/// has stopped working is killed.
public struct SupervisorStateMachine: Sendable {
    public enum Action: Sendable, Hashable {
        /// Start a process, and say what became of it with `started` or `exited`.
        case spawn(ProcessDefinition)
        /// Send a signal to a process and its descendants.
        case signal(pid: Int32, Signal)
        case report(SupervisorReport)
        case writeState
        case finish
    }

    public enum Signal: Sendable, Hashable {
        case terminate
        case kill
    }

    /// How long a process may take to end before it is killed.
    public static let patience: Duration = .seconds(3)
    /// How long the gateway's restart waits for other changes to settle.
    static let gatewayPatience: Duration = .seconds(5)

    var processes: [SupervisedProcess]
    /// Whether everything but the broker may start.
    var brokerAnswered: Bool
    var isStopping = false
    var isFinished = false
    /// When `ready` counts from; `nil` once it was reported.
    var readyCountsFrom: Duration? = .zero
    /// Until when the gateway's restart waits for the others; `nil` where none is due.
    var gatewayRestartDue: Duration?
    /// Whether everything has ever run at once.
    var hasBeenReady = false
    /// The last reports, and the time of the next check.
    var liveness = Liveness()
    var lookDue = Liveness.interval
    /// Why the app cannot run; the processes then end.
    public internal(set) var failure: SearchBusError?
    public internal(set) var link: String?

    private let ownVersion: String

    public init(_ definitions: [ProcessDefinition], version: String = Release.version) {
        ownVersion = version
        processes = definitions.map(SupervisedProcess.init)
        brokerAnswered = !definitions.contains { $0.role == .broker }
    }

    // MARK: - Events

    public mutating func start(now: Duration) -> [Action] {
        var actions: [Action] = []
        for index in processes.indices where brokerAnswered || processes[index].definition.role == .broker {
            actions.append(spawn(index))
        }
        return actions + [.writeState]
    }

    public mutating func started(_ name: String, pid: Int32, now: Duration) -> [Action] {
        liveness.awake(at: now)
        guard let index = index(of: name) else { return [.signal(pid: pid, .kill)] }
        if case .stopping = processes[index].phase {
            processes[index].phase = .stopping(pid: pid, killAt: now + processes[index].definition.patience)
            return [.signal(pid: pid, .terminate), .writeState]
        }
        processes[index].phase = .starting(pid: pid, since: now)
        return [.report(.started(name: name, pid: pid)), .writeState]
    }

    /// A process has reported on the bus.
    public mutating func heard(
        _ name: String,
        pid: Int32?,
        version: String? = nil,
        problems: [ProcessProblem]? = nil,
        now: Duration
    ) -> [Action] {
        liveness.awake(at: now)
        guard let index = index(of: name), let own = processes[index].pid else { return [] }
        // A report from before a restart does not concern the new process. A third-party program may
        // be a child of what was started, so its id is not compared.
        if !processes[index].definition.isForeign, let pid, pid != own { return [] }
        liveness.heard(processes[index].definition.role, at: now)
        processes[index].heardAt = now
        let news = noteVersion(version, of: index) + (problems.map { note($0, of: index) } ?? [])
        guard case .starting = processes[index].phase else { return news }
        return news + settled(index, pid: own, now: now)
    }

    /// Notes a process's version; one that is not the supervisor's own is reported once, until it changes.
    private mutating func noteVersion(_ version: String?, of index: Int) -> [Action] {
        let process = processes[index]
        guard let version, version != process.version, !process.definition.isForeign else { return [] }
        processes[index].version = version
        return version == ownVersion ? [] : [.report(.otherVersion(name: process.name, version, own: ownVersion))]
    }

    public mutating func said(_ name: String, _ error: SearchBusError) {
        guard let index = index(of: name) else { return }
        processes[index].lastError = error
    }

    /// The gateway said how the console is opened.
    public mutating func linked(_ link: String, now: Duration) -> [Action] {
        self.link = link
        let news: [Action] = readyCountsFrom == nil ? [.report(.link(link))] : []
        return [.writeState] + news + reportReadiness(now: now)
    }

    /// A process ended, or could not be started.
    public mutating func exited(_ name: String, _ status: ProcessExit, now: Duration) -> [Action] {
        liveness.awake(at: now)
        guard let index = index(of: name) else { return [] }
        var actions: [Action] = []
        if case .stopping = processes[index].phase {
            actions += ended(index, status, now: now)
        } else if isStopping {
            processes[index].phase = .stopped
            actions.append(.report(.stopped(name: name, status)))
        } else {
            actions += died(index, status, now: now)
        }
        return actions + [.writeState] + proceed(now: now)
    }

    /// Time has passed; to be called at `deadline`, and harmless at any other time.
    ///
    /// `isStarved` is asked of a silent process: whether it cannot report because it waits for the processor or the disk of an
    /// overloaded machine.
    public mutating func tick(now: Duration, isStarved: (Int32) -> Bool = { _ in false }) -> [Action] {
        liveness.awake(at: now)
        var actions = look(now: now, isStarved)
        for index in processes.indices {
            guard let deadline = processes[index].deadline, deadline <= now else { continue }
            switch processes[index].phase {
            case .starting(let pid, _): actions += settled(index, pid: pid, now: now)
            case .running:
                processes[index].forgetFailures()
                actions.append(.writeState)
            case .backoff, .failed:
                actions += [spawnAgain(index), .writeState]
            case .stopping(let pid, _):
                processes[index].phase = .stopping(pid: pid, killAt: nil)
                if let pid { actions += [.report(.killed(name: processes[index].name)), .signal(pid: pid, .kill)] }
            case .waiting, .spawning, .stopped: break
            }
        }
        return actions + proceed(now: now)
    }

    /// The supervisor is asked to end; the second time, it does not wait.
    public mutating func stop(now: Duration) -> [Action] {
        guard !isStopping else { return killAll() }
        isStopping = true
        gatewayRestartDue = nil
        for index in processes.indices where !processes[index].isAlive { processes[index].phase = .stopped }
        for index in processes.indices { processes[index].sequel = .stayStopped }
        return [.report(.stopping), .writeState] + proceed(now: now)
    }

    /// The time for the next call of `tick`.
    public var deadline: Duration? {
        (processes.map(\.deadline) + [gatewayRestartDue, isStopping ? nil : lookDue]).compactMap { $0 }.min()
    }

    /// Whether the processes are listened to: until everything is to end.
    public var isListening: Bool { !isStopping }

    /// Whether everything runs and the console can be opened.
    public var isReady: Bool {
        // A program of the user's own that does not start must not hide the console, which shows it.
        processes.allSatisfy { $0.isRunning || $0.definition.isForeign }
            && (link != nil || !processes.contains { $0.definition.role == .gateway })
    }
}
