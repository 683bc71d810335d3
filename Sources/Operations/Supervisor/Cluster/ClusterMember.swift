// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What a machine does, of those that share a log.
public enum MachineRole: String, Sendable, Hashable, CaseIterable {
    /// It works for sessions: searches, keeps what they ask for, makes views.
    case workers
    /// It serves the console and HTTP.
    case gateway
}

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

    /// Reads a status event's data; `nil` for what is none of a supervisor.
    public init?(json: JSON) {
        guard let machine = json["machine"]?.string, Name.isValid(machine), let instance = json["instance"]?.string,
            Name.isValid(instance), let count = json["shardCount"]?.int, SessionShard.counts.contains(count)
        else { return nil }
        self.init(
            machine: machine,
            instance: instance,
            roles: Set((json["roles"]?.array ?? []).prefix(8).compactMap { $0.string.flatMap(MachineRole.init) }),
            shards: (json["shards"]?.array ?? []).prefix(count).compactMap(\.int).filter((0..<count).contains),
            shardCount: count,
            isLeaving: json["state"]?.string == "leaving",
            isBehind: json["state"]?.string == "behind"
        )
    }

    /// Whether shards may be its.
    var isAbleToWork: Bool { roles.contains(.workers) && !isBehind && !isLeaving }

    /// What the machine says of itself.
    ///
    /// - Parameters:
    ///   - pid: The supervisor's process.
    ///   - version: Its version.
    /// - Returns: The data of its status event.
    func status(pid: Int, version: String) -> JSON {
        [
            "name": .string(Self.name), "role": .string(Self.name), "machine": .string(machine),
            "instance": .string(instance), "pid": JSON(pid), "version": .string(version),
            "roles": JSON(roles.map(\.rawValue).sorted()), "shards": .array(shards.map { JSON($0) }),
            "shardCount": JSON(shardCount), "state": .string(isLeaving ? "leaving" : isBehind ? "behind" : "working"),
        ]
    }
}
