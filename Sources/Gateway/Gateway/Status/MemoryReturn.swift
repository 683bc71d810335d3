// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Says when the process should hand memory back: after much waited for clients, and does no longer.
struct MemoryReturn: Sendable {
    /// Below this the allocator may keep what it has.
    static let least = 8 << 20

    private var highest = 0

    /// Whether it is time, with so many bytes waiting now.
    mutating func isDue(waiting: Int) -> Bool {
        highest = max(highest, waiting)
        guard highest >= Self.least, waiting <= highest / 2 else { return false }
        highest = waiting
        return true
    }
}
