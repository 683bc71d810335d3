// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct NumberTests {
    typealias Tester = InteractorTester<NumberInteractor>

    private func number(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(NumberInteractor.self, .object(JSONObject([("attribute", "size")] + parameters)))
    }

    private func bounds(_ range: ClosedRange<Double>) -> SearchResponse.Hits {
        SearchResponse.Hits(stats: ["size": range])
    }

    @Test func `a number is set, moved and cleared, from what the session has`() throws {
        let number = try number()
        number.send("set", ["value": 5])
        #expect(number.filters.groups == [.and("size", .comparison("size", .greaterOrEqual, 5))])
        number.send("set", ["value": 5.0], .unchanged)
        // The widget has not received it yet: the session's state counts.
        number.keep(FilterState(groups: [.and("size", .comparison("size", .greaterOrEqual, 8))]))
        number.send("increment")
        number.expectView(["value": 9])
        number.send("decrement", ["by": 2.5])
        number.expectView(["value": 6.5])
        number.send("clear")
        number.send("set", ["value": .null], .unchanged)
        number.expectView(["value": .null])
    }

    @Test func `the first step goes to where it begins`() throws {
        let number = try number()
        number.send("increment")
        number.expectView(["value": 0])
        let from = try self.number([("begin", 3), ("min", 2)])
        from.send("decrement")
        from.expectView(["value": 3])
        let lowest = try self.number([("min", 2)])
        lowest.send("increment", ["by": 5])
        lowest.expectView(["value": 2])
        lowest.send("decrement", [:], .unchanged)
    }

    @Test func `steps of tenths stay tenths, and none leaves what JSON can write`() throws {
        let number = try number([("step", 0.1), ("value", 0.1)])
        number.send("set", ["value": 0.1])
        number.send("increment")
        number.send("increment")
        number.expectView(["value": 0.3])
        number.send("set", ["value": .number(.greatestFiniteMagnitude)])
        number.send("increment", ["by": .number(.greatestFiniteMagnitude)], .unchanged)
    }

    @Test func `the app file's bounds hold, those of the results do not`() throws {
        let number = try number([("max", 10), ("comparison", "<")])
        number.answer(1, bounds(2...30))
        number.expectView(["bounds": [2, 10], "outside": false])
        number.send("set", ["value": 99])
        number.expectView(["value": 10])
        number.send("set", ["value": -5])
        number.expectView(["value": -5, "outside": true])
        number.answer(2, bounds(20...30))
        number.expectView(["bounds": .null, "outside": false])
        number.answer(3, SearchResponse.Hits(warnings: [.notCounted("size")]))
        number.expectView(["value": -5])
        #expect(number.view["warning"] == nil)
        let lost = SearchWarning(.attributeNotNumeric, attribute: "size", "No numbers.", remedy: "")
        number.answer(4, SearchResponse.Hits(warnings: [lost]))
        #expect(number.view["warning"]?["message"] == "No numbers.")
        number.request(5, isAdmitted: false)
        #expect(number.view["warning"] == nil)
    }

    @Test func `only comparisons of its own sign are its own`() throws {
        let number = try number()
        let others: [Filter] = [
            .comparison("size", .less, 9), .range("size", 0...4), .comparison("size", .greaterOrEqual, 1).negated,
        ]
        let group = FilterGroup.ID(kind: .and, name: "size")
        number.filters(FilterGroup(id: group, filters: others + [.comparison("size", .greaterOrEqual, 2)]))
        number.expectView(["value": 2])
        number.send("clear")
        #expect(Set(number.filters.filters(in: group)) == Set(others))
        number.expectView(["value": .null])
        number.send("set", ["value": 3])
        #expect(Set(number.filters.filters(in: group)) == Set(others + [.comparison("size", .greaterOrEqual, 3)]))
    }

    @Test func `the step of a slider follows the bounds`() throws {
        let number = try number()
        number.expectView(["step": 1])
        number.answer(1, SearchResponse.Hits(stats: ["size": 0.1...0.9]))
        number.expectView(["step": 0.1])
        number.answer(2, SearchResponse.Hits(stats: ["size": 0...80]))
        number.expectView(["step": 1])
        for (name, value) in [("control", "stepper"), ("step", 0.5)] as [(String, JSON)] {
            let other = try self.number([(name, value)])
            other.answer(1, SearchResponse.Hits(stats: ["size": 0.1...0.9]))
            other.expectView(["step": name == "step" ? value : 1])
        }
    }

    @Test func `the app file says how it is drawn and what holds from the start`() throws {
        let number = try number([
            ("control", "date"), ("value", 7), ("max", 5), ("operator", "or"), ("comparison", "!="),
        ])
        #expect(
            number.view == [
                "phase": "idle", "attribute": "size", "title": "size", "control": "date", "comparison": "!=",
                "value": .null, "bounds": .null, "step": 86_400, "outside": false,
            ]
        )
        let group = FilterGroup.ID(kind: .or, name: "size")
        #expect(
            number.widget.initialFilters == [InitialFilter(group: group, filter: .comparison("size", .notEqual, 5))]
        )
        #expect(number.widget.needs == SearchNeeds(stats: ["size"]))
        #expect(throws: ParameterError.self) { try self.number([("min", 2), ("max", 1)]) }
        #expect(throws: ParameterError.self) { try self.number([("step", 0)]) }
        number.sendRejected("set", ["value": "1"], "`value`")
        number.sendRejected("increment", ["by": "1"], "`by`")
    }
}
