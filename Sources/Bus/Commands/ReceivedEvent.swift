// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// An event that somebody wants appended, checked: its attributes are in order and its data are JSON.
public struct ReceivedEvent: Sendable {
    public let topic: Topic
    public let id: String
    /// RFC 3339, where the sender gave one.
    public let time: String?
    /// Every attribute but those that the broker writes, as members of a JSON object without the braces.
    private let attributes: [UInt8]
    private let typeDigest: UInt64
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
                "An event for \(topic) has \(data.count) bytes; \(ReceivedCommand.maximumDataSize) are the most."
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
        time = attributes.time
        self.attributes = attributes.kept
        typeDigest = attributes.typeDigest
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
    ///   - sequence: The place on the log.
    ///   - previous: The place of the event before it on its topic.
    ///   - channelPrevious: A place after which its channel had no other event.
    ///   - epoch: The identity of the log.
    ///   - now: The time where the sender gave none.
    /// - Returns: One CloudEvents JSON object.
    public func body(
        sequence: SequenceNumber,
        previous: SequenceNumber,
        channelPrevious: SequenceNumber,
        epoch: String,
        now: String
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(attributes.count + data.count + 320)
        output += Parts.start
        output += attributes
        if let session = topic.session {
            output += Parts.subject
            output.append(contentsOf: session.utf8)
            output.append(UInt8(ascii: "\""))
        }
        output += Parts.time
        JSON.writeString(time ?? now, to: &output)
        output += Parts.contentType
        if topic.kind.isStored {
            output += Parts.sequence
            sequence.write(to: &output)
            output += Parts.previous
            previous.write(to: &output)
            output += Parts.channelPrevious
            channelPrevious.write(to: &output)
            output.append(UInt8(ascii: "\""))
        }
        output += Parts.epoch
        output.append(contentsOf: epoch.utf8)
        output += Parts.data
        output += data
        output.append(UInt8(ascii: "}"))
        return output
    }

    /// The constant parts of a body, made once.
    private enum Parts {
        static let start = Array(#"{"specversion":"1.0","#.utf8)
        static let subject = Array(#","subject":""#.utf8)
        static let time = Array(#","time":"#.utf8)
        static let contentType = Array(#","datacontenttype":"application/json""#.utf8)
        static let sequence = Array(#","sequence":""#.utf8)
        static let previous = Array(#"","previous":""#.utf8)
        static let channelPrevious = Array(#"","channelprevious":""#.utf8)
        static let epoch = Array(#","epoch":""#.utf8)
        static let data = Array(#"","data":"#.utf8)
    }
}
