// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus

/// Which machines work, as one of them hears it, and so which shards are its own.
///
/// A pure value; all times are since the supervisor began. It changes its mind only while it would hear the others: not while
/// the broker is away or the journal takes nothing, and not for a moment after that. So a machine that was cut off does not
/// believe to be alone.
public struct ClusterView: Sendable {
    /// How long a machine that was heard may be silent.
    public static let patience: Duration = .seconds(4)
    /// How long the others are listened to before anything is decided.
    public static let settling: Duration = .milliseconds(1500)
    /// How many machines are known at the most.
    static let limit = 64

    private struct Other: Sendable {
        var instance: String
        var works: Bool
        var heardAt: Duration
    }

    private var own: ClusterMember
    private var others: [String: Other] = [:]
    /// From when it is decided; `nil` while the others cannot be heard.
    private var decidesFrom: Duration?
    private var isConnected = false
    private var takesEntries = true
    /// Another machine of the same name, which comes first.
    private var rival: Duration?
    /// The shards that this machine works for.
    public private(set) var shards: [Int] = []

    /// - Parameter own: This machine, as it is to be known.
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

    /// This machine's copy of the log is far behind, or no more.
    public mutating func copy(isBehind: Bool) { own.isBehind = isBehind }

    private mutating func listen(now: Duration) {
        decidesFrom = isConnected && takesEntries ? now + Self.settling : nil
        // What was not heard meanwhile is nobody's silence.
        for name in others.keys { others[name]?.heardAt = now }
    }

    /// A machine was heard.
    ///
    /// - Returns: Whether it is new, and should be told at once that this one is there.
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
