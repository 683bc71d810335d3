// SPDX-License-Identifier: MIT

import Bus
import Wire

extension Event {
    /// An event as a broker would publish it.
    ///
    /// - Throws: `SearchBusError` for attributes or data that no broker takes.
    public static func made(
        _ kind: Topic.Kind,
        _ component: String,
        session: String?,
        type: String,
        data: JSON,
        at sequence: UInt64,
        id: String? = nil,
        correlationID: String? = nil
    ) throws -> Event {
        try made(
            EventDraft(
                topic: try Topic(kind, component, session: session),
                id: id ?? "event-\(sequence)",
                source: "/test",
                type: type,
                correlationID: correlationID,
                data: data.bytes
            ),
            at: sequence
        )
    }

    /// A draft as a broker would publish it.
    ///
    /// - Throws: `SearchBusError` for attributes or data that no broker takes.
    public static func made(_ draft: EventDraft, at sequence: UInt64) throws -> Event {
        let received = try ReceivedEvent(topic: draft.topic, attributes: draft.attributes, data: draft.data)
        let body = received.body(
            sequence: SequenceNumber(rawValue: sequence),
            previous: .zero,
            channelPrevious: .zero,
            epoch: "test",
            now: "2026-01-01T00:00:00.000000Z"
        )
        return try Event(topic: draft.topic, body: body)
    }
}
