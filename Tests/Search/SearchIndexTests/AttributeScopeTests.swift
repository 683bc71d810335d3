// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

/// Searches in some of the searched attributes.
@Suite struct AttributeScopeTests {
    static let words = ["lamp", "lmap", "lamps", "desk", "disk", "tv", "flat", "screen", "chair", "chairs"]

    static func record(_ number: Int, _ random: inout SeededGenerator) throws -> Record {
        func text() -> String {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(words) }.joined(separator: " ")
        }
        return try Record.make(
            "\(number)",
            [
                ("name", .string(text())), ("tags", .array([.string(text()), .string(text())])),
                ("text", .string(text())),
            ]
        )
    }

    /// An index of several segments with gaps, in which these attributes are searched.
    static func fixture(
        searching attributes: [String],
        _ records: [Record],
        _ settings: JSONObject = JSONObject()
    ) throws -> Fixture {
        var settings = settings
        settings["searchableAttributes"] = JSON(attributes)
        settings["synonyms"] = [["tv", "flat screen"]]
        let half = records.count / 2
        let fixture = try Fixture(Array(records[..<half]), settings: try IndexSettings(json: .object(settings)))
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        try writer.add(Array(records[half...]))
        try writer.delete(objectIDs: ["1", "5"])
        return fixture
    }

    static func query(_ random: inout SeededGenerator) -> String {
        let typed: [String] = (0..<Int.random(in: 1...3, using: &random)).map { _ in random.pick(words) }
        return typed.joined(separator: " ") + random.pick(["", "", " l", " c", " s"])
    }

    @Test func `A restricted search finds what an index of these attributes would, in the same order`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<5 {
            let records = try (0..<60).map { try Self.record($0, &random) }
            let whole = try Self.fixture(searching: ["name", "unordered(tags)", "text"], records)
            for names in [["name"], ["tags"], ["text"], ["name", "text"], ["text", "tags"]] {
                let own = ["name", "unordered(tags)", "text"].filter { entry in names.contains { entry.contains($0) } }
                let part = try Self.fixture(searching: own, records)
                for _ in 0..<8 {
                    let query = Self.query(&random)
                    var parameters = JSONObject([
                        ("typoTolerance", .string(random.pick(["true", "strict", "false"])))
                    ])
                    if random.isTrue() { parameters["removeWordsIfNoResults"] = "allOptional" }
                    var request = SearchRequest(index: "test", query: query, hitsPerPage: 100, parameters: parameters)
                    let expected = try part.hits(request)
                    request.parameters["restrictSearchableAttributes"] = JSON(names)
                    let found = try whole.hits(request)
                    #expect(found.hits.map(\.objectID) == expected.hits.map(\.objectID), "\(query) in \(names)")
                    #expect(found.totalCount == expected.totalCount)
                    #expect(found.warnings.isEmpty)
                }
            }
        }
    }

    @Test func `Attributes of the same rank are searched together, and counts are those of the hits`() throws {
        let fixture = try Fixture(
            [
                try Record.make("1", [("brand", "Ulm"), ("maker", "x"), ("name", "y"), ("kind", "a")]),
                try Record.make("2", [("brand", "x"), ("maker", "Ulm"), ("name", "y"), ("kind", "b")]),
                try Record.make("3", [("brand", "x"), ("maker", "x"), ("name", "Ulm"), ("kind", "c")]),
            ],
            settings: IndexSettings(
                searchableAttributes: ["name", "brand,maker"],
                attributesForFaceting: ["kind"]
            )
        )
        var request = SearchRequest(index: "test", query: "ulm", facets: [FacetNeed("kind", limit: 9)])
        request.parameters["restrictSearchableAttributes"] = ["maker"]
        let hits = try fixture.hits(request)
        #expect(hits.hits.map(\.objectID) == ["1", "2"])
        #expect(hits.facets["kind"]?.map(\.value.label) == ["a", "b"])
    }

    @Test func `An attribute outside of the searched ones causes a warning`() throws {
        let fixture = try Fixture(
            [try Record.make("1", [("name", "red"), ("text", "blue"), ("other", "green")])],
            settings: IndexSettings(searchableAttributes: ["name", "text"])
        )
        func hits(_ names: JSON) throws -> SearchResponse.Hits {
            var request = SearchRequest(index: "test", query: "blue")
            request.parameters["restrictSearchableAttributes"] = names
            return try fixture.hits(request)
        }
        #expect(try hits(["name", "other"]).totalCount == 0)
        #expect(try hits(["name", "other"]).warnings.map(\.message).first?.contains("`other` is not searched") == true)
        #expect(try hits(["other"]).totalCount == 1)
        #expect(try hits("name").warnings.first?.message.contains("not a list of attributes") == true)
        #expect(try hits([]).warnings.isEmpty)
    }

    /// A word that very many records have is ranked by its position, which is another one in a part of the record.
    @Test func `A frequent word is ranked by its place in the attributes that count`() throws {
        let records = try (0..<6_000).map { number in
            let text = number == 4_000 ? "lamp here" : "here a lamp"
            return try Record.make("\(number)", [("name", "lamp"), ("text", .string(text))])
        }
        let fixture = try Fixture(records, settings: IndexSettings(searchableAttributes: ["name", "text"]))
        var request = SearchRequest(index: "test", query: "lamp", hitsPerPage: 2)
        #expect(try fixture.hits(request).hits.map(\.objectID) == ["0", "1"])
        request.parameters["restrictSearchableAttributes"] = ["text"]
        let hits = try fixture.hits(request)
        #expect(hits.hits.map(\.objectID) == ["4000", "0"])
        #expect(hits.totalCount == 6_000)
    }
}

/// Attributes without typo tolerance.
@Suite struct StrictAttributeTests {
    @Test func `Words with errors are found in other attributes only`() throws {
        let fixture = try Fixture(
            [
                try Record.make("1", [("name", "wireless headphones"), ("code", "x")]),
                try Record.make("2", [("name", "x"), ("code", "wireless headphones")]),
                try Record.make("3", [("name", "head phones"), ("code", "x")]),
                try Record.make("4", [("name", "x"), ("code", "head phones")]),
                try Record.make("5", [("name", "headphonse"), ("code", "headphones")]),
            ],
            settings: try IndexSettings(json: [
                "searchableAttributes": ["name", "code"], "disableTypoToleranceOnAttributes": ["code", "other"],
            ])
        )
        func found(_ query: String, _ attributes: JSON? = nil) throws -> [String] {
            var request = SearchRequest(index: "test", query: query)
            request.parameters["disableTypoToleranceOnAttributes"] = attributes
            return try fixture.hits(request).hits.map(\.objectID).sorted()
        }
        #expect(try found("headphonnes") == ["1", "5"])
        #expect(try found("headphonnes", []) == ["1", "2", "5"])
        #expect(try found("headphonnes", ["name"]) == ["2", "5"])
        #expect(try found("headphones ") == ["1", "2", "3", "5"])
        #expect(try found("head phones") == ["1", "3", "4"])
        #expect(try found("wireles hedphones") == ["1"])
    }

    @Test func `A restricted search that forgives nothing anywhere finds what one without errors does`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<5 {
            let records = try (0..<60).map { try AttributeScopeTests.record($0, &random) }
            let fixture = try AttributeScopeTests.fixture(searching: ["name", "unordered(tags)", "text"], records)
            for _ in 0..<20 {
                let query = AttributeScopeTests.query(&random)
                var request = SearchRequest(index: "test", query: query, hitsPerPage: 100)
                request.parameters["typoTolerance"] = "false"
                let plain = try fixture.hits(request)
                request.parameters["typoTolerance"] = "true"
                request.parameters["disableTypoToleranceOnAttributes"] = ["name", "tags", "text"]
                let strict = try fixture.hits(request)
                #expect(strict.hits == plain.hits, "\(query)")
                #expect(strict.totalCount == plain.totalCount)
            }
        }
    }

    @Test func `What has errors is marked only where they are forgiven`() throws {
        let fixture = try Fixture(
            [try Record.make("1", [("name", "headphones"), ("code", "headphones")])],
            settings: try IndexSettings(json: [
                "searchableAttributes": ["name", "code"], "disableTypoToleranceOnAttributes": ["code"],
            ])
        )
        let hits = try fixture.hits("headphonnes").hits
        #expect(hits.first?.highlights.keys.sorted() == ["name"])
        let marker = try fixture.reader.marker(for: SearchRequest(index: "test", query: "headphonnes"))
        var text = "headphones"
        text.withUTF8 { text in
            #expect(marker.marking("name").marks(in: text).marks.count == 1)
            #expect(marker.marking("code").marks(in: text).marks.isEmpty)
        }
    }
}
