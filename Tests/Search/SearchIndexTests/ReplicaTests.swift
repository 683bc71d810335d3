// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

/// A replica is the records of another index in an order of its own, under its own name.
@Suite struct ReplicaTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try write(["cheap": ["asc(price)"], "late": ["desc(year)", "asc(price)"]])
    }

    private func write(_ replicas: JSON, index: String = "shop") throws {
        let settings = try IndexSettings(
            json: ["searchableAttributes": ["name"], "customRanking": ["desc(sales)"], "replicas": replicas]
        )
        let rows = [("lamp", 30, 2001, 5), ("lamp", 10, 2002, 4), ("lamp", 20, 2002, 9), ("desk", 5, 2003, 1)]
        let records = try rows.enumerated().map { number, row in
            try Record.make(
                "\(number)",
                [("name", .string(row.0)), ("price", JSON(row.1)), ("year", JSON(row.2)), ("sales", JSON(row.3))]
            )
        }
        try IndexWriter(directory: directory.indexes, name: index).replaceAll(settings: settings, records)
    }

    private func ids(_ reader: IndexReader, _ query: String = "", sort: [SortKey] = []) throws -> [String] {
        let request = SearchRequest(index: reader.name, query: query, sort: sort)
        return try reader.search([request])[0].hits?.hits.map(\.objectID) ?? []
    }

    @Test func `A replica has the records of its index in its own order`() throws {
        let cheap = try IndexReader(directory: directory.indexes, name: "cheap")
        #expect(cheap.name == "cheap")
        #expect(try ids(cheap) == ["3", "1", "2", "0"])
        #expect(try ids(cheap, "lamp") == ["1", "2", "0"])
        #expect(try ids(IndexReader(directory: directory.indexes, name: "late")) == ["3", "1", "2", "0"])
        #expect(try ids(IndexReader(directory: directory.indexes, name: "shop"), "lamp") == ["2", "0", "1"])
    }

    @Test func `A request's own order comes before that of the replica`() throws {
        let cheap = try IndexReader(directory: directory.indexes, name: "cheap")
        #expect(try ids(cheap, sort: [SortKey("year")]) == ["0", "1", "2", "3"])
    }

    @Test func `A replica follows the changes of its index`() throws {
        let cheap = try IndexReader(directory: directory.indexes, name: "cheap")
        let before = try cheap.current
        try IndexWriter(directory: directory.indexes, name: "shop").delete(objectIDs: ["3"])
        #expect(try ids(cheap) == ["1", "2", "0"])
        #expect(try cheap.current != before)
        try write(["cheap": ["desc(price)"]])
        #expect(try ids(cheap) == ["0", "2", "1", "3"])
    }

    @Test func `A replica that its index has no more is unknown, until another index has it`() throws {
        let cheap = try IndexReader(directory: directory.indexes, name: "cheap")
        try write(JSON.object(JSONObject()))
        #expect(throws: SearchBusError.self) { try ids(cheap) }
        try write(["cheap": ["asc(price)"]], index: "other")
        #expect(try ids(cheap) == ["3", "1", "2", "0"])
        try directory.indexes.delete("other")
        #expect(throws: SearchBusError.self) { try ids(cheap) }
    }

    @Test func `An index of the name comes before a replica`() throws {
        let cheap = try IndexReader(directory: directory.indexes, name: "cheap")
        let own = try Record.make("own", [("name", "lamp")])
        try IndexWriter(directory: directory.indexes, name: "cheap").replaceAll([own])
        #expect(try ids(cheap) == ["own"])
        try directory.indexes.delete("cheap")
        #expect(try ids(cheap) == ["3", "1", "2", "0"])
    }

    @Test func `A name that is neither is unknown`() throws {
        #expect(throws: SearchBusError.self) { try IndexReader(directory: directory.indexes, name: "dear") }
    }

    // MARK: - Criteria of its own

    private func record(_ number: Int, _ random: inout SeededGenerator) throws -> Record {
        let words = (0..<3).map { _ in random.pick(["red", "blue", "lamp", "lamps", "desk", "lmap"]) }
        var members: [(String, JSON)] = [("name", .string(words.joined(separator: " ")))]
        for name in ["price", "year", "sales"] where random.pick([true, true, true, false]) {
            members.append((name, JSON(Int.random(in: 0...4, using: &random))))
        }
        return try Record.make("\(number)", members)
    }

    /// An index with the replica's settings as its own is the reference.
    ///
    /// It has less than the 128 records that it compares for an attribute that is nothing but the query (`mostForElement`), so that
    /// it compares all of them, as a replica does.
    @Test func `A replica with a ranking of its own answers like an index with that ranking`() throws {
        var random = SeededGenerator(seed: testSeed)
        let orders: [JSON] = [
            ["customRanking": ["asc(price)", "desc(year)"]],
            ["ranking": ["desc(year)", "exact", "typo", "custom"]],
            ["ranking": ["words", "proximity", "typo"], "customRanking": ["desc(price)"]],
            ["ranking": ["typo", "words"], "customRanking": ["desc(price)", "asc(sales)"]],
            ["customRanking": []],
        ]
        for order in orders {
            let records = try (0..<120).map { try record($0, &random) }
            func fixture(_ settings: [(String, JSON)]) throws -> Fixture {
                let all = JSONObject([("searchableAttributes", ["name"])] + settings)
                let fixture = try Fixture(Array(records[..<70]), settings: try IndexSettings(json: .object(all)))
                let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
                try writer.add(Array(records[70...]))
                try writer.delete(objectIDs: ["7", "80"])
                return fixture
            }
            // Records that are equal by the replica's rules are in the order of its index.
            var settings = order.object ?? JSONObject()
            settings["customRanking"] = .array((order["customRanking"]?.array ?? []) + ["desc(sales)"])
            let own = try fixture(settings.members.map { ($0.key, $0.value) })
            let primary = try fixture([("customRanking", ["desc(sales)"]), ("replicas", ["other": order])])
            let replica = try IndexReader(directory: primary.directory.indexes, name: "other")
            #expect(try replica.primaryName == "test")
            for _ in 0..<12 {
                let query = random.pick(["", "lamp", "red lamp", "l", "desk blue", "lamp lamps", "rde"])
                let size = Int.random(in: 1...30, using: &random)
                let page = Int.random(in: 0...3, using: &random)
                let request = SearchRequest(index: "other", query: query, page: page, hitsPerPage: size)
                let found = try #require(try replica.search([request])[0].hits)
                let expected = try own.hits(request)
                #expect(found.hits.map(\.objectID) == expected.hits.map(\.objectID), "\(query) by \(order.text)")
                #expect(found.totalCount == expected.totalCount)
            }
        }
    }

    @Test func `Settings of a replica survive decoding and encoding`() throws {
        let json: JSON = [
            "replicas": [
                "a": ["asc(price)"], "b": ["ranking": ["asc(price)", "typo"]], "c": ["customRanking": ["desc(x)"]],
            ]
        ]
        let settings = try IndexSettings(json: json)
        #expect(settings.json == json)
        #expect(settings.relevance.replicas.map(\.rules.count) == [1, 1, 1])
        for wrong: JSON in [
            ["a": ["typo"]], ["a": ["ranking": ["typo", "asc(x)"]]], ["a": ["customRanking": ["typo"]]],
            ["a": ["hitsPerPage": 3]], ["a": "asc(x)"],
        ] {
            #expect(throws: JSONError.self) { try IndexSettings(json: ["replicas": wrong]) }
        }
    }
}
