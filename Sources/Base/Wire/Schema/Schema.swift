// SPDX-License-Identifier: MIT

/// What a JSON value may be: a type, with its bounds.
///
/// One schema serves all who look at a value: it is checked against it (`problem(with:)`), described to people (`words`) and
/// to programs (`jsonSchema`).
public indirect enum Schema: Sendable, Hashable {
    case any
    /// A text, of at most so many bytes if a number is given.
    case text(maximum: Int?)
    case boolean
    /// A whole number within the range.
    case integer(ClosedRange<Int>)
    /// A number within the range.
    case number(ClosedRange<Double>)
    /// One of these words.
    case choice([String])
    /// A facet value: a text, a number or a boolean.
    case value
    /// The name of an attribute of records, 1 to 256 bytes; nested ones are written with dots.
    case attribute
    /// The name of a part of the app, 1 to 48 bytes.
    case part(Part)
    /// A list of at most so many elements.
    case list(Schema, maximum: Int)
    /// A list of exactly these elements, in this order.
    case tuple([Member])
    /// Two numbers, of which the second is not the lower; either may be null where it is open.
    case range(isOpen: Bool)
    /// An object of these members; others are refused unless it is open.
    case object([Member], isOpen: Bool)
    /// An object whose keys mean something themselves, such as names.
    case map(Schema)
    /// One of these schemas; the first that fits counts.
    case oneOf([Schema])
    /// Null, or what the schema says.
    case nullable(Schema)
    /// What the schema says; typed clients have a type of this name for it.
    case named(TypeName, Schema)

    /// The type that typed clients have for a schema.
    public struct TypeName: Sendable, Hashable {
        public let name: String
        /// What a value of the type is, in one sentence.
        public let summary: String
        /// What the words of a choice mean, where that needs a sentence.
        public let words: [String: String]
        /// Whether the program chooses the type itself, as for its records.
        public let isParameter: Bool

        public init(_ name: String, _ summary: String, words: [String: String] = [:], isParameter: Bool = false) {
            self.name = name
            self.summary = summary
            self.words = words
            self.isParameter = isParameter
        }
    }

    /// A member of an object: its name, what it may be, and what it is for.
    public struct Member: Sendable, Hashable {
        public let name: String
        /// The name of the property in Swift.
        public let property: String
        public let schema: Schema
        /// Whether it must be there.
        public let isRequired: Bool
        /// The value where it is not there.
        public let defaultValue: JSON
        /// What it is for, in one sentence.
        public let summary: String

        public init(
            _ name: String,
            _ schema: Schema,
            isRequired: Bool = false,
            default defaultValue: JSON = .null,
            property: String? = nil,
            _ summary: String
        ) {
            self.name = name
            self.property = property ?? name
            self.schema = schema
            self.isRequired = isRequired
            self.defaultValue = defaultValue
            self.summary = summary
        }
    }
}

extension Schema {
    /// A text of any length that the limits of the whole admit.
    public static var text: Schema { .text(maximum: nil) }

    /// Any whole number that JSON carries exactly.
    public static var integer: Schema { .integer(-9_007_199_254_740_992...9_007_199_254_740_992) }

    /// A whole number from 0 on.
    public static var count: Schema { .integer(0...9_007_199_254_740_992) }

    public static var number: Schema { .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude) }

    public static var texts: Schema { .list(.text, maximum: 1_000) }

    /// A list of any length that the limits of the whole admit.
    public static func list(_ element: Schema) -> Schema { .list(element, maximum: .max) }

    /// An object of these members and no others, which typed clients have a type for.
    public static func object(_ name: String, _ summary: String, _ members: [Member]) -> Schema {
        .named(TypeName(name, summary), .object(members))
    }

    /// One of these words, which typed clients have a type for; `words` says what some of them mean.
    public static func choice(
        _ choices: [String],
        _ name: String,
        _ summary: String,
        words: [String: String] = [:]
    ) -> Schema {
        .named(TypeName(name, summary, words: words), .choice(choices))
    }

    /// An object of these members and no others.
    public static func object(_ members: [Member]) -> Schema { .object(members, isOpen: false) }

    /// What the value may be, in words that follow "is not".
    public var words: String {
        switch self {
        case .any: "a value"
        case .text(nil): "a text"
        case .text(let maximum?): "a text of at most \(maximum) bytes"
        case .boolean: "true or false"
        case .integer(let range):
            "a whole number\(Self.words(range.lowerBound, range.upperBound, all: .integer == self))"
        case .number(let range):
            "a number"
                + Self.words(JSON.number(range.lowerBound), JSON.number(range.upperBound), all: .number == self)
        case .choice(let words): "one of: \(words.joined(separator: ", "))"
        case .value: "a text, a number or a boolean"
        case .attribute: "the name of an attribute (1 to 256 bytes)"
        case .part(let part):
            "the name of a \(part.kind.rawValue)"
                + (part.types.isEmpty ? "" : " of type \(part.types.joined(separator: " or "))")
        case .list(let element, let maximum):
            "a list" + (maximum < .max ? " of at most \(maximum)" : "") + ", each \(element.words)"
        case .tuple(let members): "a list of \(members.map(\.name).joined(separator: ", "))"
        case .range(isOpen: false): "two numbers in order"
        case .range(isOpen: true): "two numbers in order, of which one may be null"
        case .object(let members, _): "an object of \(members.map(\.name).joined(separator: ", "))"
        case .map(let schema): "an object, each member \(schema.words)"
        case .oneOf(let schemas): schemas.map(\.words).joined(separator: ", or ")
        case .nullable(let schema): "null or \(schema.words)"
        case .named(_, let schema): schema.words
        }
    }

    private static func words(_ low: some Any, _ high: some Any, all: Bool) -> String {
        if all { return "" }
        let (low, high) = ((low as? JSON)?.text ?? "\(low)", (high as? JSON)?.text ?? "\(high)")
        return high == "9007199254740992" ? " from \(low) on" : " from \(low) to \(high)"
    }
}
