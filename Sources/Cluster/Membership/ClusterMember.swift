// SPDX-License-Identifier: MIT

import Bus
import Supervisor
import Wire

/// A machine of those that share a log, as its supervisor says each second what it is.
public struct ClusterMember: Sendable, Hashable {
    /// The topic's component, and the name in the event.
    public static let name = "supervisor"

    /// What the machine is called.
    public var machine: String
    /// The supervisor, in this life of its process.
    public var instance: String
    public var roles: Set<MachineRole>
    /// For which shards it works now.
    public var shards: [Int]
    /// How many there are.
    public var shardCount: Int
    /// Whether it is about to end.
    public var isLeaving: Bool
    /// Whether its copy of the log is so far behind that others are to work in its place.
    public var isBehind: Bool

    public init(
        machine: String,
        instance: String,
        roles: Set<MachineRole>,
        shards: [Int] = [],
        shardCount: Int,
        isLeaving: Bool = false,
        isBehind: Bool = false
    ) {
        self.machine = machine
        self.instance = instance
        self.roles = roles
        self.shards = shards
        self.shardCount = shardCount
        self.isLeaving = isLeaving
        self.isBehind = isBehind
    }

    /// The node that a supervisor reports; `nil` for another process's status.
    public init?(_ status: ProcessStatus) {
        guard let machine = status.machine, Name.isValid(machine), let instance = status.instance,
            Name.isValid(instance), let count = status.shardCount, SessionShard.counts.contains(count)
        else { return nil }
        self.init(
            machine: machine,
            instance: instance,
            roles: Set((status.roles ?? []).prefix(8).compactMap(MachineRole.init)),
            shards: (status.shards ?? []).prefix(count).filter((0..<count).contains),
            shardCount: count,
            isLeaving: status.state == "leaving",
            isBehind: status.state == "behind"
        )
    }

    /// Whether shards may be its.
    var isAbleToWork: Bool { roles.contains(.workers) && !isBehind && !isLeaving }

    /// What the node's supervisor reports.
    public var status: ProcessStatus {
        var status = ProcessStatus(name: Self.name, role: Self.name)
        (status.machine, status.instance) = (machine, instance)
        status.roles = roles.map(\.rawValue).sorted()
        (status.shards, status.shardCount) = (shards, shardCount)
        status.state = isLeaving ? "leaving" : isBehind ? "behind" : "working"
        return status
    }
}
