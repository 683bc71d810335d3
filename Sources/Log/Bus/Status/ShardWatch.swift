// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// When which part of the sessions was last worked for, by what the supervisors of machines say.
package struct ShardWatch: Sendable {
    /// How long a shard may have no owner before it is reported: the time another node has to take over.
    package static let patience = Duration.seconds(10)
    /// A shard has a lower number.
    private static let limit = 4096

    private let startedAt: ContinuousClock.Instant
    private var workedAt: [Int: ContinuousClock.Instant] = [:]

    init(at now: ContinuousClock.Instant) { startedAt = now }

    /// A machine's supervisor has spoken.
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
