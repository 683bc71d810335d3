// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// Segments stay below a size, and values that do not fit are refused instead of being stored wrongly.
@Suite struct SegmentLimitTests {
    private func records(_ numbers: Range<Int>, _ word: String = "thing") throws -> [Record] {
        try numbers.map { number in
            try .make(
                "r\(number)",
                [
                    ("name", .string("\(word) \(number) of w\(number % 97) and steel")),
                    ("kind", .string("k\(number % 3)")), ("n", JSON(number)),
                ]
            )
        }
    }

    private func answers(_ indexes: IndexDirectory) throws -> [JSON] {
        let reader = try IndexReader(directory: indexes, name: "test")
        return try ["", "thing", "steel w7", "thing 12", "thnig"].map { query in
            let request = SearchRequest(
                index: "test",
                query: query,
                hitsPerPage: 1_000,
                facets: ["kind"],
                stats: ["n"]
            )
            var object = try reader.search([request])[0].json.object ?? JSONObject()
            object["processingTimeMS"] = nil
            return .object(object)
        }
    }

    @Test func `An import of more than a segment holds makes several, which answer as one does`() throws {
        let limit = 20_000
        let (small, large) = (try TemporaryDirectory(), try TemporaryDirectory())
        let environment = IndexEnvironment(maxSegmentBytes: limit)
        let indexes = IndexDirectory(path: small.indexes.path, environment: environment)
        for directory in [indexes, large.indexes] {
            let writer = try IndexWriter(directory: directory, name: "test")
            try writer.replaceAll(records(0..<900))
        }
        let folder = indexes.folder(of: "test")
        let parts = try #require(try folder.manifest()).parts
        #expect(parts.count > 3 && parts.allSatisfy { $0.bytes <= limit * 3 })
        #expect(try large.indexes.folder(of: "test").manifest()?.parts.count == 1)
        #expect(try answers(indexes) == answers(large.indexes))
        #expect(try indexes.verify("test").isSound)
        // Changes and the merges that they cause keep to the limit as well.
        for round in 0..<30 {
            for directory in [indexes, large.indexes] {
                let writer = try IndexWriter(directory: directory, name: "test")
                try writer.add(records(round * 37..<round * 37 + 40, "other"))
                try writer.delete(objectIDs: ["r\(round)"])
                try writer.finishMerging()
            }
        }
        #expect(try answers(indexes) == answers(large.indexes))
        let merged = try #require(try folder.manifest()).parts
        #expect(merged.allSatisfy { $0.bytes <= limit * 3 } && merged.count < 60)
        // Other settings write everything again, in as many segments.
        let settings = IndexSettings(searchableAttributes: ["name"], customRanking: [RankingRule("n", .descending)])
        try IndexWriter(directory: indexes, name: "test").change(settings: settings)
        try IndexWriter(directory: large.indexes, name: "test").change(settings: settings)
        #expect(try answers(indexes) == answers(large.indexes))
        #expect(try #require(try folder.manifest()).parts.count > 3)
        #expect(try indexes.verify("test").isSound)
    }

    @Test func `Segments that are too large together are not merged, and do not count as piled up`() {
        func part(_ bytes: Int, deleted: Int = 0) -> Manifest.Part {
            var part = Manifest.Part("seg-\(bytes)", rows: bytes, bytes: bytes, dictionary: nil)
            part.deleted = deleted
            return part
        }
        func next(_ parts: [Manifest.Part]) -> Range<Int>? { Compaction.next(parts, limit: 1_000) }
        #expect(next([part(900), part(800)]) == nil, "they have more than a segment holds")
        #expect(next([part(900), part(50), part(40)]) == 1..<3)
        #expect(next([part(500), part(400)]) == 0..<2)
        #expect(next([part(600), part(500), part(400)]) == 1..<3)
        #expect(next((0..<40).map { _ in part(900) }) == nil, "full segments wait for nothing")
        #expect(next([part(5_000, deleted: 3_000), part(900)]) == 0..<1, "what is too large may shrink")
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<500 {
            let parts = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                part(Int.random(in: 1...1_200, using: &random))
            }
            guard let range = next(parts), range.count > 1 else { continue }
            #expect(parts[range].reduce(0) { $0 + $1.bytes } <= 1_000, "seed \(testSeed)")
        }
    }

    @Test func `Groups of neighbours stay below a limit where they can`() {
        #expect(SegmentLimit.groups([], limit: 10) == [])
        #expect(SegmentLimit.groups([4, 6, 1, 12, 3, 3, 5], limit: 10) == [0..<2, 2..<3, 3..<4, 4..<6, 6..<7])
    }

    @Test func `A number that has no room in 32 bits is an error`() throws {
        #expect(try SegmentLimit.offset(Int(UInt32.max)) == .max)
        for number in [-1, Int(UInt32.max) + 1, .max] {
            let error = #expect(throws: SearchBusError.self) { try SegmentLimit.offset(number) }
            #expect(error?.code == .tooLarge && error?.remedy.isEmpty == false)
        }
    }

    @Test func `A number of terms that a file makes up traps nothing`() {
        #expect(ForwardIndex.width(termCount: .max) == 32)
        #expect(ForwardIndex.width(termCount: .min) == 7 && ForwardIndex.width(termCount: 64) == 8)
        for count in [0, 63, 64, 1 << 20, 1 << 31] {
            #expect(count + 64 < 1 << ForwardIndex.width(termCount: count))
        }
    }

    @Test func `Places in the order of arrival are given again before they run out`() throws {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        try writer.replaceAll(records(0..<30))
        try writer.add(records(30..<50))
        try writer.delete(objectIDs: ["r3", "r31"])
        let folder = directory.indexes.folder(of: "test")
        let before = try IndexReader(directory: directory.indexes, name: "test")
            .search([SearchRequest(index: "test", hitsPerPage: 1_000)])[0].hits?.hits.map(\.objectID)
        var manifest = try #require(try folder.manifest())
        manifest.nextPlace = .max - 5
        try folder.publish(manifest)
        var edits: [IndexEdit] = [.delete(objectID: "r7")]
        for record in try records(60..<70) + records(4..<5) { edits.append(.put(record)) }
        try writer.apply(edits, stamp: IndexStamp(epoch: "e", sequence: 1))
        #expect(try folder.manifest()?.nextPlace == 58, "48 were left, and 10 have come")
        let after = try IndexReader(directory: directory.indexes, name: "test")
            .search([SearchRequest(index: "test", hitsPerPage: 1_000)])[0].hits?.hits.map(\.objectID)
        let expected = try #require(before).filter { $0 != "r7" } + (60..<70).map { "r\($0)" }
        #expect(after == expected)
        #expect(try directory.indexes.verify("test").isSound)
    }
}
