// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What a log must hold after what was asked of it, by the contract alone.
struct LogModel {
    /// An append that was accepted: what is sent again when it is repeated.
    struct Accepted {
        let events: [EventDraft]
        let receipt: AppendReceipt
    }

    /// What the log knows of a component.
    struct Component {
        var cursor = SequenceNumber.zero
        var incarnation = 0
        /// The last turn, which is the one that is known when it is repeated.
        var turn: Turn?
    }

    /// A turn that was accepted.
    struct Turn {
        let id: String
        let events: [EventDraft]
        let move: CursorMove
        let receipt: AppendReceipt
    }

    /// What was appended, place by place.
    private(set) var events: [EventDraft] = []
    private(set) var accepted: [Accepted] = []
    private(set) var components: [String: Component] = [:]

    /// The last place.
    var head: SequenceNumber { SequenceNumber(rawValue: UInt64(events.count)) }

    /// Takes an append in; answers with what the log has to answer.
    mutating func append(_ drafts: [EventDraft]) -> AppendReceipt {
        let receipt = place(drafts)
        accepted.append(Accepted(events: drafts, receipt: receipt))
        return receipt
    }

    /// Takes a turn in; answers with what the log has to answer.
    mutating func append(_ drafts: [EventDraft], id: String, moving move: CursorMove) -> AppendReceipt {
        let receipt = place(drafts)
        components[move.component, default: Component()].cursor = move.to
        components[move.component]?.turn = Turn(id: id, events: drafts, move: move, receipt: receipt)
        return receipt
    }

    /// Takes a claim in; answers with what the log has to answer.
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

    /// The places under a prefix, after one and up to another.
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

    /// The last place of each topic under a prefix, in order.
    func lastPlaces(under prefixes: [TopicPrefix], session: String? = nil) -> [SequenceNumber] {
        var last: [Topic: SequenceNumber] = [:]
        for place in places(under: prefixes, session: session, after: .zero) { last[draft(at: place).topic] = place }
        return last.values.sorted()
    }

    /// What stands at a place.
    func draft(at place: SequenceNumber) -> EventDraft { events[Int(place.rawValue) - 1] }

    /// Whether events are those that stand at their places.
    func hasAll(_ found: [Event]) -> Bool {
        found.allSatisfy { event in
            guard event.sequence > .zero, event.sequence <= head else { return false }
            let draft = draft(at: event.sequence)
            return draft.id == event.id && draft.topic == event.topic && draft.data == Array(event.dataBytes)
        }
    }
}
