// SPDX-License-Identifier: MIT

/// Decides when the process returns memory: after a large backlog for clients has ended.
struct MemoryReturn: Sendable {
    /// Below this the allocator may keep what it has.
    static let least = 8 << 20

    private var highest = 0

    /// Whether it is time, with the given number of pending bytes.
    mutating func isDue(waiting: Int) -> Bool {
        highest = max(highest, waiting)
        guard highest >= Self.least, waiting <= highest / 2 else { return false }
        highest = waiting
        return true
    }
}
