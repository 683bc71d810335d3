// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What attributes an index of an engine has, as far as the engine tells: what `searchbus check` holds an app against.
public struct IndexShape: Sendable, Hashable {
    /// What can be done with the values of an attribute.
    public struct Attribute: Sendable, Hashable {
        /// The name; nested ones are written with dots.
        public let name: String
        /// What the engine calls the type of its values, such as `keyword`.
        public let type: String
        /// Whether its values can be counted and filtered.
        public let isCountable: Bool
        /// Whether it has numbers that can be compared.
        public let isComparable: Bool

        public init(_ name: String, type: String, isCountable: Bool, isComparable: Bool) {
            self.name = name
            self.type = type
            self.isCountable = isCountable
            self.isComparable = isComparable
        }
    }

    /// The attributes, in the engine's order.
    public let attributes: [Attribute]
    /// Whether there are no others.
    public let isComplete: Bool
    /// The attribute that tells records apart, where the engine lets each index choose one; `nil` where it is not known.
    public let primaryKey: String?
    /// The engine's version, where what it is asked depends on it; `nil` where it is not known.
    public let version: String?

    public init(attributes: [Attribute], isComplete: Bool = true, primaryKey: String? = nil, version: String? = nil) {
        self.attributes = attributes
        self.isComplete = isComplete
        self.primaryKey = primaryKey
        self.version = version
    }

    /// The attribute of a name; `nil` where none is known.
    public subscript(name: String) -> Attribute? { attributes.first { $0.name == name } }
}

extension IndexShape: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            attributes: try json.list("attributes").map { attribute in
                Attribute(
                    try attribute.requiredString("name"),
                    type: attribute["type"]?.string ?? "",
                    isCountable: attribute["countable"]?.bool ?? false,
                    isComparable: attribute["comparable"]?.bool ?? false
                )
            },
            isComplete: json["complete"]?.bool ?? false,
            primaryKey: json["primaryKey"]?.string,
            version: json["version"]?.string
        )
    }

    public var json: JSON {
        let list = attributes.map { attribute -> JSON in
            [
                "name": .string(attribute.name), "type": .string(attribute.type),
                "countable": .bool(attribute.isCountable), "comparable": .bool(attribute.isComparable),
            ]
        }
        var members = JSONObject([("complete", .bool(isComplete)), ("attributes", .array(list))])
        members["primaryKey"] = primaryKey.map(JSON.string)
        members["version"] = version.map(JSON.string)
        return .object(members)
    }
}
