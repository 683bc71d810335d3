// SPDX-License-Identifier: MIT

extension SupervisorStateMachine {
    /// Other processes are to run from now on.
    ///
    /// The gateway, whose configuration is the whole app, is restarted last, so that what it shows is there.
    ///
    /// - Parameters:
    ///   - definitions: What is to run.
    ///   - isOfApp: Whether the app file has changed, which is reported; otherwise the shards of this node have.
    ///   - now: The time.
    /// - Returns: What to do.
    public mutating func change(to definitions: [ProcessDefinition], isOfApp: Bool = true, now: Duration) -> [Action] {
        guard !isStopping else { return [] }
        let difference = AppDifference(from: wanted, to: definitions)
        var actions: [Action] = isOfApp ? [.report(.changed(difference))] : []
        guard !difference.isEmpty else { return actions }
        readyCountsFrom = now
        for name in difference.stopped { actions += remove(name, now: now) }
        for definition in difference.restarted {
            guard let index = index(of: definition.name) else { continue }
            processes[index].definition = definition
            if definition.role == .gateway {
                gatewayRestartDue = now + Self.gatewayPatience
            } else {
                actions += replace(index, now: now)
            }
        }
        for definition in difference.started { actions += add(definition) }
        return actions + [.writeState] + proceed(now: now)
    }

    /// Restarts processes on request; unknown names are ignored.
    ///
    /// The gateway, if others are asked for too, comes last, so that what it shows is there.
    public mutating func restart(_ names: [String], now: Duration) -> [Action] {
        let known = processes.map(\.name).filter(names.contains)
        guard !isStopping, !known.isEmpty else { return [] }
        readyCountsFrom = now
        var actions: [Action] = [.report(.asked(known))]
        for name in known {
            guard let index = index(of: name) else { continue }
            if processes[index].definition.role == .gateway, known.count > 1 {
                gatewayRestartDue = now + Self.gatewayPatience
            } else {
                actions += replace(index, now: now)
            }
        }
        return actions + [.writeState] + proceed(now: now)
    }

    /// What is to run, whatever runs at the moment.
    private var wanted: [ProcessDefinition] {
        processes.filter { process in
            if case .stopping = process.phase { return process.sequel != .vanish }
            return true
        }
        .map(\.definition)
    }

    /// Has a process run by its new definition.
    mutating func replace(_ index: Int, now: Duration) -> [Action] {
        guard processes[index].isAlive else {
            guard processes[index].phase != .waiting else { return [] }
            processes[index].forgetFailures()
            processes[index].vainTries = 0
            return [spawn(index)]
        }
        let actions = terminate(index, now: now)
        processes[index].sequel = .startAgain
        return actions
    }

    private mutating func remove(_ name: String, now: Duration) -> [Action] {
        guard let index = index(of: name) else { return [] }
        guard processes[index].isAlive else {
            processes.remove(at: index)
            return []
        }
        let actions = terminate(index, now: now)
        processes[index].sequel = .vanish
        return actions
    }

    private mutating func add(_ definition: ProcessDefinition) -> [Action] {
        // A process that is just ending under the same name must have ended before its successor starts.
        if let index = index(of: definition.name) {
            processes[index].definition = definition
            processes[index].sequel = .startAgain
            return []
        }
        let gateway = processes.firstIndex { $0.definition.role == .gateway } ?? processes.endIndex
        processes.insert(SupervisedProcess(definition), at: gateway)
        return brokerAnswered ? [spawn(gateway)] : []
    }
}

/// What has to happen for one set of processes to become another.
public struct AppDifference: Sendable, Hashable {
    public let started: [ProcessDefinition]
    /// The names of processes that go.
    public let stopped: [String]
    /// Processes that run on with other arguments or another configuration.
    public let restarted: [ProcessDefinition]

    /// Compares two sets of processes by their names.
    public init(from old: [ProcessDefinition], to new: [ProcessDefinition]) {
        let before = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let after = Set(new.map(\.name))
        started = new.filter { before[$0.name] == nil }
        stopped = old.map(\.name).filter { !after.contains($0) }
        restarted = new.filter { definition in before[definition.name].map { $0 != definition } ?? false }
    }

    /// Whether everything can stay as it is.
    public var isEmpty: Bool { started.isEmpty && stopped.isEmpty && restarted.isEmpty }
}
