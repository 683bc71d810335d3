// SPDX-License-Identifier: MIT

import Bus

/// Records late events, so that no client resumes after an event that it never received.
///
/// A stream's events carry their sequence as id. When the bus lost an event and fetches it later, younger events of
/// other topics have gone out before it: a client that left in between with such an ID has not received the late one.
struct ResumeLedger: Sendable {
    private static let limit = 64

    private var highest = SequenceNumber.zero
    private var late: [ClosedRange<SequenceNumber>] = []

    /// Notes a sent event.
    mutating func note(_ sequence: SequenceNumber) {
        guard sequence > .zero else { return }
        guard sequence < highest else {
            highest = sequence
            return
        }
        if let last = late.last, last.upperBound == highest {
            // One gap that is filled event by event is one range.
            late[late.count - 1] = min(last.lowerBound, sequence)...highest
            return
        }
        late.append(sequence...highest)
        if late.count > Self.limit { late.removeFirst() }
    }

    /// The sequence number after which a client with the given event ID must receive everything.
    func safePlace(for sequence: SequenceNumber) -> SequenceNumber {
        late.filter { $0.contains(sequence) }
            .map { SequenceNumber(rawValue: $0.lowerBound.rawValue - 1) }
            .reduce(sequence, min)
    }
}
