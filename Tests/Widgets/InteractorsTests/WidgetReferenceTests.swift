// SPDX-License-Identifier: MIT

import Foundation
import Interactors
import RandomTesting
import Testing
import Wire

@Suite struct WidgetReferenceTests {
    /// The files that are generated from the types' declarations.
    private static let printed: [String: @Sendable () -> String] = [
        "docs/widget-types.md": { WidgetReference().markdown },
        "Sources/Client/SearchClient/Generated/WidgetTypes.swift": { SwiftTypes(WidgetDeclaration.all).source },
        "web/src/controllers/all.js": { ConsoleControllers().source },
        "web/client/widgets.d.ts": { TypeScriptTypes(WidgetDeclaration.all).source },
        "web/python-client/src/searchbus_client/widgets.py": { PythonTypes(WidgetDeclaration.all).source },
    ]

    /// `make record` writes the file again.
    @Test(arguments: printed.keys.sorted())
    func `a generated file is up to date`(path: String) throws {
        let file = Repository.root.appending(path: path)
        let text = Self.printed[path]?() ?? ""
        if ProcessInfo.processInfo.environment["SEARCHBUS_RECORD"] != nil {
            try Data(text.utf8).write(to: file)
        }
        let isUpToDate = try String(contentsOf: file, encoding: .utf8) == text
        #expect(isUpToDate, "\(path) is not what the widget types declare; `make record` writes it again")
    }

    /// Types with records of a program's own type, or a member that may be null and missing, unlike in JSON Schema.
    private static let special = ["filter-toggle", "geo-hits", "hits", "query-rule-data", "related-items"]

    @Test func `types are printed from a description as from the declaration`() throws {
        for widget in WidgetDeclaration.all
        where !Self.special.contains(widget.type) {
            let type = try #require(InteractorRegistry.type(named: widget.type))
            let described = try WidgetDeclaration(json: WidgetTypeDescription(type).json)
            let types = { (widget: WidgetDeclaration) in
                TypeScriptTypes([widget]).source.replacing(/element[12]:|text:|matches:/, with: "").split(
                    separator: "\n"
                )
                .filter { !$0.contains("/**") }
            }
            #expect(types(described) == types(widget))
        }
    }

    @Test func `types of a description that is not in the registry`() throws {
        let widget = try WidgetDeclaration(json: [
            "type": "price-steps", "summary": "Steps of prices.",
            "intents": [
                "set": [
                    "summary": "A step is chosen.",
                    "data": ["type": "object", "properties": ["step": ["type": "integer"]], "required": ["step"]],
                ]
            ],
            "view": [
                "type": "object", "required": ["steps"],
                "properties": [
                    "phase": ["type": "string"],
                    "steps": [
                        "type": "array", "description": "The steps.",
                        "items": [
                            "title": "PriceStep", "description": "A step.", "type": "object",
                            "properties": ["low": ["type": "number"], "from": ["title": "Facet"]], "required": ["low"],
                        ],
                    ],
                ],
            ],
        ])
        let swift = SwiftTypes([widget], besides: WidgetDeclaration.all).source
        #expect(swift.contains("public struct PriceStepsView: PhasedView, Hashable {"))
        #expect(swift.contains("public let steps: [PriceStep]"))
        #expect(swift.contains("public static func set(step: Int) -> Self {"))
        let script = TypeScriptTypes([widget], besides: WidgetDeclaration.all).source
        #expect(script.contains("import type { BasicView, Facet } from \"./widgets.js\";"))
        #expect(script.contains("\"set\": { step: number };"))
        let python = PythonTypes([widget], besides: WidgetDeclaration.all).source
        #expect(
            python.contains(
                "PriceStep = TypedDict(\"PriceStep\", {\"low\": \"float\", \"from\": \"NotRequired[Facet]\"})"
            )
        )
        #expect(throws: JSONError.self) { try WidgetDeclaration(json: ["type": "a b"]) }
    }

    @Test func `a description has a schema of the parameters, each intent's data and the view`() throws {
        for type in InteractorRegistry.types {
            let json = WidgetTypeDescription(type).json
            #expect(json["parameters"]?["type"] == "object")
            #expect(json["view"]?["properties"]?["phase"] != nil)
            for intent in type.intents { #expect(json["intents"]?[intent.name]?["data"]?["type"] == "object") }
        }
    }
}
