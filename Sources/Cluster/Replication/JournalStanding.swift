// SPDX-License-Identifier: MIT

import Bus

/// How an order is, as far as this machine knows: what people look at.
public struct JournalStanding: Sendable, Hashable {
    /// A server that keeps the order.
    public struct Server: Sendable, Hashable {
        /// What it calls itself.
        public var name: String
        /// Whether the leader receives its messages.
        public var isOnline: Bool

        public init(name: String, isOnline: Bool) {
            self.name = name
            self.isOnline = isOnline
        }
    }

    /// The last place that was given.
    public var last: JournalPlace?
    /// The server that gives places.
    public var leader: String?
    /// The servers that keep the order, by name.
    public var servers: [Server]
    /// Why nothing is ordered; `nil` while nothing is known of that.
    public var trouble: String?
    /// What people are to know of the servers though they work, such as that they are old.
    public var advice: String?

    public init(
        last: JournalPlace? = nil,
        leader: String? = nil,
        servers: [Server] = [],
        trouble: String? = nil,
        advice: String? = nil
    ) {
        self.last = last
        self.leader = leader
        self.servers = servers
        self.trouble = trouble
        self.advice = advice
    }

    /// What the broker says of it.
    ///
    /// - Parameters:
    ///   - place: How far its own copy is.
    ///   - trouble: Why what the broker itself handed in is not ordered.
    /// - Returns: Its status.
    public func status(at place: JournalPlace, trouble: String?) -> JournalStatus {
        var status = JournalStatus()
        status.place = Int(clamping: place.rawValue)
        status.last = last.map { Int(clamping: max($0, place).rawValue) }
        status.trouble = trouble ?? self.trouble
        status.isAvailable = status.trouble == nil
        (status.advice, status.leader) = (advice, leader)
        status.servers = servers.map { JournalStatus.Server(name: $0.name, isOnline: $0.isOnline) }
        return status
    }
}
