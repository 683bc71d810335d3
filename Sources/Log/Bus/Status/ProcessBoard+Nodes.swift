// SPDX-License-Identifier: MIT

import Wire

/// The nodes that share a log.
extension ProcessBoard {
    /// How long a node that shut down in order is still listed.
    private static let leftFor = Duration.seconds(60)

    /// All nodes that report, or did not long ago, by name; none if the log is not shared.
    package func nodes(at now: ContinuousClock.Instant) -> [NodeStatus] {
        guard let machine else { return [] }
        let groups = Dictionary(grouping: entries) { $0.key.machine ?? machine }
        var nodes = groups.compactMap { node($0, $1, at: now) }.sorted { $0.name < $1.name }
        let furthest = Self.furthest(nodes)
        for index in nodes.indices {
            nodes[index].lag = nodes[index].place.map { max(0, (furthest ?? $0) - $0) }
        }
        return nodes
    }

    private func node(
        _ name: String,
        _ processes: [(key: Key, value: Entry)],
        at now: ContinuousClock.Instant
    )
        -> NodeStatus?
    {
        guard let last = processes.map(\.value.heardAt).max() else { return nil }
        let reports = Dictionary(processes.map { ($0.key.name, $0.value.status) }) { first, _ in first }
        let (supervisor, journal) = (reports[Self.supervisor], reports["broker"]?.journal)
        let isLeaving = supervisor?.state == "leaving"
        let isHeard = now - last < NodeStatus.goneAfter
        if isLeaving, now - last >= Self.leftFor { return nil }
        var node = NodeStatus()
        (node.name, node.isOwn) = (name, name == machine)
        node.state = isHeard ? (isLeaving ? .leaving : .working) : (isLeaving ? .left : .gone)
        node.silenceSeconds = Self.rounded(now - last)
        node.processCount = processes.count {
            $0.key.name != Self.supervisor && now - $0.value.heardAt < Self.silentAfter
        }
        (node.supervisor, node.journal) = (supervisor, journal)
        (node.version, node.roles) = (supervisor?.version, supervisor?.roles)
        node.place = journal?.place.flatMap { $0 >= 0 ? $0 : nil }
        guard isHeard else { return node }
        node.shards = supervisor.map(ShardWatch.shards) ?? []
        (node.takesEntries, node.trouble) = (journal?.isAvailable, journal?.trouble)
        node.differsFrom = journal?.differsFrom
        node.indexesBehind = reports["copies"]?.indexesBehind ?? []
        return node
    }

    /// The other nodes that shut down in order: nothing waits for their processes.
    func nodesThatLeft(at now: ContinuousClock.Instant) -> Set<String> {
        Set(nodes(at: now).filter { $0.state == .left && !$0.isOwn }.map(\.name))
    }

    /// The replicated log, as this node's broker reports it, or another's if that one is silent.
    package func journal(_ nodes: [NodeStatus], shards count: Int?, at now: ContinuousClock.Instant) -> SharedLogStatus?
    {
        let heard = nodes.filter { $0.isHeard && $0.journal != nil }
        guard var journal = (heard.first(where: \.isOwn) ?? heard.first)?.journal else { return nil }
        (journal.place, journal.last) = (nil, Self.furthest(nodes))
        return SharedLogStatus(
            journal: journal,
            shardCount: count,
            idleShards: count.map { shards.idle(of: $0, at: now) }
        )
    }

    /// The last entry that any node knows of.
    static func furthest(_ nodes: [NodeStatus]) -> Int? {
        nodes.flatMap { [$0.place, $0.journal?.last] }.compactMap { $0 }.max()
    }
}

/// The replicated log, and the shards without an owner.
package struct SharedLogStatus: Sendable, Hashable {
    package let journal: JournalStatus
    package let shardCount: Int?
    package let idleShards: [Int]?

    /// The member `journal` of `/api/status`.
    package var json: JSON {
        var members = journal.members
        members["shardCount"] = shardCount.map { JSON($0) }
        members["idleShards"] = idleShards?.recordJSON
        return .object(members)
    }
}

/// When which part of the sessions was last worked for, by what the supervisors of machines say.
package struct ShardWatch: Sendable {
    /// How long a shard may have no owner before it is reported: the time another node has to take over.
    package static let patience = Duration.seconds(10)
    /// A shard has a lower number.
    private static let limit = 4096

    private let startedAt: ContinuousClock.Instant
    private var workedAt: [Int: ContinuousClock.Instant] = [:]

    init(at now: ContinuousClock.Instant) { startedAt = now }

    mutating func received(_ status: ProcessStatus, at now: ContinuousClock.Instant) {
        guard status.state == "working" else { return }
        for shard in Self.shards(of: status) { workedAt[shard] = now }
    }

    /// The shards for which a supervisor says that its machine works.
    static func shards(of status: ProcessStatus) -> [Int] {
        (status.shards ?? []).prefix(limit).filter { (0..<limit).contains($0) }
    }

    /// The shards that have had no owner for too long.
    package func idle(of count: Int, at now: ContinuousClock.Instant) -> [Int] {
        (0..<min(count, Self.limit)).filter { now - (workedAt[$0] ?? startedAt) > Self.patience }
    }
}
