// SPDX-License-Identifier: MIT

extension Schema {
    /// A part of an app that a value names, and what the name is for.
    public struct Part: Sendable, Hashable {
        public enum Kind: String, RecordValue, CaseIterable {
            case searcher
            case filterState = "filter state"
        }

        /// The use of the named part.
        public enum Role: Sendable, Hashable {
            /// Listens to what it says.
            case heard
            /// Sends it intents.
            case asked
        }

        public let kind: Kind
        /// What is done with it.
        public let role: Role
        /// The types of searcher that will do; empty where all do.
        public let types: [String]
        /// The member beside the name that says which attribute the searcher must be about.
        public let attribute: String?

        public init(_ kind: Kind, _ role: Role, types: [String] = [], attribute: String? = nil) {
            self.kind = kind
            self.role = role
            self.types = types
            self.attribute = attribute
        }
    }

    /// A name that a value holds, where in it, and what it is the name of.
    public struct NamedPart: Sendable, Hashable {
        /// The way to the name: names of members and places in lists, from 0.
        public let path: [String]
        public let part: Part
        public let name: String
    }

    /// How long the name of a part of an app may be, in bytes.
    public static let longestPartName = 48

    /// The parts of an app that a value names, in the order of the schema's members.
    ///
    /// What the schema does not admit is passed over. Reads the value once for each alternative of a `oneOf`.
    public func parts(in value: JSON) -> [NamedPart] {
        switch (self, value.read) {
        case (.part(let part), .string(let name)):
            return [NamedPart(path: [], part: part, name: name)]
        case (.list(let element, _), .array(let elements)):
            return elements.enumerated().flatMap { element.parts(in: $0.element, at: "\($0.offset)") }
        case (.map(let schema), .object(let object)):
            return object.members.flatMap { schema.parts(in: $0.value, at: $0.key) }
        case (.object(let members, _), .object(let object)):
            return members.flatMap { member in
                object[member.name].map { member.schema.parts(in: $0, at: member.name) } ?? []
            }
        case (.oneOf(let schemas), let value):
            return schemas.first { $0.problem(with: value) == nil }?.parts(in: value) ?? []
        case (.nullable(let schema), let value), (.named(_, let schema), let value): return schema.parts(in: value)
        default: return []
        }
    }

    private func parts(in value: JSON, at place: String) -> [NamedPart] {
        parts(in: value).map { NamedPart(path: [place] + $0.path, part: $0.part, name: $0.name) }
    }
}
