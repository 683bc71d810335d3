// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Interactors
import Wire

/// Tells which widget types there are, and what they declare.
struct WidgetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgets",
        abstract: "List the widget types: their parameters, intents and views.",
        discussion: """
            Without a type, a line for each. With one, its full declaration.

              searchbus widgets
              searchbus widgets refinement-list
              searchbus widgets --json

            Exit codes: 0 done; 64 unknown type.
            """
    )

    @Argument(help: "The widget type.")
    var type: String?

    @Flag(help: "Print JSON Schemas.")
    var json = false

    @Flag(help: "Print the reference as Markdown.")
    var markdown = false

    func run() throws {
        let types = try type.map { [try Self.type(named: $0)] } ?? InteractorRegistry.types
        if json {
            let descriptions = types.map(WidgetTypeDescription.init).sorted { $0.name < $1.name }.map(\.json)
            print((type == nil ? .array(descriptions) : descriptions[0]).text)
        } else if markdown || type != nil {
            print(WidgetReference(types).markdown, terminator: "")
        } else {
            let descriptions = types.map(WidgetTypeDescription.init).sorted { $0.name < $1.name }
            let width = descriptions.map(\.name.count).max() ?? 0
            for type in descriptions {
                print("\(type.name)\(String(repeating: " ", count: width - type.name.count))  \(type.summary)")
            }
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
