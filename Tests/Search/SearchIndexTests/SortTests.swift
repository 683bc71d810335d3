// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

/// Records in the order of attributes: records with equal values stay in the order of relevance.
@Suite struct SortTests {
    private func record(_ number: Int, _ random: inout SeededGenerator) throws -> Record {
        let words = (0..<3).map { _ in random.pick(["red", "blue", "lamp", "lamps", "desk", "lmap"]) }
        var members: [(String, JSON)] = [("name", .string(words.joined(separator: " ")))]
        if random.pick([true, true, false]) { members.append(("price", JSON(Int.random(in: -3...6, using: &random)))) }
        if random.pick([true, true, false]) { members.append(("year", JSON(Int.random(in: 0...2, using: &random)))) }
        members.append(("sales", JSON(Int.random(in: 0...20, using: &random))))
        return try Record.make("\(number)", members)
    }

    private func precedes(_ left: Hit, _ right: Hit, _ keys: [SortKey]) -> Bool {
        for key in keys {
            switch (left.record[key.attribute]?.int, right.record[key.attribute]?.int) {
            case (nil, nil): continue
            case (nil, _?): return false
            case (_?, nil): return true
            case (let first?, let second?):
                if first != second { return (first < second) != key.isDescending }
            }
        }
        return false
    }

    /// A stable sort.
    private func sorted(_ hits: [Hit], by keys: [SortKey]) -> [String] {
        hits.enumerated().sorted { left, right in
            if precedes(left.element, right.element, keys) { return true }
            return !precedes(right.element, left.element, keys) && left.offset < right.offset
        }.map(\.element.objectID)
    }

    @Test func `An order by attributes is a stable sort of the order of relevance, page by page`() throws {
        var random = SeededGenerator(seed: testSeed)
        let settings = try IndexSettings(json: [
            "searchableAttributes": ["name"], "numericAttributes": ["price", "year"], "customRanking": ["desc(sales)"],
        ])
        for round in 0..<rounds(3, thorough: 8) {
            let fixture = try Fixture(try (0..<150).map { try record($0, &random) }, settings: settings)
            if round.isMultiple(of: 2) {
                // Several segments, with gaps.
                let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
                try writer.delete(objectIDs: (0..<20).map { "\($0 * 7)" })
                try writer.add(try (140..<220).map { try record($0, &random) })
            }
            for _ in 0..<12 {
                let attributes = random.pick([["price"], ["year"], ["year", "price"], ["price", "year"]])
                let keys = attributes.map { SortKey($0, isDescending: random.isTrue()) }
                let query = random.pick(["", "lamp", "red lamp", "l", "desk blue"])
                let all = try fixture.hits(SearchRequest(index: "test", query: query, hitsPerPage: 1_000)).hits
                let size = Int.random(in: 1...40, using: &random)
                var found: [String] = []
                for page in 0...all.count / size {
                    let request = SearchRequest(index: "test", query: query, page: page, hitsPerPage: size, sort: keys)
                    found += try fixture.hits(request).hits.map(\.objectID)
                }
                #expect(found == sorted(all, by: keys), "\(query), \(keys), \(size), seed \(testSeed)")
            }
        }
    }

    @Test func `Rules before the criteria are the index's own order, in its replicas behind theirs`() throws {
        var random = SeededGenerator(seed: testSeed)
        let settings = try IndexSettings(json: [
            "searchableAttributes": ["name"], "ranking": ["desc(price)", "typo", "custom"],
            "customRanking": ["desc(sales)"], "replicas": ["by-year": ["asc(year)"]],
        ])
        #expect(try IndexSettings(json: settings.json) == settings)
        let fixture = try Fixture(try (0..<60).map { try record($0, &random) }, settings: settings)
        let request = SearchRequest(index: "test", query: "lamp", hitsPerPage: 100)
        var plain = request
        plain.parameters = JSONObject([("ranking", ["typo", "custom"])])
        let all = try fixture.hits(plain).hits
        let price = SortKey("price", isDescending: true)
        #expect(try fixture.hits(request).hits.map(\.objectID) == sorted(all, by: [price]))
        let replica = try IndexReader(directory: fixture.directory.indexes, name: "by-year")
        let found = try replica.search([request])[0].hits?.hits.map(\.objectID)
        #expect(found == sorted(all, by: [SortKey("year"), price]))
    }

    @Test(arguments: [1, 2])
    func `Numbers come before texts in either direction, and records without a value are last`(parts: Int) throws {
        let prices: [JSON?] = [5, "on request", 7.5, nil, 3, "sold", -1]
        let records = try prices.enumerated().map { number, price in
            try Record.make("\(number)", [("name", "lamp")] + (price.map { [("price", $0)] } ?? []))
        }
        let fixture = try Fixture(
            parts == 1 ? records : Array(records[..<4]),
            settings: IndexSettings(json: ["replicas": ["cheap": ["asc(price)"], "dear": ["desc(price)"]]])
        )
        if parts == 2 {
            try IndexWriter(directory: fixture.directory.indexes, name: "test").add(Array(records[4...]))
        }
        for (replica, expected) in [("cheap", "6402153"), ("dear", "2046513")] {
            let reader = try IndexReader(directory: fixture.directory.indexes, name: replica)
            let found = try reader.search([SearchRequest(index: replica, query: "")])[0].hits?.hits.map(\.objectID)
            #expect(found?.joined() == expected)
        }
    }

    @Test func `A rule behind a criterion is refused`() {
        let error = #expect(throws: JSONError.self) {
            try IndexSettings(json: ["ranking": ["asc(price)", "typo", "desc(year)"]])
        }
        #expect(error?.message.contains("desc(year)") == true)
    }
}
