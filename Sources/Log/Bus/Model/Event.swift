// SPDX-License-Identifier: MIT

import Wire

/// A fact on the log, as stored and published: a topic and one CloudEvents 1.0 JSON object.
///
/// The broker writes `data` as the last member, so the attributes can be read without parsing the data, and the bytes
/// can be passed on as they are.
public struct Event: Sendable, Hashable {
    public let topic: Topic
    /// The whole JSON object, as published.
    public let body: [UInt8]
    /// When this process received it from the broker; `nil` for one that it has read from the log.
    public var receivedAt: ContinuousClock.Instant?
    private let attributes: AttributeBox

    /// The attributes, in one place for all copies of an event.
    private final class AttributeBox: Sendable {
        let values: Attributes
        init(_ values: Attributes) { self.values = values }
    }

    /// Reads an event from its two frames.
    ///
    /// Texts are made when they are asked for: most readers want few of them.
    ///
    /// - Throws: `JSONError` or `SearchBusError` for frames that no broker publishes.
    public init(topic: Topic, body: [UInt8]) throws {
        let values = try Attributes(body)
        for (value, name) in [(values.id, "id"), (values.source, "source"), (values.type, "type")] {
            guard value != .absent else { throw JSONError("`\(name)` is missing") }
        }
        self.topic = topic
        self.body = body
        attributes = AttributeBox(values)
    }

    /// Reads an event that was put together in this process.
    ///
    /// - Throws: As the other initializer.
    public init(topic: Topic, body: MessageBody) throws {
        try self.init(topic: topic, body: body.bytes)
    }

    public var id: String { text(\.id) ?? "" }
    /// Who appended it, such as `/interactor/price`.
    public var source: String { text(\.source) ?? "" }
    /// What it is, such as `searchbus.view.number-range`.
    public var type: String { text(\.type) ?? "" }
    /// When, in RFC 3339 with microseconds.
    public var time: String { text(\.time) ?? "" }
    /// The first intent of the chain that this event belongs to.
    public var correlationID: String? { text(\.correlationID) }
    /// The event that caused this one.
    public var causationID: String? { text(\.causationID) }
    /// The trace that the event belongs to; `nil` if it has none, or an invalid one.
    public var traceParent: TraceParent? { text(\.traceParent).flatMap(TraceParent.init) }
    /// The sequence number; zero for kinds that are not stored.
    public var sequence: SequenceNumber { attributes.values.sequence }
    /// The place of the event before this one on the same topic; zero for the first event.
    public var previous: SequenceNumber { attributes.values.previous }
    /// No event of the same channel (kind and component, any session) lies between this place and the event's.
    public var channelPrevious: SequenceNumber { attributes.values.channelPrevious }
    public var epoch: String { text(\.epoch) ?? "" }

    private func text(_ attribute: KeyPath<Attributes, Attributes.Value>) -> String? {
        attributes.values[keyPath: attribute].text(in: body)
    }

    /// Whether the event is of a log with this identity.
    func isOf(epoch: String) -> Bool {
        switch attributes.values.epoch {
        case .part(let range): body[range].elementsEqual(epoch.utf8)
        case .text(let text): text == epoch
        case .absent: epoch.isEmpty
        }
    }

    public static func == (left: Event, right: Event) -> Bool { left.topic == right.topic && left.body == right.body }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(topic)
        hasher.combine(sequence)
    }

    public var dataBytes: ArraySlice<UInt8> { body[attributes.values.dataStart..<(body.count - 1)] }

    /// The data, parsed.
    ///
    /// - Throws: `JSONError`.
    public func data() throws -> JSON { try JSON(parsing: dataBytes) }

    /// The part of the type after the kind, such as `set-query` of `searchbus.intent.set-query`.
    public var typeSuffix: Substring {
        let bytes = type.utf8
        guard let first = bytes.firstIndex(of: UInt8(ascii: ".")) else { return Substring(type) }
        let kind = type[bytes.index(after: first)...]
        return kind.utf8.firstIndex(of: UInt8(ascii: ".")).map { kind[bytes.index(after: $0)...] } ?? kind
    }
}
