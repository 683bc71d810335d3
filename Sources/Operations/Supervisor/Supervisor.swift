// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Wire

/// Runs processes, and keeps them running, by the decisions of a `SupervisorStateMachine`.
///
/// It sleeps until something happens or is due, and listens to what the processes say of themselves on the bus.
public actor Supervisor {
    /// Something to show.
    public enum Message: Sendable, Hashable {
        case report(SupervisorReport)
        case line(process: String, String)
        /// What the supervisor itself could not do.
        case problem(SearchBusError)
    }

    private let app: String
    private let machineName: String?
    private let dataDirectory: String
    private let keeper: RuntimeKeeper
    /// What keeps the runtime directory from being restored, so that it is shown once.
    private var runtimeProblem: SearchBusError?
    private let launcher: any ProcessLauncher
    private let listener: any StatusListener
    private let show: @Sendable (Message) -> Void
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant
    private let startedAt = Timestamp.now()

    private var machine: SupervisorStateMachine
    private var timer: Task<Void, Never>?
    private var timerDue: Duration?
    private var listening: Task<Void, Never>?
    private var ending: CheckedContinuation<Void, Never>?
    private var hasFinished = false
    private var errors: [String: ErrorLines] = [:]

    public init(
        app: String,
        machine machineName: String? = nil,
        definitions: [ProcessDefinition],
        dataDirectory: String,
        keeper: RuntimeKeeper,
        launcher: any ProcessLauncher,
        listener: any StatusListener,
        show: @escaping @Sendable (Message) -> Void
    ) {
        self.app = app
        self.machineName = machineName
        self.dataDirectory = dataDirectory
        self.keeper = keeper
        self.launcher = launcher
        self.listener = listener
        self.show = show
        began = clock.now
        machine = SupervisorStateMachine(definitions)
    }

    /// Runs everything until `stop` was called and the last process has ended.
    ///
    /// - Throws: `SearchBusError` where the app cannot run because one of its processes cannot; all have ended then.
    public func run() async throws {
        perform(machine.start(now: now))
        if !hasFinished { await withCheckedContinuation { ending = $0 } }
        timer?.cancel()
        listening?.cancel()
        keeper.remove(SupervisorState.fileName)
        if let failure = machine.failure { throw failure }
    }

    /// Ends every process in order; called again, at once.
    public func stop() {
        perform(machine.stop(now: now))
    }

    /// Has other processes run from now on: of an app file that has changed, or of another part of the work.
    public func change(to definitions: [ProcessDefinition], isOfApp: Bool = true) {
        perform(machine.change(to: definitions, isOfApp: isOfApp, now: now))
    }

    /// Answers once the supervisor is not busy, which shows that it still decides.
    public func answer() {}

    public func restart(_ names: [String]) {
        perform(machine.restart(names, now: now))
    }

    private var now: Duration { clock.now - began }

    // MARK: - What happens

    private func happened(_ event: ChildEvent, to definition: ProcessDefinition) {
        switch event {
        case .started(let pid):
            perform(machine.started(definition.name, pid: pid, now: now))
        case .line(let line):
            if definition.role == .gateway, line.hasPrefix("ready http") {
                perform(machine.linked(String(line.dropFirst("ready ".count)), now: now))
            } else {
                if let error = errors[definition.name, default: ErrorLines()].take(line) {
                    machine.said(definition.name, error)
                }
                machine.wrote(definition.name, line)
                show(.line(process: definition.name, line))
            }
        }
    }

    private func ended(_ name: String, _ status: ProcessExit) {
        perform(machine.exited(name, status, now: now))
    }

    private func heard(_ status: HeardStatus) {
        let (name, pid, version) = (status.name, status.pid, status.version)
        perform(machine.heard(name, pid: pid, version: version, problems: status.problems, now: now))
    }

    // MARK: - What is done

    private func perform(_ actions: [SupervisorStateMachine.Action]) {
        // First: a reader of what is reported, such as that the app is ready, may look into the file.
        if actions.contains(where: { if case .writeState = $0 { true } else { false } }) { writeState() }
        for action in actions {
            switch action {
            case .spawn(let definition): spawn(definition)
            case .signal(let pid, let signal): launcher.signal(pid: pid, signal)
            case .report(let report): show(.report(report))
            case .writeState: break
            case .finish: finish()
            }
        }
        setTimer()
        setListening()
    }

    private func spawn(_ definition: ProcessDefinition) {
        // A process reads its files while it starts.
        restoreRuntime()
        Task {
            let status = await launcher.run(definition) { event in await self.happened(event, to: definition) }
            ended(definition.name, status)
        }
    }

    private func finish() {
        hasFinished = true
        ending?.resume()
        ending = nil
    }

    private func writeState() {
        let state = SupervisorState(
            pid: Int(getpid()),
            app: app,
            data: dataDirectory,
            machine: machineName,
            startedAt: "\(startedAt)",
            // A process that may read the file may create a link; no login link needs to be stored.
            link: machine.link.map { String($0.prefix { $0 != "?" }) },
            processes: machine.states(began: startedAt)
        )
        note { try keeper.write(state.json.bytes, to: SupervisorState.fileName) }
    }

    /// Creates again what is missing in the runtime directory.
    private func restoreRuntime() {
        guard !hasFinished else { return }
        note {
            let restored = try keeper.restore()
            if !restored.isEmpty { show(.report(.restored(restored))) }
        }
    }

    /// Does something to the runtime directory, and shows once why it fails.
    private func note(_ body: () throws -> Void) {
        do {
            try body()
            runtimeProblem = nil
        } catch {
            let problem = error as? SearchBusError ?? SearchBusError(.internalError, "\(error)")
            guard problem != runtimeProblem else { return }
            runtimeProblem = problem
            show(.problem(problem))
        }
    }

    private func setTimer() {
        let due = hasFinished ? nil : machine.deadline
        guard due != timerDue else { return }
        timer?.cancel()
        timerDue = due
        guard let due else { return }
        timer = Task {
            guard (try? await clock.sleep(until: began + due)) != nil else { return }
            timerDue = nil
            restoreRuntime()
            perform(machine.tick(now: now) { Starvation.isStarved($0) })
        }
    }

    private func setListening() {
        if hasFinished || !machine.isListening {
            listening?.cancel()
            listening = nil
        } else if listening == nil {
            listening = Task { await listener.listen { status in await self.heard(status) } }
        }
    }
}
