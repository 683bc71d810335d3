// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// When which part of the sessions was last worked for, by what the supervisors of machines say.
struct ShardWatch: Sendable {
    /// For how long nobody may work for a shard before that is a trouble: so long another machine has to take over.
    static let patience = Duration.seconds(10)
    /// A shard has a lower number.
    private static let limit = 4096

    private let startedAt: ContinuousClock.Instant
    private var workedAt: [Int: ContinuousClock.Instant] = [:]

    init(at now: ContinuousClock.Instant) { startedAt = now }

    /// A machine's supervisor has spoken.
    mutating func received(_ data: JSON, at now: ContinuousClock.Instant) {
        guard data["state"]?.string == "working" else { return }
        for shard in Self.shards(of: data) { workedAt[shard] = now }
    }

    /// The shards for which a supervisor says that its machine works.
    static func shards(of data: JSON) -> [Int] {
        (data["shards"]?.array ?? []).prefix(limit).compactMap(\.int).filter { (0..<limit).contains($0) }
    }

    /// The shards for which nobody has worked for too long.
    func idle(of count: Int, at now: ContinuousClock.Instant) -> [Int] {
        (0..<min(count, Self.limit)).filter { now - (workedAt[$0] ?? startedAt) > Self.patience }
    }
}
