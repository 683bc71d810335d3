// SPDX-License-Identifier: MIT

import Bus
import Foundation
import RandomTesting
import Testing
import Wire

@testable import Insights

@Suite struct InsightsStoreTests {
    private let path = "/tmp/searchbus-insights-\(Identifier.make(length: 10)).sqlite"
    private let rules = InsightsRules(members: ["products": ["products"]])

    private func clear() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    private func place(_ sequence: UInt64) -> InsightsPlace {
        InsightsPlace(epoch: "test", sequence: SequenceNumber(rawValue: sequence))
    }

    private func report(days: Int = 7, now: Int64) throws -> InsightsReport? {
        try InsightsReader(path: path).report(days: days, limit: 1_000, now: now)
    }

    /// Random actions of users, from a seed.
    private func history(_ generator: inout SeededGenerator) throws -> MadeLog {
        let words = ["lamp", "la", "chair", "", "zzz"]
        var log = MadeLog()
        for _ in 0..<120 {
            let session = "s\(Int.random(in: 0..<6, using: &generator))"
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: try log.click(Int.random(in: 1...9, using: &generator), in: session)
            case 1: try log.convert(in: session)
            default:
                let word = words[Int.random(in: 0..<words.count, using: &generator)]
                let brands = Bool.random(using: &generator) ? ["Acme"] : []
                let found = word == "zzz" ? 0 : 3
                try log.type(word, in: session, found: Bool.random(using: &generator) ? found : nil, brands: brands)
            }
            log.wait(seconds: Double(Int.random(in: 0..<40, using: &generator)) / 10)
        }
        return log
    }

    @Test(arguments: 0..<20)
    func `with restarts at any positions, the counts are the same`(round: Int) throws {
        var generator = SeededGenerator(seed: testSeed &+ UInt64(round))
        let log = try history(&generator)
        let end = log.now + 10_000_000
        defer { clear() }
        func count(cuts: Bool) throws -> InsightsReport? {
            clear()
            var store = try InsightsStore(path: path)
            var (before, sessions) = try store.load()
            var fold = InsightsFold(rules, sessions: sessions)
            for event in log.events {
                fold.fold(event, now: end)
                guard cuts, Int.random(in: 0..<4, using: &generator) == 0 else { continue }
                if Bool.random(using: &generator) {
                    if let time = EventTime.parse(event.time) { fold.pass(to: time) }
                    let after = place(event.sequence.rawValue)
                    try store.save(fold.takeChanges(), from: before, to: after)
                    before = after
                }
                guard Int.random(in: 0..<3, using: &generator) == 0 else { continue }
                // A new process: what was not saved is folded again from the place.
                store = try InsightsStore(path: path)
                (before, sessions) = try store.load()
                fold = InsightsFold(rules, sessions: sessions)
                for earlier in log.events
                where earlier.sequence > before.sequence && earlier.sequence <= event.sequence {
                    fold.fold(earlier, now: end)
                }
            }
            fold.pass(to: end)
            try store.save(fold.takeChanges(), from: before, to: place(10_000))
            return try report(now: end)
        }
        let whole = try #require(try count(cuts: false))
        let cut = try #require(try count(cuts: true))
        #expect(whole == cut, "seed \(testSeed &+ UInt64(round))")
        #expect(whole.totals.searches > 0)
    }

    @Test func `two that count at once do not both`() throws {
        defer { clear() }
        let first = try InsightsStore(path: path)
        let second = try InsightsStore(path: path)
        let start = try first.load().place
        try first.save(InsightsChanges(), from: start, to: place(5))
        #expect { try second.save(InsightsChanges(), from: start, to: place(6)) } throws: { error in
            (error as? SearchBusError)?.code == .cursorMoved
        }
        #expect(try first.load().place == place(5))
    }

    @Test func `a file of another kind, or a damaged one, is replaced`() throws {
        defer { clear() }
        try Data("no database, but a text of some length that SQLite cannot read".utf8).write(to: URL(filePath: path))
        let store = try InsightsStore(path: path)
        #expect(try store.load().place == InsightsPlace())
    }

    @Test func `beyond the limit rare texts are counted together, and sums stay exact`() throws {
        defer { clear() }
        var limits = InsightsStore.Limits()
        limits.queries = 50
        var changes = InsightsChanges()
        let day = MadeLog.start / EventTime.day
        for number in 0..<80 {
            var counts = InsightsChanges.QueryCounts()
            counts.searches = number < 5 ? 100 : 1
            changes.queries[.init(day: day, searcher: "products", query: "text \(number)")] = counts
        }
        changes.hours[MadeLog.start / EventTime.hour] = .init()
        var before = InsightsPlace()
        let store = try InsightsStore(path: path, limits: limits)
        for turn in 1...8 {
            try store.save(turn == 1 ? changes : InsightsChanges(), from: before, to: place(UInt64(turn)))
            before = place(UInt64(turn))
        }
        let report = try #require(try report(now: MadeLog.start))
        #expect(report.totals.searches == 575)
        #expect(report.queryCount <= 75)
        #expect(report.queries.contains { $0.query == nil && $0.counts.searches > 0 })
        #expect(report.queries.filter { $0.counts.searches == 100 }.count == 5)
    }

    @Test func `searchers beyond the limit are counted together too, and the number of searches is reported`() throws {
        defer { clear() }
        var limits = InsightsStore.Limits()
        (limits.queries, limits.refinements) = (50, 50)
        var changes = InsightsChanges()
        let day = MadeLog.start / EventTime.day
        for number in 0..<80 {
            let name = "algolia:index \(number)"
            var counts = InsightsChanges.QueryCounts()
            (counts.searches, counts.views) = (1, 2)
            changes.queries[.init(day: day, searcher: name, query: "lamp")] = counts
            changes.filterViews[.init(day: day, searcher: name, attribute: "brand", value: "Acme")] = 1
        }
        var hour = InsightsChanges.HourCounts()
        hour.views = 160
        changes.hours[MadeLog.start / EventTime.hour] = hour
        var before = InsightsPlace()
        let store = try InsightsStore(path: path, limits: limits)
        for turn in 1...12 {
            // At each start it is counted again how many there are.
            let store = turn == 1 ? store : try InsightsStore(path: path, limits: limits)
            try store.save(turn == 1 ? changes : InsightsChanges(), from: before, to: place(UInt64(turn)))
            before = place(UInt64(turn))
        }
        let report = try #require(try report(now: MadeLog.start))
        #expect(report.totals.searches == 80 && report.totals.views == 160 && report.views == 160)
        #expect(report.filterViews == 80 && report.viewedFilters.map(\.count).reduce(0, +) == 80)
        #expect(report.queries.count <= 56 && report.viewedFilters.count <= 56)
        #expect(report.queries.contains { $0.searcher.isEmpty && $0.query == nil })
    }

    @Test func `days that are too old are forgotten`() throws {
        defer { clear() }
        let store = try InsightsStore(path: path)
        var changes = InsightsChanges()
        let day = MadeLog.start / EventTime.day
        var counts = InsightsChanges.QueryCounts()
        counts.searches = 1
        for age in [0, 89, 90, 200] as [Int64] {
            changes.queries[.init(day: day - age, searcher: "products", query: "\(age)")] = counts
            changes.hours[(day - age) * 24] = .init()
        }
        try store.save(changes, from: InsightsPlace(), to: place(1))
        let report = try #require(try report(days: 90, now: MadeLog.start))
        #expect(report.queries.compactMap(\.query).sorted() == ["0", "89"])
        #expect(report.timeline.count == 90)
    }
}
