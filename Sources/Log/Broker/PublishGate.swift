// SPDX-License-Identifier: MIT

/// Decides what is published while slow subscribers hold memory.
///
/// Pure. Beyond a number of bytes that wait, large events are withheld from all, who fetch them from the log when the next
/// heartbeat shows that they are there. Until that heartbeat is published everything stored is withheld, large or small: a component
/// that received a later event before an earlier one would fold with a gap in between.
struct PublishGate {
    /// How many bytes may wait before large events are withheld.
    static let heldLimit = 24 << 20
    /// Events up to this size are withheld only behind others: the number that may wait for a subscriber bounds their
    /// memory.
    static let smallBody = 2048

    /// Whether an event was withheld that no heartbeat has announced yet.
    private(set) var isClosed = false

    /// Whether an event must be published; events that are not stored always are.
    mutating func lets(bytes: Int, isStored: Bool, held: Int) -> Bool {
        guard isStored else { return true }
        if !isClosed, bytes <= Self.smallBody || held < Self.heldLimit { return true }
        isClosed = true
        return false
    }

    /// A heartbeat was published, which tells of everything withheld so far.
    mutating func heartbeatIsOut() { isClosed = false }
}
