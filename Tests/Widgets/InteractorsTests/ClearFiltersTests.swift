// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct ClearFiltersTests {
    typealias Tester = InteractorTester<ClearFiltersInteractor>

    private let brand = FilterGroup.or("brand", .facet("brand", "Apple"), .facet("brand", "Sony"))
    private let price = FilterGroup.and("price", .range("price", 1...10))

    @Test func `it counts what it would clear, and clears it`() throws {
        let button = try Tester(ClearFiltersInteractor.self)
        #expect(button.view == ["phase": "idle", "enabled": false, "count": 0])
        button.filters(brand, price)
        #expect(button.view == ["phase": "ready", "enabled": true, "count": 3])
        button.send("clear")
        #expect(button.filters.isEmpty)
        button.expectView(["enabled": false, "count": 0])
        button.send("clear", [:], .unchanged)
    }

    @Test(
        arguments: [
            (["attributes": ["price"]], 1), (["attributes": ["price"], "except": true], 2), (["attributes": []], 0),
            (["groups": [["kind": "or", "name": "brand"]]], 2), (["groups": [["kind": "and", "name": "brand"]]], 0),
            (["groups": [["kind": "or", "name": "brand"]], "attributes": ["price"]], 3), (["except": true], 3),
            (["groups": [["kind": "or", "name": "brand", "type": "facet"]]], 2),
            (["groups": [["kind": "or", "name": "brand", "type": "tag"]]], 0),
        ] as [(JSON, Int)]
    )
    func `only the filters in its scope count`(_ parameters: JSON, _ count: Int) throws {
        let button = try Tester(ClearFiltersInteractor.self, parameters)
        button.filters(brand, price)
        button.expectView(["count": JSON(count)])
        button.send("clear", [:], count > 0 ? .applied : .unchanged)
        #expect(button.filters.count == 3 - count)
    }

    @Test func `an intent that the state store carries out is rejected where a host folds it`() throws {
        let configuration = WidgetConfiguration(name: "clear", type: "clear-filters", filterState: "main")
        let widget = try ClearFiltersInteractor(configuration)
        var state = widget.initialState
        let effects = widget.take(.intent(Intent(type: "clear")), into: &state)
        guard case .rejected(let error)? = effects.outcome else {
            Issue.record("the outcome is \(String(describing: effects.outcome))")
            return
        }
        #expect(error.message.contains("does not understand `clear`"))
    }

    @Test func `nonsense is rejected`() throws {
        try Tester(ClearFiltersInteractor.self).sendRejected("remove", [:], "does not understand")
        #expect(throws: ParameterError.self) { try Tester(ClearFiltersInteractor.self, filterState: nil) }
    }
}
