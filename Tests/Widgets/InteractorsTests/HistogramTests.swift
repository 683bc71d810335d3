// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct HistogramTests {
    typealias Tester = InteractorTester<HistogramInteractor>

    private func chart(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(HistogramInteractor.self, .object(JSONObject([("attribute", "price")] + parameters)))
    }

    private func answer(_ range: ClosedRange<Double>, _ counts: KeyValuePairs<FacetValue, Int>) -> SearchResponse.Hits {
        var hits = SearchResponse.Hits.counts("price", counts)
        hits.stats = ["price": range]
        return hits
    }

    private func bars(_ chart: Tester) -> [[JSON]] {
        (chart.view["bars"]?.array ?? []).map { bar in ["from", "to", "count"].map { bar[$0] ?? .null } }
    }

    @Test func `whole numbers are cut between whole numbers`() throws {
        let chart = try chart([("buckets", 5)])
        chart.answer(1, answer(2000...2004, [2000: 3, 2001: 1, 2004: 2]))
        #expect(
            bars(chart) == [[2000, 2000, 3], [2001, 2001, 1], [2002, 2002, 0], [2003, 2003, 0], [2004, 2004, 2]]
        )
        chart.answer(2, answer(1...12, [1: 1, 3: 1, 4: 5, 12: 2]))
        #expect(bars(chart) == [[1, 3, 2], [4, 6, 5], [7, 9, 0], [10, 12, 2]])
    }

    @Test func `decimals are cut at the decimals that there are`() throws {
        let chart = try chart([("buckets", 5)])
        chart.answer(1, answer(0...0.9, [0: 1, 0.29: 1, 0.3: 1, 0.9: 1]))
        let found = bars(chart)
        #expect(found.count == 5 && found.reduce(0) { $0 + ($1[2].int ?? 0) } == 4)
        #expect(found[0] == [0, 0.18, 1] && found[1] == [0.19, 0.37, 2])
        let rough = try self.chart([("buckets", 5), ("precision", 0)])
        rough.answer(1, answer(0.5...4.5, [0.5: 1, 4.5: 1, 2.75: 2]))
        #expect(bars(rough).map { $0[2] } == [1, 0, 2, 0, 1])
        #expect(bars(rough).first?[0] == 0.5 && bars(rough).last?[1] == 4.5)
    }

    @Test func `a selection tells what is inside, and outside of it counts are not known`() throws {
        let chart = try chart([("buckets", 5)])
        chart.answer(1, answer(1...5, [1: 1, 2: 2, 3: 3]))
        chart.send("set-range", ["range": [2, 3]])
        #expect(chart.filters.groups == [.and("price", .range("price", 2...3))])
        #expect(bars(chart).map { $0[2] } == [.null, 2, 3, .null, .null])
        chart.send("set-range", ["range": [4, .null]])
        #expect(chart.view["bars"]?.array?.map { $0["inside"] ?? .null } == [false, false, false, true, true])
        chart.send("set-range", ["range": [0, 9]])
        chart.expectView(["outside": true, "range": [0, 9], "bounds": [1, 5]])
        chart.send("clear")
        chart.send("set-range", ["range": .null], .unchanged)
    }

    @Test func `values that are not numbers or outside of the bounds have no bar`() throws {
        let chart = try chart()
        chart.answer(1, answer(1...2, [1: 1, "x": 5, true: 5, 99: 1, 2: -1]))
        #expect(bars(chart) == [[1, 1, 1], [2, 2, 0]])
        chart.answer(2, answer(3...3, [3: 4]))
        #expect(bars(chart) == [[3, 3, 4]])
        let huge = Double.greatestFiniteMagnitude
        chart.answer(3, answer(-huge...huge, [0: 1]))
        #expect(bars(chart).count == 1 && bars(chart)[0][2] == 1)
        chart.answer(4, answer(0...1e300, [5: 1]))
        #expect(bars(chart).count <= 20)
    }

    @Test func `bounds and counts that vanish leave no bars, and the selection`() throws {
        let chart = try chart()
        chart.filters(.and("price", .range("price", 2...3)))
        chart.answer(1, answer(1...5, [2: 2]))
        chart.answer(2, SearchResponse.Hits(warnings: [.notCounted("price")]))
        chart.expectView(["bounds": .null, "bars": [], "range": [2, 3], "outside": false])
        #expect(chart.view["warning"]?["code"] == "attribute-not-counted")
        chart.request(3, isAdmitted: false)
        #expect(chart.view["warning"] == nil)
    }

    @Test func `a thousand numbers have at most the requested number of bars`() throws {
        for buckets in [5, 7, 20, 100] {
            let chart = try chart([("buckets", JSON(buckets))])
            let counts = (0..<1_000).map { FacetCount(value: FacetValue(Double($0) * 1.37), count: 1) }
            chart.answer(1, SearchResponse.Hits(facets: ["price": counts], stats: ["price": 0...1368.63]))
            let found = bars(chart)
            #expect(found.count <= buckets && found.count > buckets / 2)
            #expect(found.reduce(0) { $0 + ($1[2].int ?? 0) } == 1_000)
            for (left, right) in zip(found, found.dropFirst()) { #expect(left[1].double! < right[0].double!) }
        }
    }

    @Test func `bars span the bounds of the app file, whatever the results`() throws {
        let chart = try chart([("buckets", 5), ("bounds", [1, 5])])
        chart.expectView(["bounds": [1, 5], "resultBounds": .null])
        chart.answer(1, answer(2...900, [2: 1, 5: 2, 900: 7]))
        chart.expectView(["bounds": [1, 5], "resultBounds": [2, 900]])
        #expect(bars(chart) == [[1, 1, 0], [2, 2, 1], [3, 3, 0], [4, 4, 0], [5, 5, 2]])
        chart.send("set-range", ["range": [4, 900]])
        #expect(chart.filters.groups == [.and("price", .range("price", 4...5))])
        chart.expectView(["outside": false])
    }

    @Test func `nonsense is refused`() throws {
        let chart = try chart()
        chart.sendRejected("set-range", ["range": [3, 1]], "`range`")
        chart.sendRejected("set-range", [:], "`range` is missing")
        #expect(throws: ParameterError.self) { try self.chart([("buckets", 4)]) }
        #expect(chart.widget.needs == SearchNeeds(facets: [FacetNeed("price", limit: 1_000)], stats: ["price"]))
    }
}
