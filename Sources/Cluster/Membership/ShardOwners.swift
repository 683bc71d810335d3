// SPDX-License-Identifier: MIT

import Bus

/// The owner of each shard: rendezvous hashing in which no node gets more than its part.
///
/// Every machine that knows the same machines finds the same owners, without asking anybody. Where two know different ones for
/// a while, both may own a shard: the log accepts the turns of the node that claimed last, and refuses the other's.
public enum ShardOwners {
    /// Finds the owners.
    ///
    /// - Parameters:
    ///   - machines: The machines that work; in any order.
    ///   - count: How many shards there are.
    /// - Returns: A machine for each shard; nothing where no machine works.
    public static func find(among machines: some Collection<String>, count: Int) -> [String] {
        let machines = Set(machines).sorted()
        guard !machines.isEmpty else { return [] }
        let most = (count + machines.count - 1) / machines.count
        var loads: [String: Int] = [:]
        return (0..<count).map { shard in
            let free = machines.filter { loads[$0, default: 0] < most }
            let owner = free.max { score($0, shard) < score($1, shard) } ?? machines[0]
            loads[owner, default: 0] += 1
            return owner
        }
    }

    /// How much a machine is the one for a shard.
    private static func score(_ machine: String, _ shard: Int) -> UInt64 {
        // SplitMix64's last steps: the digest alone is much alike for names that differ in their last letter.
        var value = UInt64(SessionShard.of("\(shard)/\(machine)", among: Int(Int32.max))) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
