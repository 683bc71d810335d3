// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Testing
import Wire

/// The effects of a change on the files of an index and on searches.
@Suite struct SegmentChangeTests {
    private static let settings = IndexSettings(
        searchableAttributes: ["name"],
        attributesForFaceting: ["kind"],
        numericAttributes: ["n"],
        customRanking: []
    )

    private func records(_ numbers: Range<Int>, name: String = "thing") throws -> [Record] {
        try numbers.map {
            try .make("r\($0)", [("name", .string("\(name) \($0)")), ("kind", .string("k\($0 % 3)")), ("n", JSON($0))])
        }
    }

    private func segments(_ fixture: Fixture) throws -> Set<String> {
        let folder = fixture.directory.indexes.path + "/test"
        return Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("seg") })
    }

    @Test func `A change of one record leaves the segment of all others as it is`() throws {
        let fixture = try Fixture(records(0..<2_000), settings: Self.settings)
        let before = try segments(fixture)
        #expect(before.count == 1)
        try IndexWriter(directory: fixture.directory.indexes, name: "test").add(records(7..<8, name: "widget"))
        let after = try segments(fixture)
        #expect(after.isSuperset(of: before) && after.count == 2)
        #expect(try fixture.hits("widget").hits.map(\.objectID) == ["r7"])
        #expect(try fixture.hits("thing").totalCount == 1_999)
        let counted = try fixture.hits(SearchRequest(index: "test", facets: ["kind"], stats: ["n"]))
        #expect(counted.facets["kind"]?.map(\.count) == [667, 667, 666] && counted.stats["n"] == 0...1_999)
    }

    @Test func `A record that is replaced keeps its place among equals, also once segments are merged`() throws {
        let fixture = try Fixture(records(0..<40), settings: Self.settings)
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        let expected = (0..<40).map { "r\($0)" }
        func order() throws -> [String] {
            try fixture.hits(SearchRequest(index: "test", hitsPerPage: 100)).hits.map(\.objectID)
        }
        for number in [3, 39, 0, 17, 18, 3, 5, 6, 30, 31, 32, 33, 1, 2, 4] {
            try writer.add(records(number..<number + 1, name: "other"))
            #expect(try order() == expected)
        }
        #expect(try segments(fixture).count < 6, "small segments are merged")
    }

    @Test func `Many small changes leave few segments, and a deleted record is not counted from then on`() throws {
        let fixture = try Fixture(records(0..<300), settings: Self.settings)
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        for number in 300..<360 { try writer.add(records(number..<number + 1)) }
        #expect(try segments(fixture).count < 8)
        try writer.delete(objectIDs: ["r0", "r3", "r359"])
        let hits = try fixture.hits(SearchRequest(index: "test", hitsPerPage: 1_000, facets: ["kind"], stats: ["n"]))
        #expect(hits.totalCount == 357 && hits.hits.count == 357)
        #expect(hits.facets["kind"]?.map(\.count) == [120, 119, 118] && hits.stats["n"] == 1...358)
        try writer.delete(objectIDs: (0..<360).map { "r\($0)" })
        #expect(try fixture.hits("").totalCount == 0 && segments(fixture).isEmpty)
    }

    @Test func `An index of a newer format is refused by changes and kept as it is`() throws {
        let fixture = try Fixture(records(0..<3), settings: Self.settings)
        let manifest = fixture.directory.indexes.path + "/test/manifest.json"
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        let newer = text.replacing(#""format":3"#, with: #""format":99"#)
        try newer.write(toFile: manifest, atomically: true, encoding: .utf8)
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        let error = #expect(throws: SearchBusError.self) { try writer.add(records(3..<4)) }
        #expect(error?.code == .indexCorrupt && error?.remedy.contains("newer version") == true)
        #expect(try String(contentsOfFile: manifest, encoding: .utf8) == newer && segments(fixture).count == 1)
        try writer.replaceAll(settings: Self.settings, records(0..<5))
        #expect(try fixture.hits("thing").totalCount == 5)
    }

    @Test func `Distinct shows each group once, and counts groups`() throws {
        var settings = Self.settings
        settings.relevance.attributeForDistinct = "kind"
        settings.relevance.distinct = 1
        let fixture = try Fixture(records(0..<30), settings: settings)
        let hits = try fixture.hits("thing")
        #expect(hits.totalCount == 3 && hits.hits.map(\.objectID) == ["r0", "r1", "r2"])
        let two = try fixture.hits(
            SearchRequest(index: "test", query: "thing", parameters: JSONObject([("distinct", 2)]))
        )
        #expect(two.totalCount == 6 && two.hits.map(\.objectID) == ["r0", "r1", "r2", "r3", "r4", "r5"])
    }

    @Test func `Synonyms, plurals, stop words and optional words find what they should`() throws {
        let names = ["red sofa", "blue couch", "two mice", "the mouse trap", "television set", "tv stand"]
        let records = try names.enumerated().map { try Record.make("\($0)", [("name", .string($1))]) }
        var settings = IndexSettings(searchableAttributes: ["name"], customRanking: [])
        settings.relevance.synonyms = [.regular(["sofa", "couch"]), .oneWay("tv", ["television set"])]
        settings.relevance.ignorePlurals = true
        settings.relevance.removeStopWords = true
        settings.relevance.removeWordsIfNoResults = .lastWords
        let fixture = try Fixture(records, settings: settings)
        #expect(try fixture.ids("sofa") == ["0", "1"])
        #expect(Set(try fixture.ids("mouse")) == ["2", "3"])
        #expect(Set(try fixture.ids("tv")) == ["4", "5"])
        #expect(try fixture.ids("television") == ["4"])
        #expect(try fixture.ids("the trap") == ["3"])
        #expect(try fixture.ids("red sofa unheardof") == ["0"])
        let optional = JSONObject([("optionalWords", ["green"])])
        let hits = try fixture.hits(SearchRequest(index: "test", query: "green sofa", parameters: optional))
        #expect(hits.hits.map(\.objectID) == ["0", "1"])
    }
}
