// SPDX-License-Identifier: MIT

import Bus

@testable import Supervisor

/// Simulates the system for a state machine: starts processes, with rising process IDs, keeps the time, and lets
/// every process that reported once continue to report every second.
struct MachineHarness {
    var machine: SupervisorStateMachine
    var now: Duration = .zero
    /// All requested actions, in order.
    private(set) var actions: [SupervisorStateMachine.Action] = []
    private(set) var pids: [String: Int32] = [:]
    private var nextPID: Int32 = 100
    /// Processes that no longer report.
    var frozen: Set<String> = []
    /// Processes that the machine has no processor time for.
    var starved: Set<String> = []
    /// Whether processes that are killed end.
    var diesWhenKilled = false
    private var talking: Set<String> = []
    private var speechDue: Duration = .seconds(1)

    init(_ definitions: [ProcessDefinition]) {
        machine = SupervisorStateMachine(definitions)
        take(machine.start(now: now))
    }

    static func definition(
        _ name: String,
        _ role: ProcessDefinition.Role = .worker,
        arguments: [String] = [],
        readiness: ProcessDefinition.Readiness = .status
    ) -> ProcessDefinition {
        ProcessDefinition(name: name, role: role, executable: "/x/\(name)", arguments: arguments, readiness: readiness)
    }

    /// A broker, two workers and a gateway.
    static let usual = [
        definition("broker", .broker), definition("a"), definition("b"), definition("gateway", .gateway),
    ]

    /// All processes started and reporting.
    static func ready() -> MachineHarness {
        var harness = MachineHarness(usual)
        for name in ["broker", "a", "b", "gateway"] { harness.hear(name) }
        harness.take(harness.machine.linked("http://x", now: harness.now))
        return harness
    }

    mutating func take(_ new: [SupervisorStateMachine.Action]) {
        actions += new
        for case .spawn(let definition) in new {
            nextPID += 1
            pids[definition.name] = nextPID
            talking.remove(definition.name)
            take(machine.started(definition.name, pid: nextPID, now: now))
        }
        guard diesWhenKilled else { return }
        for case .signal(let pid, .kill) in new {
            guard let name = pids.first(where: { $0.value == pid })?.key else { continue }
            frozen.remove(name)
            exit(name, .signal(9))
        }
    }

    mutating func hear(_ name: String) {
        talking.insert(name)
        take(machine.heard(name, pid: pids[name], now: now))
    }

    mutating func hear(_ name: String, problems: [ProcessProblem]) {
        take(machine.heard(name, pid: pids[name], problems: problems, now: now))
    }

    mutating func exit(_ name: String, _ status: ProcessExit = .code(1)) {
        pids[name] = nil
        talking.remove(name)
        take(machine.exited(name, status, now: now))
    }

    /// Lets time pass, with a tick at each deadline on the way.
    mutating func pass(_ duration: Duration) {
        let end = now + duration
        while let next = [machine.deadline, speechDue].compactMap({ $0 }).min(), next <= end {
            now = max(now, next)
            if now >= speechDue { speak() }
            let starvedPIDs = starved.compactMap { pids[$0] }
            if let deadline = machine.deadline, deadline <= now {
                take(machine.tick(now: now) { starvedPIDs.contains($0) })
            }
        }
        now = end
    }

    /// Lets time pass in which no process runs, not even the supervisor.
    mutating func sleep(_ duration: Duration) {
        now += duration
        speechDue = max(speechDue, now)
    }

    private mutating func speak() {
        speechDue = now + .seconds(1)
        // No report arrives without a working broker.
        guard pids["broker"] == nil || !frozen.contains("broker") else { return }
        for name in talking.sorted() where !frozen.contains(name) { hear(name) }
    }

    mutating func forgetActions() { actions = [] }

    /// The names of the processes that were started since the actions were last cleared.
    var spawned: [String] {
        actions.compactMap { action in
            if case .spawn(let definition) = action { definition.name } else { nil }
        }
    }

    /// The reports for users.
    var reports: [SupervisorReport] {
        actions.compactMap { action in
            if case .report(let report) = action { report } else { nil }
        }
    }

    /// The names of those that were sent a signal.
    func signalled(_ wanted: SupervisorStateMachine.Signal) -> [String] {
        actions.compactMap { action in
            guard case .signal(let pid, let signal) = action, signal == wanted else { return nil }
            return pids.first { $0.value == pid }?.key
        }
    }

    /// The state file's processes, of a supervisor that began in 1970.
    var states: [SupervisorState.Process] { machine.states(began: Timestamp(microseconds: 0)) }

    func state(_ name: String) -> SupervisorState.ProcessState? {
        states.first { $0.name == name }?.state
    }
}
