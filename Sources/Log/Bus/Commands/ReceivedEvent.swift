// SPDX-License-Identifier: MIT

import Wire

/// A received event to append, checked: its attributes are valid and its data are JSON.
public struct ReceivedEvent: Sendable {
    public let topic: Topic
    public let id: String
    /// Every attribute but those that the broker writes, as members of a JSON object without the braces.
    private let attributes: [UInt8]
    private let typeDigest: UInt64
    /// What tells the event's source from others.
    public let sourceDigest: Int64
    private let hasTime: Bool
    /// The data as JSON text.
    public let data: [UInt8]

    /// Checks an event's two frames.
    ///
    /// - Throws: `SearchBusError` with `invalid-event`, `too-large` or `not-permitted`.
    public init(topic: Topic, attributes: [UInt8], data: [UInt8]) throws {
        guard !topic.kind.isReserved else {
            throw SearchBusError(
                .notPermitted,
                "\(topic.kind.rawValue)/ topics belong to the broker.",
                remedy: "Use another kind."
            )
        }
        guard data.count <= ReceivedCommand.maximumDataSize, attributes.count <= 8192 else {
            throw SearchBusError(
                .tooLarge,
                "An event for \(topic) has \(data.count) bytes; at most \(ReceivedCommand.maximumDataSize) are allowed."
            )
        }
        do {
            if let plain = attributes.withUnsafeBufferPointer({ Attributes(plain: $0) }) {
                self.init(topic: topic, data: data, attributes: plain)
            } else {
                self.init(topic: topic, data: data, attributes: try Attributes(parsing: attributes))
            }
            try JSONValidator.validate(data)
        } catch let error as JSONError {
            throw SearchBusError(.invalidEvent, "An event for \(topic) is wrong: \(error).")
        }
    }

    private init(topic: Topic, data: [UInt8], attributes: Attributes) {
        self.topic = topic
        self.data = data
        id = attributes.id
        hasTime = attributes.hasTime
        self.attributes = attributes.kept
        typeDigest = attributes.typeDigest
        sourceDigest = Int64(bitPattern: attributes.sourceDigest)
    }

    /// What tells this event's type and data from others.
    public var digest: Int64 {
        Int64(bitPattern: data.withUnsafeBytes { ContentDigest.digest($0, after: typeDigest) })
    }

    /// The event as it is stored and published.
    ///
    /// `data` comes last, so that a reader can skip it and a writer can splice it.
    ///
    /// - Parameters:
    ///   - sequence: The sequence number.
    ///   - previous: The place of the event before it on its topic.
    ///   - channelPrevious: A place after which its channel had no other event.
    ///   - epoch: The identity of the log.
    ///   - now: The time in RFC 3339, where the sender gave none.
    /// - Returns: One CloudEvents JSON object.
    public func body(
        sequence: SequenceNumber,
        previous: SequenceNumber,
        channelPrevious: SequenceNumber,
        epoch: String,
        now: String
    ) -> MessageBody {
        let output = MessageBody(capacity: attributes.count + data.count + 400)
        output.append(Parts.start)
        output.append(attributes)
        if let session = topic.session {
            output.append(Parts.subject)
            output.append(session)
            output.append(Parts.quote)
        }
        if !hasTime {
            output.append(Parts.time)
            output.append(now)
            output.append(Parts.quote)
        }
        output.append(Parts.contentType)
        if topic.kind.isStored {
            output.append(Parts.sequence)
            output.append(count: 20) { sequence.write(to: $0) }
            output.append(Parts.previous)
            output.append(count: 20) { previous.write(to: $0) }
            output.append(Parts.channelPrevious)
            output.append(count: 20) { channelPrevious.write(to: $0) }
            output.append(Parts.quote)
        }
        output.append(Parts.epoch)
        output.append(epoch)
        output.append(Parts.data)
        output.append(data)
        output.append(Parts.end)
        return output
    }

    /// The constant parts of a body, made once.
    private enum Parts {
        static let start = Array(#"{"specversion":"1.0","#.utf8)
        static let subject = Array(#","subject":""#.utf8)
        static let time = Array(#","time":""#.utf8)
        static let quote = Array("\"".utf8)
        static let end = Array("}".utf8)
        static let contentType = Array(#","datacontenttype":"application/json""#.utf8)
        static let sequence = Array(#","sequence":""#.utf8)
        static let previous = Array(#"","previous":""#.utf8)
        static let channelPrevious = Array(#"","channelprevious":""#.utf8)
        static let epoch = Array(#","epoch":""#.utf8)
        static let data = Array(#"","data":"#.utf8)
    }
}
