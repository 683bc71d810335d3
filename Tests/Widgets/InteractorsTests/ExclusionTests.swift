// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

/// Lists in which values can be excluded as well.
@Suite struct ExclusionTests {
    typealias Tester = InteractorTester<RefinementListInteractor>

    private func list(_ parameters: [(String, JSON)] = []) throws -> Tester {
        let all: [(String, JSON)] = [("attribute", "color"), ("exclusion", true)] + parameters
        return try Tester(RefinementListInteractor.self, .object(JSONObject(all)))
    }

    private let red = Filter.facet("color", "red")
    private let blue = Filter.facet("color", "blue")

    @Test func `what is excluded is in an and-group, what is included in the widget's own`() throws {
        let list = try list()
        list.send("set", ["value": "red", "state": "include"])
        list.send("set", ["value": "blue", "state": "exclude"])
        list.send("set", ["value": "blue", "state": "exclude"], .unchanged)
        #expect(list.filters.groups == [.or("color", red), .and("color", blue.negated)])
        list.expectView(["selectedCount": 1, "excludedCount": 1])
        list.send("set", ["value": "red", "state": "exclude"])
        #expect(list.filters.groups == [.and("color", blue.negated, red.negated)])
        list.send("set", ["value": "blue", "state": "include"])
        #expect(list.filters.groups == [.and("color", red.negated), .or("color", blue)])
        list.send("set", ["value": "red", "state": "none"])
        list.send("clear")
        #expect(list.filters.isEmpty)
    }

    @Test func `an excluded value stays listed, before the others where what is refined comes first`() throws {
        let list = try list([("sortBy", ["isRefined", "count:desc"]), ("limit", 1)])
        list.filters(.and("color", blue.negated))
        list.answer(1, .counts("color", ["red": 2, "green": 1]))
        #expect(
            list.view["items"] == [
                ["value": "blue", "label": "blue", "count": 0, "selected": false, "state": "exclude"]
            ]
        )
        list.filters(.or("color", red))
        let states = list.view["items"]?.array?.map { $0["state"] ?? .null }
        #expect(states == ["include"])
    }

    @Test func `clearing removes both, and only the widget's own`() throws {
        let list = try list([("operator", "and"), ("group", "shared")])
        let other = Filter.facet("size", "XL", isNegated: true)
        list.keep(FilterState(groups: [.and("shared", red, blue.negated, other)]))
        list.send("clear")
        #expect(list.filters.groups == [.and("shared", other)])
        #expect(list.widget.permalinkKeys.map(\.name) == ["color"])
        #expect(try self.list().widget.permalinkKeys.map(\.name) == ["color", "not-color"])
    }

    @Test func `in single mode one is included and many can be excluded`() throws {
        let list = try list([("selectionMode", "single")])
        list.send("set", ["value": "red", "state": "include"])
        list.send("set", ["value": "green", "state": "exclude"])
        list.send("set", ["value": "blue", "state": "include"])
        #expect(list.filters.groups == [.or("color", blue), .and("color", .facet("color", "green", isNegated: true))])
    }

    @Test(arguments: FacetValue.odd)
    func `any value can be excluded`(_ value: FacetValue) throws {
        let list = try list()
        list.send("set", ["value": value.json, "state": "exclude"])
        #expect(list.filters.groups == [.and("color", .facet("color", value, isNegated: true))])
        #expect(list.view["items"]?.array?.first?["state"] == "exclude")
    }

    @Test func `where nothing can be excluded it is refused, and no state is shown`() throws {
        let list = try Tester(RefinementListInteractor.self, ["attribute": "color"])
        list.send("set", ["value": "red", "state": "include"])
        #expect(list.view["items"]?.array?.first?["state"] == nil)
        list.sendRejected("set", ["value": "red", "state": "exclude"], "cannot be excluded")
        list.filters(.and("color", red.negated))
        #expect(list.view["items"] == [] && list.view["excludedCount"] == nil)
        list.sendRejected("set", ["value": "red", "state": "maybe"], "`state`")
        list.sendRejected("set", ["state": "none"], "`value` is missing")
    }
}
