// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Bench

@Suite("Report")
struct ReportTests {
    @Test func `A reach is met at its limit and missed beyond it`() {
        #expect(Figure("a", 2, .seconds, reach: .atMost(2)).isMet == true)
        #expect(Figure("a", 2.01, .seconds, reach: .atMost(2)).isMet == false)
        #expect(Figure("a", 50_000, .perSecond, reach: .atLeast(50_000)).isMet == true)
        #expect(Figure("a", 49_999, .perSecond, reach: .atLeast(50_000)).isMet == false)
        #expect(Figure("a", 150, .microseconds, yardstick: 100, reach: .timesYardstick(1.5)).isMet == true)
        #expect(Figure("a", 151, .microseconds, yardstick: 100, reach: .timesYardstick(1.5)).isMet == false)
        #expect(Figure("a", 50, .perSecond, yardstick: 100, reach: .partOfYardstick(0.5)).isMet == true)
        #expect(Figure("a", 49, .perSecond, yardstick: 100, reach: .partOfYardstick(0.5)).isMet == false)
    }

    @Test func `Without a reach, or a yardstick to compare with, nothing is judged`() {
        #expect(Figure("a", 2, .seconds).isMet == nil)
        #expect(Figure("a", 2, .seconds, yardstick: 0, reach: .timesYardstick(1.5)).isMet == nil)
        #expect(Figure("a", 2, .seconds, yardstick: 0).ratio == nil)
    }

    @Test func `Nothing measured meets nothing`() {
        let figure = Figure("a", Percentiles([]).milliseconds(at: 0.99), .milliseconds, reach: .atMost(100))
        #expect(figure.isMet == false)
        #expect(ReportText.text(figure.value, figure.unit) == "none")
    }

    @Test(arguments: [
        (0.5, Figure.Unit.milliseconds, "0.50 ms"), (12.34, .milliseconds, "12.3 ms"),
        (1234.5, .milliseconds, "1,235 ms"),
        (9.999, .seconds, "10.0 s"), (99.97, .percent, "100 %"), (131.6, .microseconds, "132 µs"),
        (51_234.4, .perSecond, "51,234/s"), (512, .bytes, "512 B"), (1536, .bytes, "1.50 KiB"),
        (20 * 1_048_576, .bytes, "20.0 MiB"), (3 * 1_073_741_824, .bytes, "3.00 GiB"), (7, .count, "7"),
        (7.25, .count, "7.25"), (1_234_567, .count, "1,234,567"),
    ])
    func `Values are written for people`(value: Double, unit: Figure.Unit, expected: String) {
        #expect(ReportText.text(value, unit) == expected)
    }

    @Test func `A section is a table in columns that are as wide as they need to be, then its notes`() {
        let section = BenchReport.Section(
            "append",
            "append → subscriber",
            figures: [
                Figure("p50", 180, .microseconds, yardstick: 132, reach: .timesYardstick(1.5)),
                Figure("p99.9", 2500, .microseconds, yardstick: 900, reach: .atMost(2000)),
                Figure("through BusClient", 400, .microseconds),
            ],
            notes: ["Medians of 5 rounds."]
        )
        #expect(
            ReportText.lines(of: section) == [
                "append: append → subscriber",
                "                         here  yardstick   ratio       reach",
                "  p50                  180 µs     132 µs  × 1.36    ≤ × 1.50  met",
                "  p99.9              2,500 µs     900 µs  × 2.78  ≤ 2,000 µs  MISSED",
                "  through BusClient    400 µs",
                "  · Medians of 5 rounds.",
                "",
            ]
        )
    }

    @Test func `A section without figures is its title and its notes`() {
        let section = BenchReport.Section("memory", "left out", notes: ["It needs an app."])
        #expect(ReportText.lines(of: section) == ["memory: left out", "  · It needs an app.", ""])
    }

    @Test func `For programs each figure has what it is held against, and whether it is met`() {
        let figure = Figure("p50", 180, .microseconds, yardstick: 120, reach: .timesYardstick(1.5))
        let expected: JSON = [
            "name": "p50", "value": 180, "unit": "µs", "yardstick": 120, "ratio": 1.5, "atMostTimesYardstick": 1.5,
            "met": true,
        ]
        #expect(figure.json == expected)
        let provenance = Provenance(commit: "c0ffee", machine: "2 × Z80", date: "2026-11-21T19:00:00Z")
        let report = BenchReport(provenance, notes: ["n"], sections: [.init("append", "t", figures: [figure])])
        #expect(report.json["commit"] == "c0ffee")
        #expect(report.json["machine"] == "2 × Z80")
        #expect(report.json["date"] == "2026-11-21T19:00:00Z")
        #expect(provenance.lines == ["commit c0ffee", "2 × Z80", "2026-11-21T19:00:00Z"])
        #expect(report.json["sections"]?.array?.first?["figures"]?.array == [expected])
    }
}
