// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

/// Words that a record has as several, and the query as one.
@Suite struct SplitWordTests {
    private func record(_ id: String, _ name: String, _ members: [(String, JSON)] = []) throws -> Record {
        try .make(id, [("name", .string(name))] + members)
    }

    private var settings: IndexSettings {
        get throws { try IndexSettings(json: JSON(parsing: #"{"searchableAttributes": ["name", "note"]}"#)) }
    }

    @Test(arguments: [
        ("tshirt", "T-shirt red"), ("nodejs", "Node.js book"), ("oneill", "O'Neill wetsuit"), ("acdc", "AC/DC"),
        ("usbchub", "USB-C-Hub"), ("usa", "U.S.A."), ("rocknroll", "Rock'n'Roll"), ("ab123x", "AB-123-X"),
        ("3d", "3-D glasses"),
        ("9783161484100", "ISBN 978-3-16-148410-0"), ("tshirts", "T-Shirts"), ("tsh", "T-shirt"),
        ("ohiggins", "O’Higgins"),
    ])
    func `A matching record still matches after others have the word unsplit`(query: String, name: String) throws {
        let split = try record("split", name)
        let others = try [record("joined", "\(query) blue"), record("begins", "\(query)s")]
        for records in [[split], [split] + others, others + [split]] {
            let fixture = try Fixture(records, settings: settings)
            #expect(try fixture.ids(query).contains("split"), "among \(records.count)")
            #expect(try fixture.ids("\(query) ").contains("split") && fixture.ids(name).contains("split"))
        }
        // The unsplit word is first, as typed.
        #expect(try Fixture([split] + others, settings: settings).ids(query).last == "split")
        let hit = try Fixture([split] + others, settings: settings).hits(query).hits.last
        #expect(hit?.highlights.isEmpty == false)
    }

    @Test func `Words of several segments are put together`() throws {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        try writer.replaceAll(settings: settings, [record("a", "T-shirt red"), record("b", "Node.js book")])
        try writer.add([record("c", "tshirt blue"), record("d", "nodejs mug")])
        let reader = try IndexReader(directory: directory.indexes, name: "test")
        func ids(_ query: String) throws -> [String] {
            try reader.search([SearchRequest(index: "test", query: query)])[0].hits?.hits.map(\.objectID) ?? []
        }
        #expect(try ids("tshirt") == ["c", "a"])
        #expect(try ids("nodejs") == ["d", "b"])
    }

    @Test func `Parts have to stand together, in one attribute, and are nothing where the word is not split`() throws {
        let records = try [
            record("apart", "wi or fi"), record("turned", "fi wi"), record("two", "wi", [("note", "fi")]),
            record("list", "x", [("note", ["wi", "fi"])]), record("word", "wifi"),
        ]
        #expect(try Fixture(records, settings: settings).ids("wifi") == ["word"])
        // A single part does not reduce the distance of the words of a query.
        let placed = try Fixture(
            [record("far", "router wi x x wifi"), record("near", "router x x wifi"), record("split", "router wi-fi")],
            settings: settings
        )
        #expect(try placed.ids("router wifi") == ["near", "far", "split"])
    }

    @Test func `A word that is only a prefix of the rest of a word does not count as a part`() throws {
        let records = try [record("other", "rope adjustable dog lead"), record("plain", "rope dog lead")]
        #expect(try Fixture(records, settings: settings).ids("rope doglead") == ["plain", "other"])
    }

    @Test func `Nothing is split where errors are not forgiven`() throws {
        let records = try [record("1", "wi-fi"), record("2", "10 0"), record("3", "12 34")]
        #expect(try Fixture(records, settings: settings).ids("100").isEmpty)
        #expect(try Fixture(records, settings: settings).ids("1234") == ["3"])
        for members in [
            #""typoTolerance": false"#, #""disableTypoToleranceOnWords": ["wifi"]"#,
            #""disableTypoToleranceOnAttributes": ["name"]"#,
        ] {
            let settings = try IndexSettings(json: JSON(parsing: #"{"searchableAttributes": ["name"], \#(members)}"#))
            #expect(try Fixture(records, settings: settings).ids("wifi").isEmpty, "\(members)")
        }
    }

    @Test func `Words that are frequent apart cost no more than a bounded number of rows`() throws {
        let apart = try (0..<5_000).map { try record("\($0)", "in a box by its side") }
        let fixture = try Fixture(apart + [record("last", "in side")], settings: settings)
        let together = try (0..<5_000).map { try record("\($0)", "T-shirt number \($0)") }
        #expect(try Fixture(together, settings: settings).hits("tshirt").totalCount == 5_000)
        #expect(try fixture.hits("inside").totalCount <= 1)
    }
}
