// SPDX-License-Identifier: MIT

import Wire

/// What the broker says four times a second, so that a subscriber notices even the loss of a last event.
public struct Heartbeat: Sendable, Hashable {
    public static let topic = "bus/heartbeat/"
    public static let type = "searchbus.bus.heartbeat"

    /// The broker's version of SearchBus; `nil` from one that does not say.
    public let version: String?
    public let epoch: String
    /// A number that is new with every start of a broker.
    public let instance: String
    public let head: SequenceNumber
    /// The last sequence of every channel on which there was an event after `since`.
    public let heads: [String: SequenceNumber]
    /// A channel that is not in `heads` had no event after this place.
    public let since: SequenceNumber

    public init(
        epoch: String,
        instance: String,
        head: SequenceNumber,
        heads: [String: SequenceNumber],
        since: SequenceNumber,
        version: String? = nil
    ) {
        self.version = version
        self.epoch = epoch
        self.instance = instance
        self.head = head
        self.heads = heads
        self.since = since
    }
}

extension Heartbeat: JSONConvertible {
    public init(json: JSON) throws {
        func sequence(_ key: String) throws -> SequenceNumber {
            guard let value = SequenceNumber(try json.requiredString(key)) else {
                throw JSONError("`\(key)` is not a sequence number")
            }
            return value
        }
        var heads: [String: SequenceNumber] = [:]
        for member in json["heads"]?.object?.members ?? [] {
            guard let text = member.value.string, let head = SequenceNumber(text) else {
                throw JSONError("`heads` has an invalid sequence number")
            }
            heads[member.key] = head
        }
        self.init(
            epoch: try json.requiredString("epoch"),
            instance: try json.requiredString("instance"),
            head: try sequence("head"),
            heads: heads,
            since: try sequence("since"),
            version: json["version"]?.string
        )
    }

    public var json: JSON {
        var members = JSONObject([
            ("epoch", .string(epoch)), ("instance", .string(instance)), ("head", .string(head.description)),
            ("since", .string(since.description)),
        ])
        if let version { members["version"] = .string(version) }
        let heads = heads.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value.description)) }
        members["heads"] = .object(JSONObject(heads))
        return .object(members)
    }
}
