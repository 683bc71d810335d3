// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What a broker is told when it is started.
public struct BrokerOptions: Sendable, Hashable {
    /// What an acknowledged event survives: `process` or `power`.
    public var durability: String
    /// The size above which the oldest events go, in MiB.
    public var retention: Int
    /// After how many days without events a session goes.
    public var sessionDays: Int
    /// Whether programs on this machine may read over tcp.
    public var isOnTCP: Bool
    /// Whether they may append over tcp too.
    public var takesAppendsOnTCP: Bool
    /// The servers of the journal that it shares with brokers of other machines; none where it orders by itself.
    public var journal: [String]
    /// On how many of them the journal is kept.
    public var journalReplicas: Int
    /// Into how many shards its sessions are divided.
    public var journalShards: Int

    public init(
        durability: String = "process",
        retention: Int = 256,
        sessionDays: Int = 30,
        isOnTCP: Bool = false,
        takesAppendsOnTCP: Bool = false,
        journal: [String] = [],
        journalReplicas: Int = 1,
        journalShards: Int = 1
    ) {
        self.journal = journal
        self.journalReplicas = journalReplicas
        self.journalShards = journalShards
        self.durability = durability
        self.retention = retention
        self.sessionDays = sessionDays
        self.isOnTCP = isOnTCP
        self.takesAppendsOnTCP = takesAppendsOnTCP
    }

    /// The options as the broker's executable takes them.
    func arguments(app: String) -> [String] {
        ["--durability", durability, "--retention", "\(retention)", "--session-days", "\(sessionDays)"]
            + (isOnTCP ? ["--tcp"] : []) + (takesAppendsOnTCP ? ["--tcp-append"] : [])
            + journal.flatMap { ["--journal", $0] }
            + (journal.isEmpty
                ? []
                : [
                    "--journal-app", app, "--journal-replicas", "\(journalReplicas)", "--journal-shards",
                    "\(journalShards)",
                ])
    }
}
