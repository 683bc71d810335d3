// SPDX-License-Identifier: MIT

import Wire

/// The TypeScript types of views and intents, for programs that import the client module.
public struct TypeScriptTypes {
    private let widgets: [WidgetDeclaration]
    private let types: DeclaredTypes
    private let known: Set<String>
    private var out = PrintedLines(indentation: "  ")

    /// - Parameters:
    ///   - widgets: The widget types.
    ///   - known: Those that `widgets.d.ts` has already: empty for its own.
    public init(_ widgets: [WidgetDeclaration], besides known: [WidgetDeclaration] = []) {
        self.widgets = widgets
        self.known = known.isEmpty ? [] : DeclaredTypes(known).names
        types = DeclaredTypes(widgets, besides: self.known)
    }

    /// The declaration file.
    public var source: String {
        var printer = self
        printer.printAll()
        return printer.out.text
    }

    private mutating func printAll() {
        if known.isEmpty { out.add(0, "// SPDX-License-Identifier: MIT", "") }
        out.add(0, "// Printed by `searchbus widgets --typescript` from what the widget types declare; do not edit.")
        printImports()
        for type in types.types where !type.type.isParameter { printType(type) }
        for widget in widgets { printWidget(widget) }
        out.space()
        comment(0, "The views and the intents of widget types, by the name of the type.")
        out.add(0, "export interface \(known.isEmpty ? "WidgetTypes" : "OwnWidgetTypes") {")
        for widget in widgets {
            let intents = widget.intents.isEmpty ? "{}" : "\(widget.name)Intents"
            out.add(1, "\"\(widget.type)\": { view: \(widget.view); intents: \(intents) };")
        }
        out.add(0, "}")
    }

    private mutating func printImports() {
        out.space()
        if known.isEmpty {
            comment(0, "What every view has.")
            printInterface("BasicView", Schema.viewMembers([]), isOpen: true)
        } else {
            let used = DeclaredTypes(widgets, hasBase: false).types.filter {
                known.contains($0.type.name) && !$0.type.isParameter
            }
            let names = ["BasicView"] + used.map { Self.name($0.type) }.sorted()
            out.add(0, "import type { \(names.joined(separator: ", ")) } from \"./widgets.js\";")
        }
    }

    private mutating func comment(_ level: Int, _ text: String) {
        out.add(level, "/** \(PrintedLines.sentences(text).joined(separator: " ")) */")
    }

    private mutating func printType(_ declared: DeclaredTypes.Declared) {
        out.space()
        comment(0, declared.type.summary)
        let name = Self.name(declared.type)
        if case .object(let members, let isOpen) = declared.schema {
            printInterface(name, members, isOpen: isOpen)
        } else {
            out.add(0, "export type \(name) = \(text(declared.schema));")
        }
    }

    private mutating func printWidget(_ widget: WidgetDeclaration) {
        out.space()
        comment(0, "The view of a widget of the type `\(widget.type)`. \(widget.summary)")
        printInterface(widget.view, widget.members, base: " extends BasicView")
        guard !widget.intents.isEmpty else { return }
        out.space()
        comment(0, "The intents of a widget of the type `\(widget.type)`, each with its data.")
        out.add(0, "export interface \(widget.name)Intents {")
        for intent in widget.intents {
            if !intent.summary.isEmpty { comment(1, intent.summary) }
            out.add(1, "\"\(intent.name)\": \(object(intent.data, isOpen: false));")
        }
        out.add(0, "}")
    }

    private mutating func printInterface(
        _ name: String,
        _ members: [Schema.Member],
        isOpen: Bool = false,
        base: String = ""
    ) {
        let parameters = Schema.object(members).parameters.map { "\($0.name) = { [member: string]: unknown }" }
        let generic = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
        out.add(0, "export interface \(name)\(generic)\(base) {")
        for member in members {
            comment(1, member.summary)
            out.add(1, "\(property(member));")
        }
        if isOpen { out.add(1, "[member: string]: unknown;") }
        out.add(0, "}")
    }

    private func property(_ member: Schema.Member) -> String {
        "\(member.name)\(member.isRequired ? "" : "?"): \(text(member.schema))"
    }

    private func object(_ members: [Schema.Member], isOpen: Bool) -> String {
        if members.isEmpty { return isOpen ? "{ [member: string]: unknown }" : "Record<string, never>" }
        let properties = members.map(property) + (isOpen ? ["[member: string]: unknown"] : [])
        return "{ \(properties.joined(separator: "; ")) }"
    }

    private func text(_ schema: Schema) -> String {
        switch schema {
        case .any: "unknown"
        case .text, .attribute, .part: "string"
        case .boolean: "boolean"
        case .integer, .number: "number"
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " | ")
        case .value: "string | number | boolean"
        case .list(let element, _):
            text(element).contains(" | ") && !"[{".contains(text(element).prefix(1))
                ? "(\(text(element)))[]" : "\(text(element))[]"
        case .tuple(let members):
            "[\(members.map { "\($0.name): \(text($0.schema))" }.joined(separator: ", "))]"
        case .range(let isOpen):
            isOpen ? "[low: number | null, high: number | null]" : "[low: number, high: number]"
        case .map(let schema): "{ [name: string]: \(text(schema)) }"
        case .object(let members, let isOpen): object(members, isOpen: isOpen)
        case .oneOf(let schemas): schemas.map(text).joined(separator: " | ")
        case .nullable(let schema): "\(text(schema)) | null"
        case .named(let name, _) where name.isParameter: name.name
        case .named(let name, let schema): Self.name(name) + arguments(schema)
        }
    }

    private func arguments(_ schema: Schema) -> String {
        let parameters = schema.parameters.map(\.name)
        return parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    }

    private static func name(_ type: Schema.TypeName) -> String { type.name.filter { $0 != "." } }
}
