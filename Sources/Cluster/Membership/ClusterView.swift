// SPDX-License-Identifier: MIT

import Bus

/// The nodes that work, from the view of one of them, and so the shards that it owns.
///
/// A pure value; all times are since the supervisor began. It decides only while it would receive the others' reports: not while
/// the broker is away or the journal takes nothing, and not shortly after that. So a partitioned node does not
/// consider itself alone.
public struct ClusterView: Sendable {
    /// The timeout of a node that has reported.
    public static let patience: Duration = .seconds(4)
    /// How long the others are listened to before anything is decided.
    public static let settling: Duration = .milliseconds(1500)
    /// The maximum number of known nodes.
    static let limit = 64

    private struct Other: Sendable {
        var instance: String
        var works: Bool
        var heardAt: Duration
    }

    private var own: ClusterMember
    private var others: [String: Other] = [:]
    /// The time from which it decides; `nil` while reports of others cannot be received.
    private var decidesFrom: Duration?
    private var isConnected = false
    private var takesEntries = true
    /// Another machine of the same name, which comes first.
    private var rival: Duration?
    public private(set) var shards: [Int] = []

    /// - Parameter own: This node, as announced to the others.
    public init(_ own: ClusterMember) { self.own = own }

    /// The machines that work, as far as is known.
    public var machines: [String] {
        (others.filter(\.value.works).map(\.key) + (works ? [own.machine] : [])).sorted()
    }

    /// Whether another machine has this one's name, and works under it.
    public var isNameTaken: Bool { rival != nil }

    private var works: Bool { own.isAbleToWork && rival == nil }

    /// The broker answers, or does not.
    public mutating func connection(_ isConnected: Bool, now: Duration) {
        guard isConnected != self.isConnected else { return }
        self.isConnected = isConnected
        listen(now: now)
    }

    /// The journal takes entries, or does not.
    public mutating func journal(takesEntries: Bool, now: Duration) {
        guard takesEntries != self.takesEntries else { return }
        self.takesEntries = takesEntries
        listen(now: now)
    }

    /// This node's log lags, or no longer does.
    public mutating func copy(isBehind: Bool) { own.isBehind = isBehind }

    private mutating func listen(now: Duration) {
        decidesFrom = isConnected && takesEntries ? now + Self.settling : nil
        // Reports that were missed meanwhile count for no node.
        for name in others.keys { others[name]?.heardAt = now }
    }

    /// A node has reported.
    ///
    /// - Returns: Whether it is new, and should be notified of this node at once.
    public mutating func heard(_ member: ClusterMember, now: Duration) -> Bool {
        guard member.machine != own.machine else {
            // Of two machines with one name the one works whose instance comes first.
            if member.instance < own.instance { rival = member.isLeaving ? nil : now }
            return false
        }
        guard !member.isLeaving else {
            others[member.machine] = nil
            return false
        }
        let isNew = others[member.machine] == nil
        guard !isNew || others.count < Self.limit else { return false }
        let works = member.isAbleToWork && member.shardCount == own.shardCount
        others[member.machine] = Other(instance: member.instance, works: works, heardAt: now)
        return isNew
    }

    /// Time has passed; to be called a few times a second.
    ///
    /// - Returns: Whether this machine works for other shards from now on.
    public mutating func tick(now: Duration) -> Bool {
        if let rival, now - rival > Self.patience { self.rival = nil }
        guard let decidesFrom, now >= decidesFrom else { return false }
        others = others.filter { now - $0.value.heardAt <= Self.patience }
        let owners = ShardOwners.find(among: machines, count: own.shardCount)
        let mine = owners.indices.filter { owners[$0] == own.machine && works }
        defer { shards = mine }
        return mine != shards
    }
}
