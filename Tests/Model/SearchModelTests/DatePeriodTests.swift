// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchModel
import Testing
import Wire

@Suite struct DatePeriodTests {
    private static func time(_ text: String) throws -> Double { Double(try CalendarTime(text: text).seconds) }

    /// A Thursday.
    private static let now = "2024-02-29T09:30:15Z"

    @Test(arguments: [
        ("last 7 days", "2024-02-22T09:30:15Z", now), ("last 1 day", "2024-02-28T09:30:15Z", now),
        ("last hour", "2024-02-29T08:30:15Z", now), ("last 90 minutes", "2024-02-29T08:00:15Z", now),
        ("last 2 weeks", "2024-02-15T09:30:15Z", now), ("last month", "2024-01-29T09:30:15Z", now),
        ("last 12 months", "2023-02-28T09:30:15Z", now), ("last quarter", "2023-11-29T09:30:15Z", now),
        ("last 4 years", "2020-02-29T09:30:15Z", now), ("last year", "2023-02-28T09:30:15Z", now),
        ("next 2 weeks", now, "2024-03-14T09:30:15Z"), ("next month", now, "2024-03-29T09:30:15Z"),
        ("next 10 months", now, "2024-12-29T09:30:15Z"), ("last 10000 years", "0001-01-01T00:00:00Z", now),
        ("today", "2024-02-29T00:00:00Z", "2024-02-29T23:59:59Z"),
        ("this hour", "2024-02-29T09:00:00Z", "2024-02-29T09:59:59Z"),
        ("this minute", "2024-02-29T09:30:00Z", "2024-02-29T09:30:59Z"),
        ("this week", "2024-02-26T00:00:00Z", "2024-03-03T23:59:59Z"),
        ("this month", "2024-02-01T00:00:00Z", "2024-02-29T23:59:59Z"),
        ("this quarter", "2024-01-01T00:00:00Z", "2024-03-31T23:59:59Z"),
        ("this year", "2024-01-01T00:00:00Z", "2024-12-31T23:59:59Z"),
    ])
    func `words become a range when they are searched`(_ words: String, _ low: String, _ high: String) throws {
        let (low, high) = (try Self.time(low), try Self.time(high))
        let now = try Self.time(Self.now) + 0.75
        #expect(try DatePeriod(text: words).condition(at: now) == .range(low...high))
        let end = words.hasPrefix("t") ? high * 1_000 + 999 : high * 1_000
        #expect(try DatePeriod(text: words + " in ms").condition(at: now) == .range(low * 1_000...end))
    }

    @Test func `a day begins at midnight and ends before the next one`() throws {
        let start = try Self.time("2025-01-31")
        #expect(try Self.time("2025-01-31T00:00:00Z") == start && start == 1_738_281_600)
        #expect(try DatePeriod(text: "since 2025-01-31").condition(at: 0) == .comparison(.greaterOrEqual, start))
        #expect(try DatePeriod(text: "until 2025-01-31").condition(at: 0) == .comparison(.lessOrEqual, start + 86_399))
        let noon = "until 2025-01-31T12:00:00Z"
        #expect(try DatePeriod(text: noon).condition(at: 0) == .comparison(.lessOrEqual, start + 43_200))
    }

    @Test(arguments: [
        ("last 7 days", "last 7 days"), ("last 1 day", "last day"), ("this day", "today"),
        ("next 1 weeks", "next week"),
        ("since 2025-01-31", "since 2025-01-31"), ("until 2025-01-31T09:05:00Z", "until 2025-01-31T09:05:00Z"),
    ])
    func `a period has one form in words`(_ text: String, _ label: String) throws {
        for (suffix, scale) in [("", DatePeriod.Scale.seconds), (" in ms", .milliseconds)] {
            let period = try DatePeriod(text: text + suffix)
            #expect(period.label == label && period.text == label + suffix && period.scale == scale)
            #expect(try DatePeriod(text: period.text) == period)
        }
    }

    @Test(arguments: [
        "", "last", "last 0 days", "last -1 days", "last 10001 days", "last 99999999999999999999 days",
        "last 7 fortnights",
        "last seven days", "this", "this 2 weeks", "since", "since yesterday", "since 2025-02-29", "since 2025-13-01",
        "since 0000-01-01", "since 2025-1-1", "since 2025-01-01T24:00:00Z", "since 2025-01-01T10:00:00",
        "today in days",
        "until 2025-01-01T10:60:00Z", "last 7 days in", "since ２０２５-01-01", "2025-01-31", "last 7 dayss",
    ])
    func `other words are refused`(_ text: String) {
        #expect(throws: JSONError.self) { try DatePeriod(text: text) }
        #expect(throws: JSONError.self) {
            try Filter(json: ["type": "numeric", "attribute": "a", "date": .string(text)])
        }
    }

    @Test func `the calendar is that of everybody else`() throws {
        var random = SeededGenerator(seed: testSeed)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for _ in 0..<500 {
            // From 1600, where no country's change of calendars is in the way.
            let seconds = Double(Int.random(in: -11_000_000_000...200_000_000_000, using: &random))
            let date = Date(timeIntervalSince1970: seconds)
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second].map { $0 ?? 0 }
            let text = String(format: "%04d-%02d-%02dT%02d:%02d:%02dZ", arguments: numbers)
            #expect(CalendarTime(seconds: seconds).text == text, "seed \(testSeed)")
            #expect(try Double(CalendarTime(text: text).seconds) == seconds, "seed \(testSeed)")
        }
    }

    @Test func `every moment and every period make a range`() throws {
        let moments = [0, -1e300, 1e300, .infinity, -.infinity, .nan, 253_402_300_799, -62_135_596_800, 1.5]
        let words = DatePeriod.Unit.allCases.flatMap { unit in
            ["last 10000 \(unit)s", "next 10000 \(unit)s", "this \(unit)", "last \(unit)"]
        }
        for word in words + ["since 0001-01-01", "until 9999-12-31"] {
            for moment in moments {
                let condition = try DatePeriod(text: word).condition(at: moment)
                if case .range(let range) = condition {
                    #expect(range.lowerBound.isFinite && range.upperBound.isFinite)
                }
            }
        }
    }

    @Test func `a filter keeps its words until it is resolved`() throws {
        let period = try DatePeriod(text: "last 7 days")
        let filter = Filter.date("published", period, isNegated: true)
        let json: JSON = ["type": "numeric", "attribute": "published", "date": "last 7 days", "negated": true]
        #expect(filter.json == json && filter.type == .numeric)
        #expect(try Filter(json: json) == filter)
        #expect(throws: SearchBusError.self) { try filter.checkResolved() }
        let state = FilterState(
            groups: [FilterGroup(id: .init(kind: .or, name: "p"), filters: [filter, .facet("brand", "A")])]
        )
        let resolved = state.resolved(at: 864_000)
        #expect(
            resolved.groups[0].filters == [
                Filter(attribute: "published", condition: .range(259_200...864_000), isNegated: true),
                .facet("brand", "A"),
            ]
        )
        try SearchRequest(index: "i", filters: resolved, baseFilters: resolved).checkResolved()
        let request = SearchRequest(index: "i", baseFilters: state)
        #expect(throws: SearchBusError.self) { try request.checkResolved() }
        #expect(request.resolved(at: 864_000).baseFilters == resolved)
    }
}
