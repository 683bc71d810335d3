// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Interactors
import RandomTesting
import Testing
import Wire

@Suite struct WidgetReferenceTests {
    @Test func `the reference page in docs is what the types declare`() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "docs/widget-types.md"), encoding: .utf8)
        let isTrue = page == WidgetReference().markdown
        #expect(isTrue, "write it anew: searchbus widgets --markdown > docs/widget-types.md")
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
