// SPDX-License-Identifier: MIT

import Wire

/// Where an app's events are put in order: by the machine's own broker, or by servers that several machines share.
public struct LogConfiguration: JSONRecord {
    public enum Kind: String, RecordValue, CaseIterable {
        /// The broker of the one machine, in its SQLite database.
        case sqlite
        /// Servers of NATS JetStream, for the brokers of any number of machines.
        case jetStream = "jetstream"
    }

    public var kind = Kind.sqlite
    public var servers: [String] = []
    public var replicas = 1
    public var shards = 1

    public static let fields: [Field] = [
        Field("type", \.kind, "Who orders: the node's own broker, or servers of NATS JetStream."),
        Field(
            "servers",
            \.addresses,
            schema: .list(.text, maximum: serverLimit),
            "The servers, `nats://HOST:4222`; none where the node orders by itself."
        ),
        Field("replicas", \.replicas, schema: .integer(replicaRange), "On how many servers an entry is stored."),
        Field("shards", \.shards, schema: .integer(shardRange), "The number of parts of the sessions."),
    ]

    public static let sqlite = LogConfiguration()
    public static let serverLimit = 32
    /// On how many servers an entry may be kept.
    public static let replicaRange = 1...5
    /// Into how many parts the sessions may be divided.
    public static let shardRange = 1...64
    public static let usualShards = 8

    public init() {}

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

    private var addresses: [LogServer] {
        get { servers.compactMap { try? LogServer(parsing: $0) } }
        set { servers = newValue.map(\.description) }
    }

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
