// SPDX-License-Identifier: MIT

import Interactors
import RandomTesting
import SearchClient
import Testing
import Wire

/// Views are decoded as the widget types declare them, including types that `SearchClient` implements by hand.
@Suite struct DeclaredViewTests {
    @Test(arguments: WidgetTypes.views.keys.sorted())
    func `any view that the declaration admits is read, and others are refused`(type: String) throws {
        let view = try #require(WidgetTypes.views[type])
        let schema = try #require(InteractorRegistry.type(named: type)?.viewSchema)
        for seed in testSeed..<testSeed + 100 {
            var random = SeededGenerator(seed: seed)
            let json = random.value(of: schema)
            #expect(throws: Never.self, "seed \(seed): \(json.text)") { try view.init(json: json) }
            var later = json.object ?? JSONObject()
            later["ofALaterVersion"] = [1, ["a": true]]
            #expect(throws: Never.self) { try view.init(json: .object(later)) }
            later["phase"] = nil
            #expect(throws: JSONError.self) { try view.init(json: .object(later)) }
        }
    }
}
