// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct NumberRangeTests {
    typealias Tester = InteractorTester<NumberRangeInteractor>

    private let id = FilterGroup.ID(kind: .and, name: "price")

    private func price(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(NumberRangeInteractor.self, .object(JSONObject([("attribute", "price")] + parameters)))
    }

    private func bounds(_ range: ClosedRange<Double>) -> SearchResponse.Hits {
        SearchResponse.Hits(stats: ["price": range])
    }

    @Test func `bounds come with every answer and never filter`() throws {
        let price = try price()
        #expect(
            price.view == [
                "phase": "idle", "attribute": "price", "title": "price", "bounds": .null, "range": .null,
                "outside": false, "precision": 0,
            ]
        )
        price.answer(1, bounds(3.5...999))
        price.expectView(["bounds": [3.5, 999]])
        price.answer(2, bounds(10...20))
        price.expectView(["bounds": [10, 20]])
        price.answer(3, SearchResponse.Hits())
        price.expectView(["bounds": .null])
        #expect(price.filters.isEmpty)
    }

    @Test func `without a search there are no bounds`() throws {
        let price = try price()
        price.answer(1, bounds(1...2))
        price.request(2, isAdmitted: false)
        price.expectView(["phase": "idle", "bounds": .null])
    }

    @Test func `a range is kept as given, whatever the bounds`() throws {
        let price = try price()
        price.answer(1, bounds(5...100))
        price.send("set-range", ["range": [5, 2_000]])
        #expect(price.filters.filters(in: id) == [.range("price", 5...2_000)])
        price.expectView(["range": [5, 2_000], "outside": true])
        price.send("set-range", ["range": [5, 2_000]], .unchanged)
        price.send("set-range", ["range": .null])
        price.expectView(["range": .null])
        price.send("clear", [:], .unchanged)
        price.send("set-range", ["range": [1, 2]])
        price.send("clear")
        #expect(price.filters.isEmpty)
    }

    @Test(
        arguments: [
            ([20, .null], .comparison("price", .greaterOrEqual, 20), [20, .null], false),
            ([.null, 50], .comparison("price", .lessOrEqual, 50), [.null, 50], false),
            ([.null, 500], .comparison("price", .lessOrEqual, 500), [.null, 500], true),
            ([3, 3], .range("price", 3...3), [3, 3], true),
        ] as [(JSON, Filter, JSON, Bool)]
    )
    func `an end may be open`(_ range: JSON, _ filter: Filter, _ shown: JSON, _ isOutside: Bool) throws {
        let price = try price()
        price.answer(1, bounds(5...100))
        price.send("set-range", ["range": range])
        #expect(price.filters.filters(in: id) == [filter])
        price.expectView(["range": shown, "outside": .bool(isOutside)])
    }

    @Test func `a new range takes the place of the old one and of nothing else`() throws {
        let price = try price()
        price.filters(
            .and("price", .comparison("price", .greaterOrEqual, 3), .range("weight", 0...1), .facet("price", 7)),
            .or("price", .range("price", 5...6))
        )
        price.send("set-range", ["range": [1, 2]])
        #expect(
            price.filters.groups == [
                .and("price", .range("weight", 0...1), .facet("price", 7), .range("price", 1...2)),
                .or("price", .range("price", 5...6)),
            ]
        )
    }

    @Test func `a selection outside of new bounds is kept and shown as such`() throws {
        let price = try price()
        price.filters(.and("price", .range("price", 10...50)))
        price.answer(1, bounds(5...100))
        price.expectView(["range": [10, 50], "outside": false])
        price.answer(2, bounds(60...100))
        price.expectView(["range": [10, 50], "outside": true])
    }

    @Test func `only numbers on the widget's own attribute are its selection`() throws {
        let price = try price()
        price.filters(
            .and("price", .range("weight", 0...1), .comparison("price", .greater, 3), .range("price", 1...9)),
            .or("price", .range("price", 5...6))
        )
        price.expectView(["range": [1, 9]])
        price.filters(.and("price", .facet("price", 5)))
        price.expectView(["range": .null])
    }

    @Test func `a warning about its attribute's numbers is shown until an answer has none`() throws {
        let price = try price()
        let unknown = SearchWarning(.attributeUnknown, attribute: "price", "No record has `price`.", remedy: "Name it.")
        price.answer(1, SearchResponse.Hits(warnings: [unknown]))
        price.expectView([
            "phase": "ready",
            "warning": ["code": "attribute-unknown", "message": "No record has `price`.", "remedy": "Name it."],
        ])
        price.answer(2, bounds(1...2))
        #expect(price.view["warning"] == nil)
        let others: [SearchWarning] = [
            .init(.attributeNotNumeric, attribute: "weight", "w", remedy: ""),
            .init(.attributeNotCounted, attribute: "price", "its facet", remedy: ""),
            .init(.facetCut, attribute: "price", "its facet", remedy: ""),
            .init(.parameterIgnored, attribute: "price", "a parameter", remedy: ""),
        ]
        price.answer(3, SearchResponse.Hits(warnings: others))
        #expect(price.view["warning"] == nil)
        price.answer(
            4,
            SearchResponse.Hits(warnings: [.init(.attributeNotNumeric, attribute: "price", "n", remedy: "")])
        )
        price.expectView(["warning": ["code": "attribute-not-numeric", "message": "n", "remedy": ""]])
        price.request(5, isAdmitted: false)
        #expect(price.view["warning"] == nil)
    }

    @Test func `an initial range becomes a filter, and the required attributes are reported`() throws {
        let price = try price([("range", [10, 200])])
        #expect(price.widget.initialFilters == [InitialFilter(group: id, filter: .range("price", 10...200))])
        #expect(price.widget.needs == SearchNeeds(stats: ["price"]))
        #expect(price.widget.permalinkKeys.map(\.name) == ["price"])
        let open = try self.price([("range", [.null, 200])])
        #expect(open.widget.initialFilters.map(\.filter) == [.comparison("price", .lessOrEqual, 200)])
    }

    @Test func `bounds of the app file limit what is chosen, and stay beside those of the results`() throws {
        let price = try price([("bounds", [0, 500])])
        price.expectView(["bounds": [0, 500], "resultBounds": .null])
        price.answer(1, bounds(20...900))
        price.expectView(["bounds": [0, 500], "resultBounds": [20, 900], "outside": false])
        #expect(price.filters.isEmpty)
        let choices: [(JSON, Filter)] = [
            ([100, 2_000], .range("price", 100...500)), ([600, 700], .range("price", 500...500)),
            ([-5, .null], .comparison("price", .greaterOrEqual, 0)),
            ([.null, 40], .comparison("price", .lessOrEqual, 40)),
        ]
        for (chosen, filter) in choices {
            price.send("set-range", ["range": chosen])
            #expect(price.filters.filters(in: id) == [filter])
        }
        price.answer(2, bounds(60...70))
        price.expectView(["bounds": [0, 500], "resultBounds": [60, 70], "range": [.null, 40], "outside": false])
        // A program's filters in the filter state are kept, and shown as such.
        price.filters(.and("price", .range("price", 100...900)))
        price.expectView(["range": [100, 900], "outside": true])
        #expect(price.widget.permalinkKeys.map(\.limits) == [0...500])
    }

    @Test func `an end of the bounds that is open follows the results`() throws {
        let price = try price([("bounds", [0, .null])])
        price.expectView(["bounds": .null])
        price.answer(1, bounds(20...900))
        price.expectView(["bounds": [0, 900], "resultBounds": [20, 900]])
        price.send("set-range", ["range": [-3, 5_000]])
        #expect(price.filters.filters(in: id) == [.range("price", 0...5_000)])
        #expect(throws: ParameterError.self) { try self.price([("bounds", [2, 1])]) }
        #expect(throws: ParameterError.self) { try self.price([("bounds", [.null, .null])]) }
        #expect(throws: ParameterError.self) { try self.price([("bounds", [0, 5]), ("range", [1, 6])]) }
    }

    @Test(
        arguments: [
            (0.1...0.9, 1), (0.05...0.95, 2), (1...5, 0), (0...1, 1), (1...2, 1), (8.99...249.99, 0), (0.99...9.99, 1),
            (2.5...2.5, 1), (1e-9...9e-9, 9), (0...1e300, 0), (-1e308...1e308, 0),
        ] as [(ClosedRange<Double>, Int)]
    )
    func `a step has the necessary decimals`(_ found: ClosedRange<Double>, _ precision: Int) throws {
        let price = try price()
        price.answer(1, bounds(found))
        price.expectView(["precision": JSON(precision)])
        let told = try self.price([("precision", 3)])
        told.answer(1, bounds(found))
        told.expectView(["precision": 3])
    }

    @Test func `what is selected is shown as it is`() throws {
        let price = try price()
        price.answer(1, bounds(0.1...0.9))
        price.send("set-range", ["range": [0.25, .null]])
        #expect(price.filters.filters(in: id) == [.comparison("price", .greaterOrEqual, 0.25)])
        price.expectView(["range": [0.25, .null], "precision": 1])
    }

    @Test func `nonsense is rejected`() throws {
        let price = try price()
        price.filters(.and("price", .range("price", 1...9)))
        price.sendRejected("set-range", [:], "`range` is missing")
        price.sendRejected("set-range", ["range": [9, 1]], "in order")
        price.sendRejected("set-range", ["range": [1]], "two numbers")
        price.sendRejected("set-range", ["range": [.null, .null]], "two numbers")
        price.sendRejected("set-range", ["range": ["1", 2]], "two numbers")
        price.sendRejected("set-range", ["range": 7], "two numbers")
        price.sendRejected("select", [:], "does not understand")
        #expect(throws: ParameterError.self) { try self.price([("range", [2, 1])]) }
        #expect(throws: ParameterError.self) { try self.price([("range", [.null, .null])]) }
        #expect(throws: ParameterError.self) { try self.price([("precision", 11)]) }
    }
}
