// SPDX-License-Identifier: MIT

import Wire

/// What attributes an index of an engine has, as far as the engine tells: what `searchbus check` holds an app against.
public struct IndexShape: JSONRecord {
    /// What can be done with the values of an attribute.
    public struct Attribute: JSONRecord {
        public var name = ""
        public var type = ""
        public var isCountable = false
        public var isComparable = false

        public static let fields: [Field] = [
            Field("name", \.name, "The name; nested ones are written with dots."),
            Field("type", \.type, "What the engine calls the type of its values, such as `keyword`."),
            Field("countable", \.isCountable, "Whether its values can be counted and filtered."),
            Field("comparable", \.isComparable, "Whether it has numbers that can be compared."),
        ]

        public init() {}

        public init(_ name: String, type: String, isCountable: Bool, isComparable: Bool) {
            self.name = name
            self.type = type
            self.isCountable = isCountable
            self.isComparable = isComparable
        }
    }

    public var isComplete = false
    public var attributes: [Attribute] = []
    public var primaryKey: String?
    public var version: String?

    public static let fields: [Field] = [
        Field("complete", \.isComplete, "Whether there are no others."),
        Field("attributes", \.attributes, "The attributes, in the engine's order."),
        Field("primaryKey", \.primaryKey, "The attribute that tells records apart, where each index chooses one."),
        Field("version", \.version, "The engine's version, where requests depend on it."),
    ]

    public init() {}

    public init(attributes: [Attribute], isComplete: Bool = true, primaryKey: String? = nil, version: String? = nil) {
        self.attributes = attributes
        self.isComplete = isComplete
        self.primaryKey = primaryKey
        self.version = version
    }

    /// The attribute of a name; `nil` where none is known.
    public subscript(name: String) -> Attribute? { attributes.first { $0.name == name } }
}
