// SPDX-License-Identifier: MIT

import Bus

/// The events that a sink has received from the log and not delivered yet, in the order of the log.
struct SinkBuffer {
    /// The next thing to do.
    enum Step: Equatable {
        /// These events go to the receiver in one message.
        case deliver(ArraySlice<Event>)
        /// An event of the sink's own topic.
        case note(Event)
    }

    /// How many bytes a message has, unless one event has more.
    static let messageSize = 1 << 20

    private let batch: Int
    private var events: ArraySlice<Event> = []
    /// The last event that was put in.
    private var last: SequenceNumber

    /// - Parameters:
    ///   - cursor: The last event that was delivered.
    ///   - batch: How many events a message has at most.
    init(after cursor: SequenceNumber, batch: Int) {
        (last, self.batch) = (cursor, batch)
    }

    var count: Int { events.count }

    /// Puts events in.
    ///
    /// - Returns: Whether they all come after those before; otherwise the log must be read again from the cursor.
    mutating func put(_ new: [Event]) -> Bool {
        for event in new.sorted(by: { $0.sequence < $1.sequence }) {
            guard event.sequence > last else { return false }
            last = event.sequence
            events.append(event)
        }
        return true
    }

    /// What comes next; `nil` without events.
    var next: Step? {
        guard let first = events.first else { return nil }
        guard first.topic.kind != .sink else { return .note(first) }
        var (end, size) = (events.startIndex, 0)
        while end < events.endIndex, end - events.startIndex < batch, events[end].topic.kind != .sink {
            size += SinkMessage.size(of: events[end])
            guard end == events.startIndex || size <= Self.messageSize else { break }
            end += 1
        }
        return .deliver(events[events.startIndex..<end])
    }

    /// Takes out the first events.
    mutating func remove(_ count: Int) { events.removeFirst(count) }
}
