// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
