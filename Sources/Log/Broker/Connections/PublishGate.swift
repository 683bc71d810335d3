// SPDX-License-Identifier: MIT

/// Decides what is published to a subscriber for which much waits.
///
/// Pure. Where there is no room, events are withheld from that subscriber, which fetches them from the log when the next
/// heartbeat shows that they are there. Until that heartbeat everything stored is withheld: a component that received a later
/// event before an earlier one would fold with a gap in between.
struct PublishGate {
    /// Whether an event was withheld that no heartbeat has announced yet.
    private(set) var isClosed = false

    /// Decides about an event.
    ///
    /// - Parameters:
    ///   - isStored: Whether the event is on the log.
    ///   - hasRoom: Whether more may wait for the subscriber.
    /// - Returns: Whether the subscriber gets it.
    mutating func lets(isStored: Bool, hasRoom: Bool) -> Bool {
        guard isStored else { return hasRoom }
        if hasRoom, !isClosed { return true }
        isClosed = true
        return false
    }

    /// The subscriber gets a heartbeat, which tells of everything withheld so far.
    mutating func heartbeatIsOut() { isClosed = false }
}
