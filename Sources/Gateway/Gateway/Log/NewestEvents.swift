// SPDX-License-Identifier: MIT

import Bus

/// The newest events of a part of the log that is read in order: as many as a response may have, in number and bytes.
///
/// Older ones are dropped as newer ones arrive, so that the size is bounded; one event is always kept.
struct NewestEvents: Sendable {
    private let limit: Int
    private let byteLimit: Int
    private var kept: ArraySlice<Event> = []
    private var bytes = 0
    /// Whether an event was dropped.
    private(set) var isCut = false

    /// - Parameters:
    ///   - limit: The maximum number of events.
    ///   - byteLimit: The size of newer events in bytes from which an event is dropped.
    init(limit: Int, byteLimit: Int) { (self.limit, self.byteLimit) = (limit, byteLimit) }

    /// The events, in order.
    var events: [Event] { Array(kept) }

    /// Whether nothing older would be kept.
    var isFull: Bool { kept.count >= limit || bytes >= byteLimit || isCut }

    /// The remaining space for older events.
    var rest: NewestEvents { NewestEvents(limit: limit - kept.count, byteLimit: byteLimit - bytes) }

    /// Adds an event that is newer than all before.
    mutating func append(_ event: Event) {
        kept.append(event)
        bytes += event.body.count
        while let first = kept.first, kept.count > 1, kept.count > limit || bytes - first.body.count >= byteLimit {
            kept.removeFirst()
            bytes -= first.body.count
            isCut = true
        }
    }

    /// Adds events that are older than all before, and fit.
    mutating func prepend(_ older: NewestEvents) {
        kept = older.kept + kept
        bytes += older.bytes
        isCut = isCut || older.isCut
    }
}
