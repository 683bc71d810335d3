// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Interactors
import Runtime
import Wire

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
              searchbus widgets my-widget.json --python

            A file describes a widget type of your own, as --json describes those that come with SearchBus; types can be
            printed for it.

            Exit codes: 0 done; 64 unknown type; 65 invalid description.
            """
    )

    @Argument(help: "The widget type, or a JSON file that describes one.")
    var type: String?

    @Flag(exclusivity: .exclusive)
    var output: Output?

    func run() throws {
        if let type, type.hasSuffix(".json") {
            return Executable.report { try printTypes(of: [Self.declaration(in: type)], isOwn: true) }
        }
        let types = try type.map { [try Self.type(named: $0)] } ?? InteractorRegistry.types
        let descriptions = types.map(WidgetTypeDescription.init).sorted { $0.name < $1.name }
        switch output {
        case .json: print((type == nil ? .array(descriptions.map(\.json)) : descriptions[0].json).text)
        case .swift, .typescript, .python:
            try printTypes(of: descriptions.map { WidgetDeclaration($0.type) }, isOwn: false)
        case nil where type == nil:
            let width = descriptions.map(\.name.count).max() ?? 0
            for type in descriptions {
                print("\(type.name)\(String(repeating: " ", count: width - type.name.count))  \(type.summary)")
            }
        case nil, .markdown: print(WidgetReference(types).markdown, terminator: "")
        }
    }

    /// Prints the types of clients; those of a widget type of one's own come on top of those of SearchBus.
    private func printTypes(of widgets: [WidgetDeclaration], isOwn: Bool) throws {
        let known = isOwn ? WidgetDeclaration.all : []
        switch output {
        case .swift: print(SwiftTypes(widgets, besides: known).source, terminator: "")
        case .typescript: print(TypeScriptTypes(widgets, besides: known).source, terminator: "")
        case .python: print(PythonTypes(widgets, besides: known).source, terminator: "")
        case .json, .markdown, nil:
            throw SearchBusError(
                .invalidArgument,
                "A description in a file has no other form than the types of clients.",
                remedy: "Add --swift, --typescript or --python."
            )
        }
    }

    private static func declaration(in path: String) throws -> WidgetDeclaration {
        do {
            return try WidgetDeclaration(json: JSON(parsing: Data(contentsOf: URL(filePath: path))))
        } catch let error as JSONError {
            throw SearchBusError(
                .invalidRecord,
                "\(path) does not describe a widget type: \(error)",
                remedy: "`searchbus widgets TYPE --json` shows a description."
            )
        } catch {
            throw SearchBusError(
                .invalidArgument,
                "Cannot read \(path): \(error.localizedDescription)",
                remedy: "Name a file with the description of a widget type."
            )
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
