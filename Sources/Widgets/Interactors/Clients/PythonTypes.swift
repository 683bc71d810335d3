// SPDX-License-Identifier: MIT

import Wire

/// The Python types of views and of the data of intents: a `TypedDict` each.
public struct PythonTypes {
    private static let keywords: Set<String> = ["from", "in", "is", "class", "import", "global", "pass", "def", "not"]

    private let widgets: [WidgetDeclaration]
    private let types: DeclaredTypes
    private let known: Set<String>
    private var out = PrintedLines()

    /// - Parameters:
    ///   - widgets: The widget types.
    ///   - known: Those that `searchbus_client.widgets` has already: empty for its own.
    public init(_ widgets: [WidgetDeclaration], besides known: [WidgetDeclaration] = []) {
        self.widgets = widgets
        self.known = known.isEmpty ? [] : DeclaredTypes(known).names
        types = DeclaredTypes(widgets, besides: self.known)
    }

    public var source: String {
        var printer = self
        printer.printAll()
        return printer.out.text
    }

    private mutating func printAll() {
        if known.isEmpty { out.add(0, "# SPDX-License-Identifier: MIT") }
        out.add(0, "\"\"\"", "The views of the widget types, and the data of their intents.")
        out.space()
        out.add(0, "Printed by `searchbus widgets --python` from what the widget types declare; do not edit.", "\"\"\"")
        out.space()
        out.add(0, "from __future__ import annotations")
        out.space()
        out.add(0, "from typing import TYPE_CHECKING, Any, List, Literal, TypedDict")
        out.space()
        out.add(0, "if TYPE_CHECKING:", "    from typing_extensions import NotRequired")
        if !known.isEmpty {
            let used = DeclaredTypes(widgets, hasBase: false).types.filter {
                known.contains($0.type.name) && !$0.type.isParameter
            }
            let names = ["View"] + used.map { Self.name($0.type) }.sorted()
            out.space()
            out.add(0, "from searchbus_client.widgets import \(names.joined(separator: ", "))")
        }
        for type in types.types where !type.type.isParameter { printType(type) }
        if known.isEmpty { printDictionary("View", "What every view has.", Schema.viewMembers([])) }
        for widget in widgets {
            let summary = "The view of a widget of the type `\(widget.type)`. \(widget.summary)"
            printDictionary(widget.view, summary, widget.members, base: "View")
            for intent in widget.intents where !intent.data.isEmpty {
                let name = widget.name + WidgetDeclaration.typeName(intent.name)
                printDictionary(
                    name,
                    "The data of `\(intent.name)` to a `\(widget.type)`. \(intent.summary)",
                    intent.data
                )
            }
        }
    }

    private mutating func printType(_ declared: DeclaredTypes.Declared) {
        let name = Self.name(declared.type)
        if case .object(let members, _) = declared.schema {
            return printDictionary(name, declared.type.summary, members)
        }
        out.space()
        out.space()
        out.add(0, "\(name) = \(text(declared.schema))", "\"\"\"\(declared.type.summary)\"\"\"")
    }

    private mutating func printDictionary(
        _ name: String,
        _ summary: String,
        _ members: [Schema.Member],
        base: String = "TypedDict"
    ) {
        out.space()
        out.space()
        guard members.allSatisfy({ !Self.keywords.contains($0.name) }) else {
            let pairs = members.map { "\"\($0.name)\": \"\(annotation($0))\"" }
            out.add(0, "\(name) = TypedDict(\"\(name)\", {\(pairs.joined(separator: ", "))})")
            return out.add(0, "\"\"\"\(summary)\"\"\"")
        }
        out.add(0, "class \(name)(\(base)):")
        document(summary)
        out.space()
        for member in members {
            out.add(1, "\(member.name): \(annotation(member))")
            document(member.summary)
        }
    }

    private mutating func document(_ text: String) {
        let sentences = PrintedLines.sentences(text)
        guard sentences.count > 1 else { return out.add(1, "\"\"\"\(text)\"\"\"") }
        out.add(1, "\"\"\"", sentences[0], "", sentences[1], "\"\"\"")
    }

    private func annotation(_ member: Schema.Member) -> String {
        let type = text(member.schema)
        return member.isRequired ? type : "NotRequired[\(type)]"
    }

    private func text(_ schema: Schema) -> String {
        switch schema {
        case .any: "Any"
        case .text, .attribute, .part: "str"
        case .boolean: "bool"
        case .integer: "int"
        case .number: "float"
        case .choice(let words): "Literal[\(words.map { "\"\($0)\"" }.joined(separator: ", "))]"
        case .value: "str | float | bool"
        case .list(let element, _): "List[\(text(element))]"
        case .tuple(let members):
            "List[\(union(members.map { text($0.schema) }))]"
        case .range(isOpen: true): "List[float | None]"
        case .range(isOpen: false): "List[float]"
        case .map(let schema): "dict[str, \(text(schema))]"
        case .object: "dict[str, Any]"
        case .oneOf(let schemas): union(schemas.map { text($0) })
        case .nullable(let schema): "\(text(schema)) | None"
        case .named(let name, _) where name.isParameter: "dict[str, Any]"
        case .named(let name, _): Self.name(name)
        }
    }

    private func union(_ types: [String]) -> String {
        types.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: " | ")
    }

    private static func name(_ type: Schema.TypeName) -> String { type.name.filter { $0 != "." } }
}
