// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Where an app's events are put in order: by the machine's own broker, or by servers that several machines share.
public struct LogConfiguration: Sendable, Hashable {
    /// Who orders.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The broker of the one machine, in its SQLite database.
        case sqlite
        /// Servers of NATS JetStream, for the brokers of any number of machines.
        case jetStream = "jetstream"
    }

    /// Who orders.
    public var kind: Kind
    /// The servers, such as `nats://10.0.0.1:4222`; none where the machine orders by itself.
    public var servers: [String]
    /// On how many servers each entry is kept.
    public var replicas: Int
    /// How many parts the sessions are divided into, each of which one machine works for at a time.
    public var shards: Int

    /// The log of one machine.
    public static let sqlite = LogConfiguration(kind: .sqlite, servers: [], replicas: 1, shards: 1)
    /// How many servers may be named.
    public static let serverLimit = 32
    /// On how many servers an entry may be kept.
    public static let replicaRange = 1...5
    /// Into how many parts the sessions may be divided.
    public static let shardRange = 1...64
    /// The default number of shards.
    public static let usualShards = 8

    public init(kind: Kind, servers: [String], replicas: Int, shards: Int) {
        self.kind = kind
        self.servers = servers
        self.replicas = replicas
        self.shards = shards
    }

    /// A log that machines share by servers.
    ///
    /// - Parameters:
    ///   - servers: Their addresses, at least one.
    ///   - replicas: On how many of them each entry is kept; by default on three, where so many are named.
    ///   - shards: How many parts the sessions are divided into.
    /// - Returns: The log.
    public static func jetStream(_ servers: [String], replicas: Int? = nil, shards: Int = usualShards) -> Self {
        Self(kind: .jetStream, servers: servers, replicas: replicas ?? usualReplicas(servers.count), shards: shards)
    }

    /// The default number of servers that store an entry: three, of which one may fail, or one.
    public static func usualReplicas(_ servers: Int) -> Int { servers < 3 ? 1 : 3 }

    /// Whether several machines may share the log.
    public var isShared: Bool { kind != .sqlite }

    /// The log with other servers, or another number of replicas, for this node.
    public func reached(at servers: [String], replicas: Int?) -> LogConfiguration {
        guard isShared || !servers.isEmpty else { return self }
        guard isShared else { return .jetStream(servers, replicas: replicas ?? 1) }
        var log = self
        if !servers.isEmpty { log.servers = servers }
        log.replicas = replicas ?? log.replicas
        return log
    }
}

extension LogConfiguration: JSONConvertible {
    public init(json: JSON) throws {
        let word = try json.requiredString("type")
        guard let kind = Kind(rawValue: word) else {
            throw JSONError("`type` of the log is `\(word)`, not sqlite or jetstream")
        }
        self.init(
            kind: kind,
            servers: try json.strings("servers"),
            replicas: try json.requiredInt("replicas"),
            shards: try json.requiredInt("shards")
        )
    }

    public var json: JSON {
        [
            "type": .string(kind.rawValue), "servers": JSON(servers), "replicas": JSON(replicas),
            "shards": JSON(shards),
        ]
    }
}
