// SPDX-License-Identifier: MIT
// Part of SearchBus.

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

/// A generator whose numbers follow from its seed (splitmix64).
public struct Seeded: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(_ seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
