// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Testing
import Wire

@Suite struct IndexWriterTests {
    private struct Stop: Error {}

    private func records(_ range: Range<Int>, word: String = "thing") throws -> [Record] {
        try range.map { try Record.make("r\($0)", [("name", .string("\(word) \($0)"))]) }
    }

    @Test("a failed import does not change the index, and leaves no file behind")
    func failedImport() throws {
        let fixture = try Fixture(records(0..<3))
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        let files = fixture.directory.files
        var rest = try records(10..<200).makeIterator()
        var given = 0
        #expect(throws: Stop.self) {
            try writer.replaceAll {
                given += 1
                if given > 100 { throw Stop() }
                return rest.next()
            }
        }
        #expect(throws: Stop.self) { try writer.add { throw Stop() } }
        #expect(try fixture.hits("thing").totalCount == 3)
        #expect(fixture.directory.files == files)
        #expect(try fixture.reader.generation == 1)
    }

    @Test func `an import keeps where the log was when it began, and is one until a write is applied`() throws {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        func stamp(_ sequence: UInt64, _ epoch: String = "e") -> IndexStamp { .init(epoch: epoch, sequence: sequence) }
        let summary = try writer.replaceAll(stamp: stamp(7), records(0..<3))
        #expect(summary.stamp == stamp(7) && summary.isImport)
        #expect(try writer.add(records(3..<4)).isImport)
        let written = try writer.apply([.delete(objectID: "r0")], stamp: stamp(9))
        #expect(written.stamp == stamp(9) && !written.isImport)
        // If this node's log lags what was applied on another one, the latter counts.
        #expect(try writer.replaceAll(stamp: stamp(8), records(0..<3)).stamp == stamp(9))
        // Without a log it is unchanged; another log has sequence numbers of its own.
        #expect(try writer.replaceAll(records(0..<3)).stamp == stamp(9))
        #expect(try writer.replaceAll(stamp: stamp(1, "f"), records(0..<3)).stamp == stamp(1, "f"))
        #expect(try directory.indexes.summary(of: "test").isImport)
        let copy = try IndexWriter(directory: directory.indexes, name: "copy")
        #expect(try !copy.replace(withCopyOf: "test", stamp: stamp(2, "f")).isImport)
        var rest = try records(0..<1).makeIterator()
        let fresh = try IndexWriter(directory: directory.indexes, name: "fresh").add(stamp: stamp(3)) { rest.next() }
        #expect(fresh.stamp == stamp(3))
    }

    @Test("the files of a killed import are deleted by the next")
    func killedImport() throws {
        let fixture = try Fixture(records(0..<3))
        let left = fixture.directory.indexes.path + "/test/seg-99"
        try Data("half an index".utf8).write(to: URL(fileURLWithPath: left))
        #expect(try fixture.hits("thing").totalCount == 3)
        try IndexWriter(directory: fixture.directory.indexes, name: "test").add(records(3..<4))
        #expect(try fixture.hits("thing").totalCount == 4)
        #expect(access(left, F_OK) != 0)
    }

    @Test("a reader sees each new version with its next search, and the number of the version rises")
    func newVersionsAreSeen() throws {
        let fixture = try Fixture(records(0..<3))
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        #expect(try fixture.reader.generation == 1)
        #expect(try writer.add(records(2..<5, word: "widget")).generation == 2)
        #expect(try fixture.reader.generation == 2)
        #expect(try fixture.hits("").totalCount == 5)
        #expect(try fixture.hits("thing").totalCount == 2)
        #expect(try fixture.hits("widget 2").totalCount == 1)
        #expect(try writer.delete(objectIDs: ["r0", "unheard"]).recordCount == 4)
        #expect(try fixture.hits("thing").totalCount == 1)
        #expect(try writer.replaceAll(records(0..<9)).generation == 4)
        #expect(try fixture.hits("thing").totalCount == 9)
    }

    @Test("of two records with the same identifier the later stays")
    func laterRecordStays() throws {
        let fixture = try Fixture([
            .make("a", [("name", "old")]), .make("b", [("name", "b")]), .make("a", [("name", "new")]),
        ])
        #expect(try fixture.hits("").totalCount == 2)
        #expect(try fixture.ids("new") == ["a"])
        #expect(try fixture.ids("old").isEmpty)
    }

    @Test("settings are kept until others are given, and inferred ones follow the records")
    func settingsAreKept() throws {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        let settings = IndexSettings(searchableAttributes: ["code"], customRanking: [RankingRule("n", .ascending)])
        try writer.replaceAll(settings: settings, [.make("a", [("code", "x"), ("name", "y"), ("n", 1)])])
        let kept = try writer.replaceAll([.make("a", [("code", "x"), ("name", "y"), ("n", 1)])]).settings
        #expect(kept.searchableAttributes == ["code"] && kept.attributesToHighlight == ["code"])
        #expect(kept.customRanking == [RankingRule("n", .ascending)])
        #expect(kept.numericAttributes == ["n"])
        let fresh = try writer.replaceAll(settings: IndexSettings(), [.make("a", [("code", "x"), ("name", "y")])])
            .settings
        #expect(fresh.searchableAttributes == ["name", "code"] && fresh.customRanking == [])
    }

    @Test("a second writer of the same index gets the error busy; another index is free")
    func oneWriter() throws {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        let error = #expect(throws: SearchBusError.self) { try IndexWriter(directory: directory.indexes, name: "test") }
        #expect(error?.code == .busy)
        _ = try IndexWriter(directory: directory.indexes, name: "other")
        try withExtendedLifetime(writer) {
            try writer.add(records(0..<1))
            #expect(throws: SearchBusError.self) { try directory.indexes.delete("test") }
        }
    }

    @Test("adding to a missing index creates it, deleting from one is refused")
    func absentIndex() throws {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        let error = #expect(throws: SearchBusError.self) { try writer.delete(objectIDs: ["a"]) }
        #expect(error?.code == .unknownIndex)
        #expect(try writer.add(records(0..<2)).recordCount == 2)
    }

    @Test("many small changes do not make the index grow without a limit")
    func rowsAreReclaimed() throws {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        let first = try writer.replaceAll(records(0..<400))
        for _ in 0..<12 { try writer.add(records(0..<400)) }
        let last = try writer.add(records(0..<400))
        #expect(last.recordCount == 400)
        #expect(last.bytes < first.bytes * 5)
        #expect(
            try IndexReader(directory: directory.indexes, name: "test")
                .search([SearchRequest(index: "test", query: "thing 39", hitsPerPage: 100)])[0].hits?.totalCount == 11
        )
    }
}
