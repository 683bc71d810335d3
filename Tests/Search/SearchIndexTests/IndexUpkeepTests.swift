// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

/// Changing settings and deleting by filters.
@Suite struct IndexUpkeepTests {
    private func records(_ numbers: Range<Int>) throws -> [Record] {
        try numbers.map { number in
            try .make(
                "r\(number)",
                [
                    ("name", .string("thing \(number)")), ("text", .string("word\(number % 9)")),
                    ("kind", .string("k\(number % 3)")), ("n", JSON(number)), ("m", JSON((number * 37) % 101)),
                ]
            )
        }
    }

    private func writer(_ fixture: Fixture) throws -> IndexWriter {
        try IndexWriter(directory: fixture.directory.indexes, name: "test")
    }

    /// The complete answers of searches.
    private func answers(_ fixture: Fixture) throws -> [JSON] {
        try ["", "thing", "word3", "thing 12", "wrod3"].map { query in
            let request = SearchRequest(index: "test", query: query, hitsPerPage: 1_000, facets: ["kind"], stats: ["n"])
            var object = try fixture.reader.search([request])[0].json.object ?? JSONObject()
            object["processingTimeMS"] = nil
            return .object(object)
        }
    }

    @Test func `Settings that change leave an index as an import with them would have made it`() throws {
        let variants: [IndexSettings] = try [
            [:], ["searchableAttributes": ["text"]], ["customRanking": ["desc(m)"]],
            ["attributesForFaceting": ["kind", "n"]],
            ["numericAttributes": ["m"], "searchableAttributes": ["unordered(name)", "text"]],
            ["typoTolerance": "min", "customRanking": ["asc(m)"]], ["attributeForDistinct": "kind", "distinct": 2],
        ].map { try IndexSettings(json: $0) }
        var random = SeededGenerator(seed: testSeed)
        let fixture = try Fixture(records(0..<120))
        for _ in 0..<24 {
            let settings = try #require(variants.randomElement(using: &random))
            try writer(fixture).change(settings: settings)
            let expected = try Fixture(records(0..<120), settings: settings)
            #expect(try fixture.reader.settings == expected.reader.settings, "seed \(testSeed)")
            #expect(try answers(fixture) == answers(expected), "seed \(testSeed)")
        }
        #expect(try fixture.directory.indexes.verify("test").problems.isEmpty, "seed \(testSeed)")
    }

    @Test func `A rebuild is reported, and settings of queries cause none`() throws {
        let fixture = try Fixture(records(0..<50))
        let writer = try writer(fixture)
        func change(_ json: JSON) throws -> SettingsChange { try writer.change(settings: IndexSettings(json: json)) }
        #expect(try !change([:]).isChanged)
        let folder = fixture.directory.indexes.path + "/test"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let synonyms = try change(["synonyms": [["thing", "item"]]])
        #expect(synonyms.isChanged && synonyms.rebuilt.isEmpty && synonyms.summary.generation == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == files)
        #expect(try fixture.hits("item").totalCount == 50)
        #expect(try change(["searchableAttributes": ["text"]]).rebuilt == [.words])
        #expect(try change(["searchableAttributes": ["text"], "customRanking": ["desc(m)"]]).rebuilt == [.order])
        #expect(try change(["attributesForFaceting": ["kind"]]).rebuilt == [.words, .values, .order])
    }

    @Test func `What filters let through is deleted, as a naive list says`() throws {
        var random = SeededGenerator(seed: testSeed)
        let fixture = try Fixture(records(0..<300))
        let writer = try writer(fixture)
        var left = Set(0..<300)
        var next = 300
        for _ in 0..<12 {
            let (kind, bound) = (Int.random(in: 0..<3, using: &random), Double.random(in: 0..<400, using: &random))
            let isNegated = Bool.random(using: &random)
            let facet = Filter(attribute: "kind", condition: .facet(.text("k\(kind)")), isNegated: isNegated)
            let number = Filter(attribute: "n", condition: .comparison(.greater, bound))
            let filters = FilterState.of((.and, "a", [facet]), (.and, "b", [number]))
            let expected = left.filter { ($0 % 3 == kind) != isNegated && Double($0) > bound }
            #expect(try fixture.directory.indexes.count(of: "test", matching: filters) == expected.count)
            let generation = try fixture.reader.generation
            let (summary, count) = try writer.delete(matching: filters)
            left.subtract(expected)
            #expect(count == expected.count && summary.recordCount == left.count, "seed \(testSeed)")
            #expect(try fixture.reader.generation == generation + (count > 0 ? 1 : 0))
            let hits = try fixture.hits(SearchRequest(index: "test", hitsPerPage: 1_000, facets: ["kind"])).hits
            #expect(Set(hits.map(\.objectID)) == Set(left.map { "r\($0)" }), "seed \(testSeed)")
            let added = next..<next + Int.random(in: 1...30, using: &random)
            try writer.add(records(added))
            left.formUnion(added)
            next = added.upperBound
        }
        #expect(try fixture.directory.indexes.verify("test").problems.isEmpty, "seed \(testSeed)")
    }

    @Test func `A filter on an attribute that no record has deletes nothing, also where it is negated`() throws {
        let fixture = try Fixture(records(0..<5))
        for isNegated in [false, true] {
            let filter = Filter(attribute: "knid", condition: .facet(.text("k1")), isNegated: isNegated)
            let error = #expect(throws: SearchBusError.self) {
                try writer(fixture).delete(matching: .of((.and, "a", [filter])))
            }
            #expect(error?.code == .invalidArgument && error?.message.contains("`knid`") == true)
        }
        #expect(throws: SearchBusError.self) { try writer(fixture).delete(matching: FilterState()) }
        #expect(try fixture.reader.generation == 1)
    }
}
