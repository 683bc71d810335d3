// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

/// Statistics of the numbers of matching records.
@Suite struct NumberSumTests {
    private let settings = IndexSettings(searchableAttributes: ["name"], numericAttributes: ["price", "size"])

    private func record(_ number: Int, _ random: inout SeededGenerator) throws -> Record {
        var members: [(String, JSON)] = [("name", .string(random.pick(["red lamp", "blue lamp", "desk"])))]
        members.append(("color", .string(random.pick(["red", "blue"]))))
        switch Int.random(in: 0...4, using: &random) {
        case 0: break
        case 1: members.append(("price", .string("9")))
        case 2: members.append(("price", .number(Double.random(in: -5...5, using: &random))))
        case 3: members.append(("price", .array((0..<3).map { _ in JSON(Int.random(in: 0...3, using: &random)) })))
        default: members.append(("price", JSON(Int.random(in: -1_000...1_000, using: &random))))
        }
        return try Record.make("\(number)", members)
    }

    /// The different numbers of a record.
    private func numbers(_ hit: Hit) -> Set<Double> {
        let value = hit.record["price"]
        return Set((value?.array ?? [value ?? .null]).compactMap { $0.string == nil ? $0.double : nil })
    }

    @Test func `Sums are those of all records found, whatever is listed`() throws {
        var random = SeededGenerator(seed: testSeed)
        for round in 0..<20 {
            let fixture = try Fixture(try (0..<80).map { try record($0, &random) }, settings: settings)
            if round.isMultiple(of: 2) {
                let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
                try writer.delete(objectIDs: ["3", "17", "40"])
                try writer.add(try (70..<120).map { try record($0, &random) })
            }
            let color = Filter.facet("color", .text(random.pick(["red", "blue"])))
            var request = SearchRequest(
                index: "test",
                query: random.pick(["", "lamp", "red", "none"]),
                hitsPerPage: 1_000,
                facets: [FacetNeed("price", limit: 1)]
            )
            request.baseFilters = random.isTrue() ? .of((.and, "color", [color])) : FilterState()
            request.sums = ["price", "size"]
            let hits = try fixture.hits(request)
            let all = hits.hits.flatMap(numbers)
            #expect(hits.sums["size"] == nil)
            guard let sum = hits.sums["price"] else {
                #expect(all.isEmpty)
                continue
            }
            #expect(abs(sum.sum - all.reduce(0, +)) < 1e-6)
            #expect(abs(sum.average - all.reduce(0, +) / Double(all.count)) < 1e-9)
        }
    }

    @Test func `A session's own filter on the attribute does not change what its numbers come to`() throws {
        let records = try (1...4).map { (price: Int) in
            try Record.make("\(price)", [("name", "lamp"), ("price", JSON(price))])
        }
        let fixture = try Fixture(records, settings: settings)
        let low = Filter(attribute: "price", condition: .range(0...2))
        var request = SearchRequest(index: "test", filters: .of((.and, "price", [low])))
        #expect(try fixture.hits(request).sums.isEmpty)
        request.sums = ["price"]
        let hits = try fixture.hits(request)
        #expect(hits.totalCount == 2)
        #expect(hits.sums == ["price": NumberSum(sum: 10, average: 2.5)])
    }

    @Test func `Whatever rounding loses is carried on`() {
        let numbers = [(number: 1e16, count: 1), (number: 1, count: 3), (number: -1e16, count: 1)]
        #expect(NumberSum(numbers) == NumberSum(sum: 3, average: 0.6))
        #expect(NumberSum([(number: 1, count: 0)]) == nil)
        #expect(NumberSum([(number: 1e308, count: 100)]) == nil)
    }

    @Test func `Results say sums only where there are some`() throws {
        var hits = SearchResponse.Hits(stats: ["price": 1...2])
        func response() -> SearchResponse { SearchResponse(query: "", processingTimeMS: 1, content: .hits(hits)) }
        #expect(response().json["facetSums"] == nil)
        #expect(try JSON(parsing: response().bytes())["facetSums"] == nil)
        hits.sums = ["price": NumberSum(sum: 3, average: 1.5)]
        #expect(try JSON(parsing: response().bytes()) == response().json)
        #expect(try SearchResponse(json: response().json) == response())
    }
}
