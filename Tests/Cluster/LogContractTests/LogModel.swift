// SPDX-License-Identifier: MIT

import Bus
import Wire

/// The required contents of a log after the requests to it, from the contract alone.
struct LogModel {
    /// An append that was accepted: the response to a repetition.
    struct Accepted {
        let events: [EventDraft]
        let receipt: AppendReceipt
    }

    /// The log's state of a component.
    struct Component {
        var cursor = SequenceNumber.zero
        var incarnation = 0
        /// The last turn, whose repetition is recognized.
        var turn: Turn?
    }

    /// A turn that was accepted.
    struct Turn {
        let id: String
        let events: [EventDraft]
        let move: CursorMove
        let receipt: AppendReceipt
    }

    /// The appended events, by sequence number.
    private(set) var events: [EventDraft] = []
    private(set) var accepted: [Accepted] = []
    private(set) var components: [String: Component] = [:]

    /// The last sequence number.
    var head: SequenceNumber { SequenceNumber(rawValue: UInt64(events.count)) }

    /// Accepts an append; returns the log's required response.
    mutating func append(_ drafts: [EventDraft]) -> AppendReceipt {
        let receipt = place(drafts)
        accepted.append(Accepted(events: drafts, receipt: receipt))
        return receipt
    }

    /// Accepts a turn; returns the log's required response.
    mutating func append(_ drafts: [EventDraft], id: String, moving move: CursorMove) -> AppendReceipt {
        let receipt = place(drafts)
        components[move.component, default: Component()].cursor = move.to
        components[move.component]?.turn = Turn(id: id, events: drafts, move: move, receipt: receipt)
        return receipt
    }

    /// Accepts a claim; returns the log's required response.
    mutating func claim(_ component: String) -> (cursor: SequenceNumber, incarnation: Int) {
        components[component, default: Component()].incarnation += 1
        let known = components[component] ?? Component()
        return (known.cursor, known.incarnation)
    }

    private mutating func place(_ drafts: [EventDraft]) -> AppendReceipt {
        guard !drafts.isEmpty else { return AppendReceipt(first: .zero, last: .zero) }
        let first = head.advanced(by: 1)
        events += drafts
        return AppendReceipt(first: first, last: head)
    }

    /// The sequence numbers under a prefix, after one and up to another.
    func places(
        under prefixes: [TopicPrefix],
        session: String? = nil,
        after: SequenceNumber,
        through: SequenceNumber? = nil
    ) -> [SequenceNumber] {
        events.indices.compactMap { index in
            let place = SequenceNumber(rawValue: UInt64(index + 1))
            let topic = events[index].topic
            let isWanted =
                prefixes.contains { $0.matches(topic.description) }
                && (session == nil || topic.session == session)
            return isWanted && place > after && place <= (through ?? head) ? place : nil
        }
    }

    /// The last sequence number of each topic under a prefix, in order.
    func lastPlaces(under prefixes: [TopicPrefix], session: String? = nil) -> [SequenceNumber] {
        var last: [Topic: SequenceNumber] = [:]
        for place in places(under: prefixes, session: session, after: .zero) { last[draft(at: place).topic] = place }
        return last.values.sorted()
    }

    /// The event with a sequence number.
    func draft(at place: SequenceNumber) -> EventDraft { events[Int(place.rawValue) - 1] }

    /// Whether events equal those with their sequence numbers.
    func hasAll(_ found: [Event]) -> Bool {
        found.allSatisfy { event in
            guard event.sequence > .zero, event.sequence <= head else { return false }
            let draft = draft(at: event.sequence)
            return draft.id == event.id && draft.topic == event.topic && draft.data == Array(event.dataBytes)
        }
    }
}
