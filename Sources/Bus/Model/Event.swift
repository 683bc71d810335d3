// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A fact on the log, as it was stored and published: a topic and one CloudEvents 1.0 JSON object.
///
/// The broker writes `data` as the last member, so the attributes can be read without parsing the data, and the bytes
/// can be passed on as they are.
public struct Event: Sendable, Hashable {
    public let topic: Topic
    /// What the event is known by.
    public let id: String
    /// Who appended it, such as `/interactor/price`.
    public let source: String
    /// What it is, such as `searchbus.view.number-range`.
    public let type: String
    /// When, in RFC 3339 with microseconds.
    public let time: String
    /// The first intent of the chain that this event belongs to.
    public let correlationID: String?
    /// The event that caused this one.
    public let causationID: String?
    /// The place on the log; zero for kinds that are not stored.
    public let sequence: SequenceNumber
    /// The place of the event before this one on the same topic; zero where there is none.
    public let previous: SequenceNumber
    /// No event of the same channel (kind and component, any session) lies between this place and the event's.
    public let channelPrevious: SequenceNumber
    /// The identity of the log.
    public let epoch: String
    /// The whole JSON object, as published.
    public let body: [UInt8]
    /// Where the value of `data` begins in the body.
    private let dataStart: Int

    /// Reads an event from its two frames.
    ///
    /// - Throws: `JSONError` or `SearchBusError` for frames that no broker publishes.
    public init(topic: Topic, body: [UInt8]) throws {
        let attributes = try Attributes(body)
        self.topic = topic
        self.body = body
        dataStart = attributes.dataStart
        id = try attributes.required(attributes.id, "id")
        source = try attributes.required(attributes.source, "source")
        type = try attributes.required(attributes.type, "type")
        time = attributes.time ?? ""
        correlationID = attributes.correlationID
        causationID = attributes.causationID
        sequence = attributes.sequence
        previous = attributes.previous
        channelPrevious = attributes.channelPrevious
        epoch = attributes.epoch ?? ""
    }

    /// The bytes of the data.
    public var dataBytes: ArraySlice<UInt8> { body[dataStart..<(body.count - 1)] }

    /// The data, parsed.
    ///
    /// - Throws: `JSONError`.
    public func data() throws -> JSON { try JSON(parsing: dataBytes) }

    /// The part of the type after the kind, such as `set-query` of `searchbus.intent.set-query`.
    public var typeSuffix: Substring {
        type.split(separator: ".", maxSplits: 2).last ?? ""
    }
}
