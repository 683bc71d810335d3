// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Interactors
import RandomTesting
import Testing
import Wire

@Suite struct WidgetReferenceTests {
    /// The files that are printed from what the types declare.
    private static let printed: [String: @Sendable () -> String] = [
        "docs/widget-types.md": { WidgetReference().markdown },
        "Sources/Client/SearchClient/Generated/WidgetTypes.swift": { SwiftTypes(WidgetDeclaration.all).source },
        "web/client/widgets.d.ts": { TypeScriptTypes(WidgetDeclaration.all).source },
        "web/python-client/src/searchbus_client/widgets.py": { PythonTypes(WidgetDeclaration.all).source },
    ]

    /// `RECORD_SNAPSHOTS=1` writes the file again.
    @Test(arguments: printed.keys.sorted())
    func `a printed file is what the types declare`(path: String) throws {
        let file = Repository.root.appending(path: path)
        let text = Self.printed[path]?() ?? ""
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try Data(text.utf8).write(to: file)
        }
        let isTrue = try String(contentsOf: file, encoding: .utf8) == text
        #expect(isTrue, "\(path) is not what the widget types declare; write it again with RECORD_SNAPSHOTS=1")
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
