// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension SupervisorStateMachine {
    /// The order in which processes stop.
    private static let stopOrder: [ProcessDefinition.Role] = [.gateway, .worker, .broker]

    func index(of name: String) -> Int? {
        processes.firstIndex { $0.name == name }
    }

    mutating func spawn(_ index: Int) -> Action {
        processes[index].phase = .spawning
        processes[index].sequel = .stayStopped
        // Every gateway makes a link of its own.
        if processes[index].definition.role == .gateway { link = nil }
        return .spawn(processes[index].definition)
    }

    /// Asks a process to end.
    mutating func terminate(_ index: Int, now: Duration) -> [Action] {
        let pid = processes[index].pid
        if case .stopping = processes[index].phase { return [] }
        processes[index].phase = .stopping(pid: pid, killAt: pid == nil ? nil : now + Self.patience)
        return pid.map { [.signal(pid: $0, .terminate)] } ?? []
    }

    /// A process does its work.
    mutating func settled(_ index: Int, pid: Int32, now: Duration) -> [Action] {
        processes[index].phase = .running(pid: pid, since: now)
        var actions: [Action] = [.writeState]
        if processes[index].definition.role == .broker, !brokerAnswered {
            brokerAnswered = true
            for other in processes.indices where processes[other].phase == .waiting { actions.append(spawn(other)) }
        }
        return actions + proceed(now: now)
    }

    /// A process that was asked to end has ended.
    mutating func ended(_ index: Int, _ status: ProcessExit) -> [Action] {
        let name = processes[index].name
        switch processes[index].sequel {
        case .stayStopped:
            processes[index].phase = .stopped
            return [.report(.stopped(name: name, status))]
        case .vanish:
            processes.remove(at: index)
            return [.report(.stopped(name: name, status))]
        case .startAgain:
            processes[index].history.forget()
            return [spawn(index)]
        }
    }

    /// Does what has become possible: the next stage of stopping, the gateway's restart, the word that all is ready.
    mutating func proceed(now: Duration) -> [Action] {
        if isStopping { return proceedStopping(now: now) }
        var actions: [Action] = []
        if let due = gatewayRestartDue,
            now >= due || processes.allSatisfy({ $0.isSettled || $0.definition.role == .gateway })
        {
            gatewayRestartDue = nil
            for index in processes.indices where processes[index].definition.role == .gateway {
                actions += replace(index, now: now)
            }
            actions.append(.writeState)
        }
        return actions + reportReadiness(now: now)
    }

    mutating func reportReadiness(now: Duration) -> [Action] {
        guard let since = readyCountsFrom, isReady, gatewayRestartDue == nil, !isStopping else { return [] }
        readyCountsFrom = nil
        return [.report(.ready(after: now - since, link: link))]
    }

    private mutating func proceedStopping(now: Duration) -> [Action] {
        guard !isFinished else { return [] }
        var actions: [Action] = []
        for role in Self.stopOrder {
            let alive = processes.indices.filter { processes[$0].definition.role == role && processes[$0].isAlive }
            guard !alive.isEmpty else { continue }
            for index in alive { actions += terminate(index, now: now) }
            return actions
        }
        isFinished = true
        return actions + [.finish]
    }

    mutating func killAll() -> [Action] {
        var actions: [Action] = []
        for index in processes.indices {
            guard let pid = processes[index].pid else { continue }
            processes[index].phase = .stopping(pid: pid, killAt: nil)
            actions.append(.signal(pid: pid, .kill))
        }
        return actions
    }
}
