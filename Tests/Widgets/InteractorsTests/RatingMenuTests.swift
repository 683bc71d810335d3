// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct RatingMenuTests {
    typealias Tester = InteractorTester<RatingMenuInteractor>

    private func menu(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(RatingMenuInteractor.self, .object(JSONObject([("attribute", "rating")] + parameters)))
    }

    private func counts(_ menu: Tester) -> [JSON] { menu.view["items"]?.array?.map { $0["count"] ?? .null } ?? [] }

    @Test func `counts add up from the best, and a value that is not a number has no rating`() throws {
        let menu = try menu()
        #expect(counts(menu) == [.null, .null, .null, .null, .null])
        menu.answer(1, .counts("rating", [5: 2, 4.5: 1, 4: 3, 1: 7, "5": 9, true: 9, 0: 4, 9: 1, 3: 0]))
        #expect(counts(menu) == [3, 7, 7, 7, 14])
        #expect(menu.view["items"]?.array?.first?["value"] == 5)
        menu.answer(2, SearchResponse.Hits())
        #expect(counts(menu) == [.null, .null, .null, .null, .null])
        menu.answer(3, SearchResponse.Hits(facets: ["rating": []]))
        #expect(counts(menu) == [0, 0, 0, 0, 0])
    }

    @Test func `below the selected rating counts are not known`() throws {
        let menu = try menu([("max", 3)])
        menu.answer(1, .counts("rating", [3: 2, 2: 3]))
        menu.send("select", ["value": 2])
        #expect(counts(menu) == [2, 5, .null])
        menu.expectView(["selected": 2, "range": [2, 3], "points": ["full", "full", "empty"]])
        let selected = menu.view["items"]?.array?.map { $0["selected"] ?? .null }
        #expect(selected == [false, true, false])
    }

    @Test func `the minimum rating is one filter, and replaces those of other clients`() throws {
        let menu = try menu()
        menu.keep(FilterState(groups: [.and("rating", .range("rating", 1...2), .facet("rating", 4))]))
        menu.send("select", ["value": 3])
        #expect(
            menu.filters.groups == [.and("rating", .facet("rating", 4), .comparison("rating", .greaterOrEqual, 3))]
        )
        menu.send("select", ["value": 3], .unchanged)
        menu.send("select", ["value": .null])
        menu.send("clear", [:], .unchanged)
        #expect(menu.filters.groups == [.and("rating", .facet("rating", 4))])
    }

    @Test func `stars show halves`() throws {
        let menu = try menu([("max", 4)])
        menu.filters(.and("rating", .comparison("rating", .greaterOrEqual, 2.5)))
        menu.expectView(["points": ["full", "full", "partial", "empty"], "selected": 2.5, "range": [2.5, 4]])
        menu.filters(.and("rating", .comparison("rating", .greaterOrEqual, 9)))
        menu.expectView(["range": [9, 9], "points": ["full", "full", "full", "full"]])
    }

    @Test func `an attribute without counts is reported`() throws {
        let menu = try menu()
        menu.answer(1, SearchResponse.Hits(facets: ["rating": []], warnings: [.notCounted("rating")]))
        #expect(counts(menu) == [.null, .null, .null, .null, .null])
        #expect(menu.view["warning"]?["code"] == "attribute-not-counted")
        menu.request(2, isAdmitted: false)
        #expect(menu.view["warning"] == nil)
    }

    @Test func `the app file says what holds from the start, and nonsense is refused`() throws {
        let menu = try menu([("value", 4)])
        #expect(menu.widget.initialFilters.map(\.filter) == [.comparison("rating", .greaterOrEqual, 4)])
        menu.sendRejected("select", ["value": 6], "at most 5")
        menu.sendRejected("select", ["value": 0], "above 0")
        menu.sendRejected("select", ["value": "4"], "`value`")
        #expect(throws: ParameterError.self) { try self.menu([("value", 6)]) }
        #expect(throws: ParameterError.self) { try self.menu([("max", 0)]) }
    }
}
