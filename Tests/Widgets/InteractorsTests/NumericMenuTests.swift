// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct NumericMenuTests {
    typealias Tester = InteractorTester<NumericMenuInteractor>

    private let items: JSON = [
        [:], ["end": 10], ["start": 10, "end": 20, "label": "من 10 إلى 20"], ["start": 20], ["start": 7, "end": 7],
    ]

    private func menu(_ parameters: [(String, JSON)] = []) throws -> Tester {
        let all = [("attribute", "price"), ("items", items)] + parameters
        return try Tester(NumericMenuInteractor.self, searcher: nil, .object(JSONObject(all)))
    }

    private func selected(_ menu: Tester) -> [Int] {
        (menu.view["items"]?.array ?? []).enumerated().filter { $0.element["selected"] == true }.map(\.offset)
    }

    @Test func `one range holds at a time, and none is all numbers`() throws {
        let menu = try menu()
        menu.filters()
        let labels = menu.view["items"]?.array?.map { $0["label"] ?? .null }
        #expect(labels == ["All", "≤ 10", "من 10 إلى 20", "≥ 20", "7"])
        #expect(selected(menu) == [0])
        menu.send("select", ["range": [10, 20]])
        #expect(menu.filters.groups == [.and("price", .range("price", 10...20))])
        menu.send("select", ["range": [10, 20]], .unchanged)
        menu.send("select", ["range": [20, .null]])
        #expect(menu.filters.groups == [.and("price", .comparison("price", .greaterOrEqual, 20))])
        #expect(selected(menu) == [3])
        menu.send("select", ["range": [.null, 10], "on": false], .unchanged)
        menu.send("select", ["range": .null])
        #expect(menu.filters.isEmpty)
    }

    @Test func `the range of a slider on the same group is replaced, and does not belong to the menu`() throws {
        let menu = try menu()
        menu.filters(.and("price", .range("price", 3...4), .comparison("size", .less, 1)))
        #expect(selected(menu) == [])
        menu.send("select", ["range": [7, 7]])
        #expect(menu.filters.groups == [.and("price", .comparison("size", .less, 1), .range("price", 7...7))])
        menu.send("clear")
        #expect(menu.filters.groups == [.and("price", .comparison("size", .less, 1))])
    }

    @Test func `several ranges are alternatives`() throws {
        let menu = try menu([("multiple", true), ("group", "g")])
        let other = Filter.range("price", 3...4)
        menu.keep(FilterState(groups: [.or("g", other)]))
        menu.send("select", ["range": [10, 20]])
        menu.send("select", ["range": [.null, 10], "on": true])
        #expect(selected(menu) == [1, 2])
        menu.send("select", ["range": [10, 20]])
        #expect(menu.filters.groups == [.or("g", other, .comparison("price", .lessOrEqual, 10))])
        menu.send("clear")
        #expect(menu.filters.groups == [.or("g", other)])
        menu.send("clear", [:], .unchanged)
    }

    @Test func `nonsense is refused`() throws {
        let menu = try menu()
        menu.sendRejected("select", ["range": [1, 2]], "not one of this menu's")
        menu.sendRejected("select", [:], "`range` is missing")
        for items in [[], [["start": 2, "end": 1]], [["start": 1], ["start": 1, "label": "x"]]] as [JSON] {
            #expect(throws: ParameterError.self) { try self.menu([("items", items)]) }
        }
    }
}
