// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct DateRangeTests {
    typealias Tester = InteractorTester<DateRangeInteractor>

    private func dates(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(DateRangeInteractor.self, .object(JSONObject([("attribute", "added")] + parameters)))
    }

    @Test func `a range and a period take each other's place`() throws {
        let dates = try dates()
        dates.send("set-range", ["range": [86_400, .null]])
        #expect(dates.filters.groups == [.and("added", .comparison("added", .greaterOrEqual, 86_400))])
        dates.expectView(["range": [86_400, .null], "period": .null])
        dates.send("select", ["period": "last 7 days"])
        dates.send("select", ["period": "last 7 days"], .unchanged)
        #expect(dates.filters.groups == [.and("added", .date("added", DatePeriod(.last(7, .day))))])
        dates.expectView(["range": .null, "period": "last 7 days"])
        #expect(dates.view["presets"]?.array?.map { $0["selected"] ?? .null } == [true, false, false])
        dates.send("set-range", ["range": [1, 2]])
        dates.expectView(["range": [1, 2], "period": .null])
        dates.send("set-range", ["range": .null])
        dates.send("clear", [:], .unchanged)
        dates.send("select", ["period": .null], .unchanged)
    }

    @Test func `a period counts in the unit of the attribute`() throws {
        let dates = try dates([("unit", "milliseconds"), ("presets", [["period": "today", "label": "اليوم"]])])
        dates.send("select", ["period": "today"])
        #expect(dates.filters.groups == [.and("added", .date("added", DatePeriod(.this(.day), in: .milliseconds)))])
        dates.expectView([
            "unit": "milliseconds", "period": "today",
            "presets": [["label": "اليوم", "period": "today", "selected": true]],
        ])
        dates.send("select", ["period": "since 2025-01-31"])
        dates.expectView(["period": "since 2025-01-31"])
    }

    @Test func `bounds come with the results and go with them`() throws {
        let dates = try dates([("range", [5, 9])])
        #expect(dates.widget.initialFilters.map(\.filter) == [.range("added", 5...9)])
        dates.filters(.and("added", .range("added", 5...9)))
        dates.answer(1, SearchResponse.Hits(stats: ["added": 6...20]))
        dates.expectView(["bounds": [6, 20], "outside": true])
        let none = SearchWarning(.attributeNotNumeric, attribute: "added", "No numbers.", remedy: "")
        dates.answer(2, SearchResponse.Hits(warnings: [none]))
        dates.expectView(["bounds": .null, "outside": false, "range": [5, 9]])
        #expect(dates.view["warning"]?["message"] == "No numbers.")
        dates.request(3, isAdmitted: false)
        #expect(dates.view["warning"] == nil)
    }

    @Test func `nonsense is refused`() throws {
        let dates = try dates()
        dates.sendRejected("select", ["period": "soon"], "soon")
        dates.sendRejected("select", [:], "`period` is missing")
        dates.sendRejected("set-range", ["range": [2, 1]], "`range`")
        #expect(throws: ParameterError.self) { try self.dates([("presets", ["soon"])]) }
        #expect(throws: ParameterError.self) { try self.dates([("presets", ["today", "this day"])]) }
        #expect(dates.widget.needs == SearchNeeds(stats: ["added"]))
    }
}
