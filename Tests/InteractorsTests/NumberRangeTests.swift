// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct NumberRangeTests {
    typealias Tester = InteractorTester<NumberRangeInteractor>

    private func price(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(NumberRangeInteractor.self, .object(JSONObject([("attribute", "price")] + parameters)))
    }

    private func set(_ filters: JSON) -> JSON {
        ["group": ["kind": "and", "name": "price"], "attribute": "price", "filters": filters]
    }

    @Test func `bounds come with every answer and never filter`() throws {
        let price = try price()
        #expect(
            price.view == [
                "phase": "idle", "attribute": "price", "title": "price", "bounds": .null, "range": .null,
                "outside": false,
                "precision": 0,
            ]
        )
        price.answer(1, SearchResponse.Hits(stats: ["price": 3.5...999]))
        price.expectView(["bounds": [3.5, 999]])
        price.answer(2, SearchResponse.Hits(stats: ["price": 10...20]))
        price.expectView(["bounds": [10, 20]])
        price.answer(3, SearchResponse.Hits(page: 1))
        price.expectView(["bounds": [10, 20]])
        price.answer(4, SearchResponse.Hits())
        price.expectView(["bounds": .null])
    }

    @Test func `a range is handed on as given`() throws {
        let price = try price()
        price.answer(1, SearchResponse.Hits(stats: ["price": 5...100]))
        price.send("set-range", ["range": [5, 2_000]])
        price.expect(
            "set-filters",
            to: "main",
            set([["type": "numeric", "attribute": "price", "range": [5, 2_000]]])
        )
        price.send("set-range", ["range": .null])
        price.expect("set-filters", to: "main", set([]))
        price.send("clear")
        price.expect("set-filters", to: "main", set([]))
    }

    @Test func `a selection outside of new bounds is kept and shown as such`() throws {
        let price = try price()
        price.filters(.and("price", .range("price", 10...50)))
        price.answer(1, SearchResponse.Hits(stats: ["price": 5...100]))
        price.expectView(["range": [10, 50], "outside": false])
        price.answer(2, SearchResponse.Hits(stats: ["price": 60...100]))
        price.expectView(["range": [10, 50], "outside": true])
    }

    @Test func `only the range on the widget's own attribute is its selection`() throws {
        let price = try price()
        price.filters(
            .and("price", .range("weight", 0...1), .comparison("price", .greater, 3), .range("price", 1...9)),
            .or("price", .range("price", 5...6))
        )
        price.expectView(["range": [1, 9]])
        price.filters()
        price.expectView(["range": .null])
    }

    @Test func `an initial range becomes a filter, and needs are told`() throws {
        let price = try price([("range", [10, 200])])
        #expect(
            price.widget.initialFilters == [
                InitialFilter(group: FilterGroup.ID(kind: .and, name: "price"), filter: .range("price", 10...200))
            ]
        )
        #expect(price.widget.needs == SearchNeeds(stats: ["price"]))
    }

    @Test func `nonsense is rejected`() throws {
        let price = try price()
        price.sendRejected("set-range", [:], "`range` is missing")
        price.sendRejected("set-range", ["range": [9, 1]], "in order")
        price.sendRejected("set-range", ["range": [1]], "two numbers")
        price.sendRejected("set-range", ["range": ["1", 2]], "two numbers")
        price.sendRejected("set-range", ["range": 7], "two numbers")
        price.sendRejected("select", [:], "does not understand")
        #expect(throws: ParameterError.self) { try self.price([("range", [2, 1])]) }
        #expect(throws: ParameterError.self) { try self.price([("precision", 11)]) }
    }
}
