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
    /// The data as JSON text.
    public let data: [UInt8]

    /// What the broker alone writes.
    private static let reserved: Set<String> = [
        "specversion", "subject", "sequence", "previous", "channelprevious", "epoch", "data", "data_base64",
        "datacontenttype", "time",
    ]

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
            guard let members = try JSON(parsing: attributes, limits: JSONLimits(depth: 2, values: 128)).object else {
                throw JSONError("the attributes are no object")
            }
            self.init(topic: topic, data: data, checked: try ReceivedEvent.check(members))
            try JSONValidator.validate(data)
        } catch let error as JSONError {
            throw SearchBusError(.invalidEvent, "An event for \(topic) is wrong: \(error).")
        }
    }

    private init(topic: Topic, data: [UInt8], checked: (id: String, time: String?, attributes: [UInt8])) {
        self.topic = topic
        self.data = data
        id = checked.id
        time = checked.time
        attributes = checked.attributes
    }

    private static func check(_ members: JSONObject) throws -> (id: String, time: String?, attributes: [UInt8]) {
        let json = JSON.object(members)
        let id = try text("id", in: json)
        _ = try text("source", in: json)
        _ = try text("type", in: json)
        var kept = JSONObject()
        for (key, value) in members.members where !reserved.contains(key) {
            guard (1...20).contains(key.utf8.count),
                key.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
            else { throw JSONError("`\(key.prefix(40))` is no attribute name: 1 to 20 lower-case letters and digits") }
            switch value {
            case .string, .bool, .int: kept[key] = value
            case .null: break
            default: throw JSONError("`\(key)` is not a string, an integer or a truth value")
            }
        }
        var bytes: [UInt8] = []
        kept.writeMembers(to: &bytes)
        return (id, json["time"]?.string, bytes)
    }

    private static func text(_ key: String, in json: JSON) throws -> String {
        let value = try json.requiredString(key)
        guard (1...256).contains(value.utf8.count) else { throw JSONError("`\(key)` must have 1 to 256 bytes") }
        return value
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
        output += Array(#"{"specversion":"1.0","#.utf8)
        output += attributes
        if let session = topic.session { output += Array(#","subject":"\#(session)""#.utf8) }
        output += Array(#","time":"#.utf8)
        JSON.writeString(time ?? now, to: &output)
        output += Array(#","datacontenttype":"application/json""#.utf8)
        if topic.kind.isStored {
            output += Array(#","sequence":"\#(sequence)","previous":"\#(previous)""#.utf8)
            output += Array(#","channelprevious":"\#(channelPrevious)""#.utf8)
        }
        output += Array(#","epoch":"\#(epoch)","data":"#.utf8)
        output += data
        output.append(UInt8(ascii: "}"))
        return output
    }
}
