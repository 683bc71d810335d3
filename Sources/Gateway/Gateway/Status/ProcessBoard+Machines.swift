// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// The machines that share a log.
extension ProcessBoard {
    /// How long a machine that left in order is still told of.
    private static let leftFor = Duration.seconds(60)

    /// All that are heard, or were not long ago, by name; none where the log is one machine's.
    func machines(at now: ContinuousClock.Instant) -> [MachineReport] {
        guard let machine else { return [] }
        let groups = Dictionary(grouping: entries) { $0.key.machine ?? machine }
        return groups.compactMap { name, processes -> MachineReport? in
            guard let last = processes.map(\.value.heardAt).max() else { return nil }
            let said = Dictionary(
                processes.map { ($0.key.name, $0.value.data) },
                uniquingKeysWith: { first, _ in first }
            )
            let supervisor = said[Self.supervisor]
            let isLeaving = supervisor?["state"]?.string == "leaving"
            let isHeard = now - last < MachineReport.goneAfter
            if isLeaving, now - last >= Self.leftFor { return nil }
            return MachineReport(
                name: name,
                isOwn: name == machine,
                state: isHeard ? (isLeaving ? .leaving : .working) : (isLeaving ? .left : .gone),
                silence: now - last,
                supervisor: supervisor,
                journal: said["broker"]?["journal"],
                indexesBehind: said["copies"]?["indexesBehind"],
                heardCount: processes.count {
                    $0.key.name != Self.supervisor && now - $0.value.heardAt < Self.silentAfter
                }
            )
        }.sorted { $0.name < $1.name }
    }

    /// The other machines that have ended in order: nobody waits for their processes.
    func machinesThatLeft(at now: ContinuousClock.Instant) -> Set<String> {
        Set(machines(at: now).filter { $0.state == .left && !$0.isOwn }.map(\.name))
    }

    /// How the order is that the machines share, by this machine's broker, or another's where it says nothing.
    ///
    /// - Parameters:
    ///   - machines: The machines.
    ///   - count: How many shards there are.
    ///   - now: The time.
    /// - Returns: The member `journal`; `nil` before a broker has told of it.
    func journal(_ machines: [MachineReport], shards count: Int?, at now: ContinuousClock.Instant) -> JSON? {
        let heard = machines.filter { $0.isHeard && $0.journal != nil }
        guard let teller = heard.first(where: \.isOwn) ?? heard.first, var members = teller.journal?.object else {
            return nil
        }
        members["place"] = nil
        members["last"] = JSON(Self.furthest(machines))
        if let count {
            members["shardCount"] = JSON(count)
            members["idleShards"] = .array(shards.idle(of: count, at: now).map { JSON($0) })
        }
        return .object(members)
    }

    /// How far the order is, as far as anybody knows.
    static func furthest(_ machines: [MachineReport]) -> Int? {
        machines.flatMap { [$0.place, $0.journal?["last"]?.int] }.compactMap { $0 }.max()
    }
}
