// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct FilterListTests {
    typealias Tester = InteractorTester<FilterListInteractor>

    private let red: JSON = ["type": "facet", "attribute": "color", "value": "red"]
    private let new: JSON = ["type": "tag", "value": "new"]
    private let cheap: JSON = ["type": "numeric", "attribute": "price", "operator": "<", "value": 5]
    private let dear: JSON = ["type": "numeric", "attribute": "price", "range": [5, 10]]

    private func list(_ filters: [JSON], _ parameters: [(String, JSON)] = []) throws -> Tester {
        let items = JSON.array(filters.map { ["filter": $0] })
        return try Tester(
            FilterListInteractor.self,
            searcher: nil,
            .object(JSONObject([("items", items)] + parameters))
        )
    }

    @Test func `several filters hold, and each is turned around`() throws {
        let list = try list([red, new], [("group", "g"), ("operator", "and")])
        list.send("select", ["filter": red])
        list.send("select", ["filter": new, "on": true])
        list.send("select", ["filter": new, "on": true], .unchanged)
        #expect(list.filters.groups == [.and("g", .facet("color", "red"), .tag("new"))])
        #expect(
            list.view == [
                "phase": "ready", "title": "g", "multiple": true,
                "items": [
                    ["label": "red", "filter": red, "selected": true],
                    ["label": "new", "filter": new, "selected": true],
                ], "selectedCount": 2,
            ]
        )
        list.send("select", ["filter": red])
        list.send("select", ["filter": red, "on": false], .unchanged)
        #expect(list.filters.groups == [.and("g", .tag("new"))])
        #expect(list.widget.permalinkKeys.map(\.name) == ["color", "_tags"])
    }

    @Test func `of numbers one holds at a time, and filters of others stay`() throws {
        let list = try list([cheap, dear])
        let other = Filter.comparison("price", .greater, 1)
        list.keep(FilterState(groups: [.or("price", other, .comparison("price", .less, 5))]))
        list.send("select", ["filter": dear])
        #expect(list.filters.groups == [.or("price", other, .range("price", 5...10))])
        list.send("select", ["filter": dear])
        #expect(list.filters.groups == [.or("price", other)])
        list.send("clear", [:], .unchanged)
        list.expectView(["multiple": false, "selectedCount": 0])
        // If a program has set several, choosing one of them leaves none.
        list.filters(.or("price", other, .comparison("price", .less, 5), .range("price", 5...10)))
        list.send("select", ["filter": dear])
        #expect(list.filters.groups == [.or("price", other)])
        #expect(try self.list([cheap, red]).view["multiple"] == true)
        #expect(try self.list([red], [("selectionMode", "single")]).view["multiple"] == false)
    }

    @Test func `filters that the app file selects hold from the start`() throws {
        let items: JSON = [["filter": red, "selected": true, "label": "أحمر 🔴"], ["filter": new, "selected": true]]
        let list = try Tester(FilterListInteractor.self, ["items": items])
        #expect(list.widget.initialFilters.map(\.filter) == [.facet("color", "red"), .tag("new")])
        #expect(list.view["items"]?.array?.first?["label"] == "أحمر 🔴")
        #expect(throws: ParameterError.self) {
            try Tester(FilterListInteractor.self, ["items": items, "selectionMode": "single"])
        }
    }

    @Test func `a thousand filters of other widgets are ignored`() throws {
        let list = try list([red])
        let many = (0..<1_000).map { Filter.facet("color", .integer($0)) }
        list.filters(FilterGroup(id: .init(kind: .or, name: "color"), filters: many))
        list.expectView(["selectedCount": 0])
        list.sendRejected("select", ["filter": red], "1000 filters", .tooLarge)
    }

    @Test func `nonsense is refused`() throws {
        let list = try list([red])
        list.sendRejected("select", ["filter": new], "not in this list")
        list.sendRejected("select", ["filter": ["type": "odd"]], "odd")
        list.sendRejected("select", [:], "`filter` is missing")
        #expect(throws: ParameterError.self) { try self.list([]) }
        #expect(throws: ParameterError.self) { try self.list([red, red]) }
        #expect(throws: ParameterError.self) { try self.list([["type": "facet", "attribute": "a"]]) }
    }
}
