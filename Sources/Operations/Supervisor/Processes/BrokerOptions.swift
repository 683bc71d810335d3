// SPDX-License-Identifier: MIT

import AppModel

public struct BrokerOptions: Sendable, Hashable {
    /// What an acknowledged event survives: `process` or `power`.
    public var durability: String
    /// The size above which the oldest events go, in MiB.
    public var retention: Int
    /// Delete sessions after this many days without events.
    public var sessionDays: Int
    /// Whether programs on this machine may read over tcp.
    public var isOnTCP: Bool
    /// Whether they may append over tcp too.
    public var takesAppendsOnTCP: Bool
    /// After how many MiB of a journal that machines share the log is copied for those that come new.
    public var journalGrowth: Int

    public init(
        durability: String = "process",
        retention: Int = 256,
        sessionDays: Int = 30,
        isOnTCP: Bool = false,
        takesAppendsOnTCP: Bool = false,
        journalGrowth: Int = 64
    ) {
        self.journalGrowth = journalGrowth
        self.durability = durability
        self.retention = retention
        self.sessionDays = sessionDays
        self.isOnTCP = isOnTCP
        self.takesAppendsOnTCP = takesAppendsOnTCP
    }

    /// The options as the broker's executable takes them.
    func arguments(of app: App) -> [String] {
        ["--durability", durability, "--retention", "\(retention)", "--session-days", "\(sessionDays)"]
            + (isOnTCP ? ["--tcp"] : []) + (takesAppendsOnTCP ? ["--tcp-append"] : [])
            + journal(of: app)
    }

    /// The arguments that name the shared log, for each executable that uses it; empty for a log of one node.
    func journal(of app: App) -> [String] {
        guard app.log.isShared else { return [] }
        return app.log.servers.flatMap { ["--journal", $0] }
            + [
                "--journal-app", app.name, "--journal-replicas", "\(app.log.replicas)", "--journal-shards",
                "\(app.log.shards)",
            ]
    }
}
