// SPDX-License-Identifier: MIT

import Runtime

extension SupervisorStateMachine {
    private static let stopOrder: [ProcessDefinition.Role] = [.gateway, .worker, .broker]

    func index(of name: String) -> Int? {
        processes.firstIndex { $0.name == name }
    }

    mutating func spawn(_ index: Int) -> Action {
        processes[index].phase = .spawning
        processes[index].sequel = .stayStopped
        processes[index].heardAt = nil
        processes[index].lastError = nil
        processes[index].lines = []
        // Every gateway makes a link of its own.
        if processes[index].definition.role == .gateway { link = nil }
        let definition = processes[index].definition
        // An event that was being folded is skipped sooner where the process failed over it.
        return .spawn(processes[index].hasFailed ? definition.with(Executable.failureVariable, "1") : definition)
    }

    /// Starts a process again that ended uninvited.
    mutating func spawnAgain(_ index: Int) -> Action {
        processes[index].history.restarted()
        return spawn(index)
    }

    mutating func terminate(_ index: Int, now: Duration) -> [Action] {
        let pid = processes[index].pid
        if case .stopping = processes[index].phase { return [] }
        processes[index].phase = .stopping(
            pid: pid,
            killAt: pid.map { _ in now + processes[index].definition.patience }
        )
        return pid.map { [.signal(pid: $0, .terminate)] } ?? []
    }

    mutating func settled(_ index: Int, pid: Int32, now: Duration) -> [Action] {
        processes[index].phase = .running(pid: pid, since: now)
        var actions: [Action] = [.writeState]
        if processes[index].definition.role == .broker, !brokerAnswered {
            brokerAnswered = true
            for other in processes.indices where processes[other].phase == .waiting { actions.append(spawn(other)) }
        }
        return actions + proceed(now: now)
    }

    mutating func ended(_ index: Int, _ status: ProcessExit, now: Duration) -> [Action] {
        let name = processes[index].name
        switch processes[index].sequel {
        case .stayStopped: return stayStopped(index, status)
        case .vanish:
            processes.remove(at: index)
            return [.report(.stopped(name: name, status))]
        case .startAgain:
            processes[index].forgetFailures()
            return [spawn(index)]
        case .recover:
            return isStopping ? stayStopped(index, status) : backOff(index, status, now: now)
        }
    }

    private mutating func stayStopped(_ index: Int, _ status: ProcessExit) -> [Action] {
        processes[index].phase = .stopped
        return [.report(.stopped(name: processes[index].name, status))]
    }

    mutating func died(_ index: Int, _ status: ProcessExit, now: Duration) -> [Action] {
        let process = processes[index]
        let wasRunning = process.isRunning
        if status.isFromOutside(isForeign: process.definition.isForeign) {
            processes[index].hasFailed = false
            guard !wasRunning else {
                return [.report(.restarting(name: process.name, status, after: .zero)), spawnAgain(index)]
            }
            // A process that is killed while it starts may have met a system without memory: a short delay only.
            processes[index].phase = .backoff(until: now + RestartHistory.shortestBackoff)
            return [.report(.restarting(name: process.name, status, after: RestartHistory.shortestBackoff))]
        }
        if process.hasWorked(at: now) {
            processes[index].vainTries = 0
        } else if status.isPermanent(process.lastError) {
            processes[index].vainTries += 1
            if isInVain(index) { return giveUp(index, status, now: now) }
        } else if !hasBeenReady, !process.definition.isForeign, status.isLikelyPermanent(process.lastError) {
            processes[index].vainTries += 1
            if processes[index].vainTries >= SupervisedProcess.triesWithHope {
                return giveUp(index, status, now: now)
            }
        }
        return backOff(index, status, now: now)
    }

    /// A process that ended by itself is started again later.
    private mutating func backOff(_ index: Int, _ status: ProcessExit, now: Duration) -> [Action] {
        let name = processes[index].name
        let next = processes[index].history.ended(at: now)
        processes[index].hasFailed = true
        noteEnd(index, status, now: now)
        switch next {
        case .backoff(let wait):
            processes[index].phase = .backoff(until: now + wait)
            return [.report(.restarting(name: name, status, after: wait))]
        case .failed(let wait):
            processes[index].phase = .failed(until: now + wait)
            return [.report(.failed(name: name, status, retry: wait))]
        }
    }

    /// Whether a permanent error of a process is accepted.
    private func isInVain(_ index: Int) -> Bool {
        switch processes[index].definition.role {
        case .broker: true
        // One that worked before may have met a change of the app that is taken back.
        case .gateway: !hasBeenReady
        case .worker: processes[index].vainTries >= SupervisedProcess.triesInVain
        }
    }

    /// A process cannot work as it is: while the app starts, that ends it; later the others continue, but not without a broker.
    private mutating func giveUp(_ index: Int, _ status: ProcessExit, now: Duration) -> [Action] {
        let process = processes[index]
        noteEnd(index, status, now: now)
        processes[index].phase = .failed(until: nil)
        let report = Action.report(.gaveUp(name: process.name, status, process.lastError))
        let isVital = process.definition.role == .broker || !(hasBeenReady || process.definition.isForeign)
        guard isVital, failure == nil else { return [report] }
        failure = status.failure(of: process.name, process.lastError)
        return [report] + stop(now: now)
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
        hasBeenReady = true
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
