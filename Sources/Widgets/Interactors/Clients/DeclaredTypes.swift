// SPDX-License-Identifier: MIT

import Wire

/// The types that the views and intents of some widget types name, each once; those that a type needs come before it.
struct DeclaredTypes {
    /// A type and the values that it has.
    struct Declared {
        let type: Schema.TypeName
        let schema: Schema
    }

    private(set) var types: [Declared] = []
    private var met: Set<String> = []
    private let known: Set<String>

    /// - Parameters:
    ///   - widgets: The widget types.
    ///   - known: The names of types that are there already.
    ///   - hasBase: Whether the types of what every view has are among them.
    init(_ widgets: [WidgetDeclaration], besides known: Set<String> = [], hasBase: Bool = true) {
        self.known = known
        if hasBase { Schema.viewMembers([]).forEach { add($0.schema) } }
        for member in widgets.flatMap({ $0.members + $0.intents.flatMap(\.data) }) {
            add(member.schema)
        }
    }

    var names: Set<String> { Set(types.map(\.type.name)) }

    /// A record of any type is one of a type that the program chooses, where both are declared.
    private mutating func generalize(_ name: Schema.TypeName, _ schema: Schema) {
        guard !schema.parameters.isEmpty, let place = types.firstIndex(where: { $0.type == name }),
            types[place].schema.parameters.isEmpty
        else { return }
        types[place] = Declared(type: name, schema: schema)
    }

    private mutating func add(_ schema: Schema) {
        switch schema {
        case .named(let name, let schema):
            guard met.insert(name.name).inserted else { return generalize(name, schema) }
            add(schema)
            if !known.contains(name.name) { types.append(Declared(type: name, schema: schema)) }
        case .list(let schema, _), .map(let schema), .nullable(let schema): add(schema)
        case .oneOf(let schemas): schemas.forEach { add($0) }
        case .tuple(let members), .object(let members, _): members.forEach { add($0.schema) }
        case .any, .text, .boolean, .integer, .number, .choice, .value, .attribute, .part, .range: break
        }
    }
}

extension Schema {
    /// The schema without the names that clients have for it.
    var unnamed: Schema {
        switch self {
        case .named(_, let schema): schema.unnamed
        default: self
        }
    }

    /// The types that the program chooses itself, such as that of its records.
    ///
    /// `HierarchicalItem` and its like, which hold values of themselves, end with their depth.
    var parameters: [TypeName] {
        switch self {
        case .named(let name, _) where name.isParameter: [name]
        case .named(_, let schema), .list(let schema, _), .map(let schema), .nullable(let schema): schema.parameters
        case .oneOf(let schemas): Self.union(schemas)
        case .tuple(let members), .object(let members, _): Self.union(members.map(\.schema))
        case .any, .text, .boolean, .integer, .number, .choice, .value, .attribute, .part, .range: []
        }
    }

    private static func union(_ schemas: [Schema]) -> [TypeName] {
        schemas.flatMap(\.parameters).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// Text that is printed, line by line.
struct PrintedLines {
    private(set) var lines: [String] = []
    private let indentation: String

    init(indentation: String = "    ") { self.indentation = indentation }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func add(_ level: Int = 0, _ added: String...) {
        lines += added.map { $0.isEmpty ? "" : String(repeating: indentation, count: level) + $0 }
    }

    mutating func space() { lines.append("") }

    /// Cuts a text into its first sentence and the rest of it.
    static func sentences(_ text: String) -> [String] {
        let text = text.last == " " ? String(text.dropLast()) : text
        guard let end = text.firstRange(of: ". ") else { return [text] }
        return [String(text[..<end.lowerBound]) + ".", String(text[end.upperBound...])]
    }

    /// Breaks a text into lines of so many characters at most.
    static func wrapped(_ text: String, at width: Int) -> [String] {
        text.split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}
