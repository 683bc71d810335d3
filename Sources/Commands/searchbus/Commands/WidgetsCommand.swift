// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Interactors
import Wire

/// Tells which widget types there are, and what they declare.
struct WidgetsCommand: ParsableCommand {
    /// What is printed of the types, where it is not a list or the declaration of one.
    enum Output: String, EnumerableFlag {
        case json, markdown, swift, typescript, python

        static func help(for output: Output) -> ArgumentHelp? {
            switch output {
            case .json: "Print JSON Schemas."
            case .markdown: "Print the reference as Markdown."
            case .swift: "Print Swift types of views and intents, for SearchClient."
            case .typescript: "Print TypeScript types of views and intents."
            case .python: "Print Python types of views and intents."
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "widgets",
        abstract: "List the widget types: their parameters, intents and views.",
        discussion: """
            Without a type, a line for each. With one, its full declaration.

              searchbus widgets
              searchbus widgets refinement-list
              searchbus widgets --json
              searchbus widgets refinement-list --typescript

            Exit codes: 0 done; 64 unknown type.
            """
    )

    @Argument(help: "The widget type.")
    var type: String?

    @Flag(exclusivity: .exclusive)
    var output: Output?

    func run() throws {
        let types = try type.map { [try Self.type(named: $0)] } ?? InteractorRegistry.types
        let descriptions = types.map(WidgetTypeDescription.init).sorted { $0.name < $1.name }
        let declarations = descriptions.map { WidgetDeclaration($0.type) }
        switch output {
        case .json: print((type == nil ? .array(descriptions.map(\.json)) : descriptions[0].json).text)
        case .swift: print(SwiftTypes(declarations).source, terminator: "")
        case .typescript: print(TypeScriptTypes(declarations).source, terminator: "")
        case .python: print(PythonTypes(declarations).source, terminator: "")
        case nil where type == nil:
            let width = descriptions.map(\.name.count).max() ?? 0
            for type in descriptions {
                print("\(type.name)\(String(repeating: " ", count: width - type.name.count))  \(type.summary)")
            }
        case nil, .markdown: print(WidgetReference(types).markdown, terminator: "")
        }
    }

    private static func type(named name: String) throws -> any Interactor.Type {
        guard let type = InteractorRegistry.type(named: name) else {
            let known = InteractorRegistry.types.map { WidgetTypeDescription($0).name }.sorted().joined(separator: ", ")
            throw ValidationError("Unknown widget type `\(name)`. Known types: \(known).")
        }
        return type
    }
}
