// SPDX-License-Identifier: MIT

import Wire

/// The data of an event on `sink/`: what became of events that a sink could not deliver, and requests to send them again.
///
/// The sink itself appends all but `resend`.
public struct SinkNotice: JSONRecord {
    /// The last part of the event's type.
    public enum Kind: String, Sendable, CaseIterable {
        case refused, delivered, resend, removed, missed

        /// What such an event says, in one sentence.
        public var summary: String {
            switch self {
            case .refused: "The receiver refused an event: it is a dead letter."
            case .delivered: "The receiver accepted a dead letter that was sent again."
            case .resend: "A request to send dead letters again."
            case .removed: "A dead letter is no longer on the log, and cannot be sent again."
            case .missed: "Retention removed events before the receiver got them."
            }
        }
    }

    /// How many dead letters one request sends again.
    public static let maximumResend = 1_000

    /// The sequence numbers of the events; of `missed`, the last one that was delivered.
    public private(set) var sequences: [SequenceNumber] = []
    /// The topic of the event that was refused.
    public private(set) var topic: String?
    /// The ID of the event that was refused.
    public private(set) var id: String?
    /// Why it was refused.
    public private(set) var reason: String?

    public static let fields: [Field] = [
        Field(
            "sequences",
            \.sequences,
            "The sequence numbers of the events; of `missed`, the last one before the gap."
        ),
        Field("topic", \.topic, "The topic of the refused event."), Field("id", \.id, "The ID of the refused event."),
        Field("reason", \.reason, "Why the receiver refused it."),
    ]

    public init() {}

    public init(_ sequences: [SequenceNumber]) { self.sequences = sequences }

    /// That a receiver refused an event.
    public init(refused event: Event, reason: String) {
        (sequences, topic, id, self.reason) = ([event.sequence], event.topic.description, event.id, reason)
    }

    /// The event for the log.
    ///
    /// - Throws: `SearchBusError` for a name that no sink has.
    public func draft(_ kind: Kind, of sink: String, source: String, cause: Event? = nil) throws -> EventDraft {
        EventDraft(
            topic: try Topic(.sink, sink),
            id: Identifier.make(),
            source: source,
            type: "searchbus.sink.\(kind.rawValue)",
            correlationID: cause?.correlationID,
            causationID: cause?.id,
            data: json.bytes
        )
    }
}
