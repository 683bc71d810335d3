// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
}
