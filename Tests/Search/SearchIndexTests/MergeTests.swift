// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// Segments that are merged beside changes: the records equal those of a model, in any order of events.
@Suite struct MergeTests {
    private static let settings = IndexSettings(
        searchableAttributes: ["name"],
        attributesForFaceting: ["kind"],
        numericAttributes: ["n"],
        customRanking: []
    )

    private static func record(_ number: Int, version: Int) throws -> Record {
        let name = "a red thing of wood and steel, number \(number) version v\(version)"
        return try .make(
            "r\(number)",
            [("name", .string(name)), ("kind", .string("k\(version % 3)")), ("n", JSON(version))]
        )
    }

    /// An index with its required contents.
    private final class Pair {
        let directory: TemporaryDirectory
        var model: [String: [UInt8]] = [:]
        var version = 0

        init() throws {
            directory = try TemporaryDirectory()
            try IndexWriter(directory: directory.indexes, name: "test").replaceAll(settings: MergeTests.settings, [])
        }

        var folder: IndexFolder { directory.indexes.folder(of: "test") }
        var files: Set<String> {
            Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        }

        func put(_ numbers: some Sequence<Int>, _ writer: IndexWriter? = nil) throws {
            version += 1
            let records = try numbers.map { try MergeTests.record($0, version: version) }
            for record in records { model[record.objectID] = record.text }
            try (writer ?? IndexWriter(directory: directory.indexes, name: "test")).add(records)
        }

        func delete(_ numbers: some Sequence<Int>, _ writer: IndexWriter? = nil) throws {
            let names = numbers.map { "r\($0)" }
            for name in names { model[name] = nil }
            try (writer ?? IndexWriter(directory: directory.indexes, name: "test")).delete(objectIDs: names)
        }

        func check() throws {
            let reader = try IndexReader(directory: directory.indexes, name: "test")
            let names = Array(model.keys) + ["none"]
            let records = try reader.records(names)
            for (name, record) in zip(names, records) where record != model[name] {
                Issue.record("\(name) is another")
                return
            }
            let all = try reader.search([SearchRequest(index: "test", query: "red steel", facets: ["kind"])])[0]
            #expect(all.hits?.totalCount == model.count)
            #expect(all.hits?.facets["kind"]?.reduce(0) { $0 + $1.count } ?? 0 == model.count)
        }
    }

    @Test func `A merge takes over what was changed while it was made, at whatever moment`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<12 {
            let pair = try Pair()
            func change() throws {
                let start = Int.random(in: 0..<400, using: &random)
                let count = Int.random(in: 1...120, using: &random)
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try pair.delete(start..<start + count)
                } else {
                    try pair.put(start..<start + count)
                }
            }
            for _ in 0..<Int.random(in: 1...8, using: &random) { try change() }
            let version = try #require(try pair.folder.manifest())
            guard !version.parts.isEmpty else { continue }
            let low = Int.random(in: version.parts.indices, using: &random)
            let range = low..<Int.random(in: low + 1...version.parts.count, using: &random)
            let merge = BackgroundMerge(folder: pair.folder, version: version, range: range)
            let lock = try #require(MergeLock(pair.folder))
            let outcome = try merge.run()
            for _ in 0..<Int.random(in: 0...5, using: &random) { try change() }
            let now = try #require(try pair.folder.manifest())
            let isWhole = Set(now.parts.map(\.file)).isSuperset(of: merge.inputs)
            let next = try outcome.applied(to: now, in: pair.folder)
            #expect((next != nil) == isWhole)
            if let next {
                #expect(next.recordCount == pair.model.count)
                try pair.folder.publish(next)
            }
            lock.release()
            try pair.check()
            try change()
            try pair.check()
            #expect(pair.files == (try #require(try pair.folder.manifest())).files, "nothing is left over")
        }
    }

    @Test func `Segments of many batches are merged beside changes, and get a dictionary`() throws {
        let pair = try Pair()
        let writer = try IndexWriter(directory: pair.directory.indexes, name: "test")
        for batch in 0..<14 {
            try pair.put(batch * 500..<batch * 500 + 600, writer)
            try pair.delete(batch * 450..<batch * 450 + 20, writer)
        }
        try writer.finishMerging()
        try pair.check()
        let manifest = try #require(try pair.folder.manifest())
        #expect(Compaction.next(manifest.parts, limit: SegmentLimit.maxBytes) == nil, "all that is due is merged")
        #expect(manifest.parts.first?.dictionary == manifest.dictionary && manifest.dictionary != nil)
        #expect(pair.files == manifest.files)
        try pair.put(0..<10, writer)
        try pair.check()
    }

    @Test
    func `Matching records are deleted even if a merge replaces their segments with the same change`()
        throws
    {
        let pair = try Pair()
        let writer = try IndexWriter(directory: pair.directory.indexes, name: "test")
        // A process with the lock on the index makes the merge wait for the next change.
        // If one ends before the last change, that change includes it, and the next one has to become due.
        var batches = 0
        repeat {
            try #require(batches < 100, "no merge becomes due")
            try pair.put(batches * 500..<batches * 500 + 600, writer)
            batches += 1
            if batches >= 14 { IndexEnvironment.shared.merges.wait(for: pair.folder) }
        } while batches < 14 || IndexEnvironment.shared.merges.inputs(pair.folder).isEmpty
        let gone = try pair.model.filter { try JSON(parsing: $0.value)["n"] == 9 }.keys
        let (summary, count) = try writer.delete(
            matching: .of((.and, "n", [Filter(attribute: "n", condition: .comparison(.equal, 9))]))
        )
        for name in gone { pair.model[name] = nil }
        #expect(count == gone.count && count > 0 && summary.recordCount == pair.model.count)
        try pair.check()
        #expect(try pair.directory.indexes.verify("test").problems.isEmpty)
    }

    @Test func `A segment with many deletions is rewritten, and not within the change`() throws {
        let pair = try Pair()
        try pair.put(0..<5_000)
        let before = try #require(try pair.folder.manifest()?.parts.first?.file)
        let writer = try IndexWriter(directory: pair.directory.indexes, name: "test")
        try pair.delete(0..<2_500, writer)
        #expect(try pair.folder.manifest()?.parts.first?.file == before)
        try pair.delete(2_500..<2_600, writer)
        try writer.finishMerging()
        let after = try #require(try pair.folder.manifest())
        #expect(after.parts.count == 1 && after.parts[0].file != before && after.parts[0].live == 2_400)
        try pair.check()
    }

    @Test func `What a killed merge has left is removed by the next change`() throws {
        let pair = try Pair()
        try pair.put(0..<50)
        for file in ["merge-1abc", "merge-1abc-dict", "merging", "seg-1"] {
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: pair.folder.file(file)))
        }
        let lock = try #require(MergeLock(pair.folder))
        try pair.put(3..<4)
        #expect(pair.files.contains("merge-1abc") && !pair.files.contains("seg-1"), "a merge is running")
        lock.release()
        try pair.put(4..<5)
        #expect(pair.files == (try #require(try pair.folder.manifest())).files)
        try pair.check()
    }

    @Test func `A copy of an index whose records are compressed with a dictionary can be read and changed`() throws {
        let records = try (0..<600).map { number in
            try Record.make("r\(number)", [("name", .string("a red thing of wood and steel \(number)"))])
        }
        let fixture = try Fixture(records)
        let indexes = fixture.directory.indexes
        let stamp = IndexStamp(epoch: "e", sequence: 1)
        try IndexWriter(directory: indexes, name: "copy").replace(withCopyOf: "test", stamp: stamp)
        let copy = try IndexReader(directory: indexes, name: "copy")
        #expect(try copy.records(["r7"]) == [records[7].text])
        try IndexWriter(directory: indexes, name: "copy").add([Record.make("r7", [("name", "other")])])
        try indexes.delete("test")
        #expect(try copy.records(["r8", "r599"]) == [records[8].text, records[599].text])
        #expect(
            try IndexReader(directory: indexes, name: "copy").search([.init(index: "copy", query: "steel")])[0].hits?
                .totalCount == 599
        )
    }
}
