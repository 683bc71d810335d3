// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// The records that a change reads to infer settings: only those that it changes.
@Suite struct InferenceTests {
    private static func records(_ numbers: Range<Int>, _ more: [(String, JSON)] = []) throws -> [Record] {
        try numbers.map { number in
            try .make("r\(number)", [("name", .string("thing \(number)")), ("n", JSON(number))] + more)
        }
    }

    private static func makeIndex(_ count: Int = 2_500) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try IndexWriter(directory: directory.indexes, name: "test").replaceAll(records(0..<count))
        return directory
    }

    /// Overwrites the records of all segments, so that none can be read any longer.
    private static func ruinRecords(_ folder: IndexFolder) throws {
        for part in try #require(try folder.manifest()).parts {
            let path = folder.file(part.file)
            let file = try SegmentFile(part.file, in: folder)
            let section = try #require(file.sections.first { $0.name == "records.data" })
            let handle = try #require(FileHandle(forUpdatingAtPath: path))
            try handle.seek(toOffset: UInt64(section.entry.range.lowerBound))
            // Lengths beyond the end.
            try handle.write(contentsOf: Data(repeating: 0xFF, count: section.entry.range.count))
            try handle.close()
        }
    }

    @Test func `A new attribute in one record reads no other record, and is searched, counted and compared`() throws {
        let directory = try Self.makeIndex()
        let indexes = directory.indexes
        try Self.ruinRecords(indexes.folder(of: "test"))
        let before = try indexes.summary(of: "test").settings
        let writer = try IndexWriter(directory: indexes, name: "test")
        let more: [(String, JSON)] = [("colour", "crimson"), ("weight", 7), ("size, in words", "enormous")]
        try writer.add([.make("new", [("name", "thing")] + more)])
        for number in 0..<3 {
            let edit = IndexEdit.put(try .make("p\(number)", [("name", "x"), ("price_\(number)", 5)]))
            try writer.apply([edit], stamp: IndexStamp(epoch: "e", sequence: UInt64(number + 1)))
        }
        let settings = try indexes.summary(of: "test").settings
        #expect(
            settings.searchableAttributes == (before.searchableAttributes ?? []) + ["colour", #""size, in words""#]
        )
        #expect(settings.attributesToHighlight == (before.searchableAttributes ?? []) + ["colour", "size, in words"])
        #expect(settings.attributesForFaceting?.contains("colour") == true)
        #expect(
            settings.numericAttributes == (before.numericAttributes ?? []) + [
                "weight", "price_0", "price_1", "price_2",
            ]
        )
        let reader = try IndexReader(directory: indexes, name: "test")
        let filter = FilterState.of((.and, "w", [.range("weight", 5...9)]))
        let requests = [
            SearchRequest(index: "test", query: "crimson", facets: ["colour"]),
            SearchRequest(index: "test", query: "enormous"),
            SearchRequest(index: "test", filters: filter, stats: ["weight"]),
        ]
        for answer in try reader.search(requests) {
            #expect(answer.hits?.hits.map(\.objectID) == ["new"] && answer.hits?.totalCount == 1)
        }
        let facets = try reader.search([SearchRequest(index: "test", query: "crimson", facets: ["colour"])])[0]
        #expect(facets.hits?.facets["colour"]?.map(\.count) == [1])
    }

    @Test func `Segments with and without a new attribute are merged, and answer as an import does`() throws {
        let directory = try Self.makeIndex()
        let indexes = directory.indexes
        let writer = try IndexWriter(directory: indexes, name: "test")
        for round in 0..<6 {
            try writer.add(Self.records(round * 300..<round * 300 + 350, [("kind\(round % 2)", .string("k\(round)"))]))
        }
        try writer.finishMerging()
        #expect(try indexes.verify("test").isSound)
        let settings = try indexes.summary(of: "test").settings
        let records = try IndexReader(directory: indexes, name: "test").records((0..<2_500).map { "r\($0)" })
        let other = try TemporaryDirectory()
        try IndexWriter(directory: other.indexes, name: "test").replaceAll(
            settings: IndexSettings(
                searchableAttributes: settings.searchableAttributes,
                attributesForFaceting: settings.attributesForFaceting,
                numericAttributes: settings.numericAttributes
            ),
            records.compactMap(\.self).map { try Record(text: $0) }
        )
        func answers(_ indexes: IndexDirectory) throws -> [JSON] {
            let reader = try IndexReader(directory: indexes, name: "test")
            return try ["", "k3", "thing 12", "k5 thing"].map { query in
                let request = SearchRequest(index: "test", query: query, hitsPerPage: 500, facets: ["kind0", "kind1"])
                var object = try reader.search([request])[0].json.object ?? JSONObject()
                object["processingTimeMS"] = nil
                return .object(object)
            }
        }
        #expect(try answers(indexes) == answers(other.indexes))
    }

    @Test func `What was inferred from a few records stays until settings are proposed and given`() throws {
        let directory = try Self.makeIndex(3)
        let indexes = directory.indexes
        let before = try indexes.summary(of: "test").settings
        let writer = try IndexWriter(directory: indexes, name: "test")
        for start in stride(from: 3, to: 303, by: 100) { try writer.add(Self.records(start..<start + 100)) }
        try writer.add(Self.records(303..<304, [("late", "x")]))
        let settings = try indexes.summary(of: "test").settings
        #expect(settings.searchableAttributes == (before.searchableAttributes ?? []) + ["late"])
        #expect(settings.attributesForFaceting == ["name", "n", "late"])
        #expect(settings.numericAttributes == ["n"])
        let proposal = try indexes.proposeSettings(for: "test")
        let changed = try writer.change(settings: IndexSettings(json: proposal.json))
        #expect(changed.isChanged && changed.summary.settings.attributesForFaceting == ["late"])
        #expect(try indexes.verify("test").isSound)
    }

    @Test func `Attributes that are distinguished are bounded, however many writes bring others`() {
        func kinds(_ range: Range<Int>) -> AttributeKinds {
            AttributeKinds(range.map { ("a\($0)", .text) }, isComplete: true)
        }
        let joined = kinds(0..<200).union(kinds(150..<400))
        #expect(joined.all.count == AttributeWalker.mostAttributes + 1 && !joined.isComplete)
        #expect(kinds(0..<3).union(kinds(2..<5)).isComplete)
    }
}
