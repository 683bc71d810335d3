// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// An index that a process was reading when it died is checked before it is read again.
@Suite struct ReadJournalTests {
    private func records() throws -> [Record] {
        try (0..<60).map { try .make("r\($0)", [("name", .string("thing \($0)")), ("kind", .string("k\($0 % 3)"))]) }
    }

    private func makeIndexes() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for name in ["test", "other"] {
            try IndexWriter(directory: directory.indexes, name: name).replaceAll(records())
        }
        return directory
    }

    /// A journal as a process finds it that starts after one that died while it read an index.
    private func journalAfterCrash(in index: String, _ directory: TemporaryDirectory) throws -> ReadJournal {
        let path = directory.path + "/reads"
        let dying = try ReadJournal(path: path)
        return try dying.reading(index) { try ReadJournal(path: path) }
    }

    private func segment(_ directory: TemporaryDirectory, _ name: String = "test") throws -> String {
        let folder = directory.indexes.folder(of: name)
        return folder.file(try #require(try folder.manifest()?.parts.first?.file))
    }

    @Test func `Reads that end leave no suspicion, one that does not leaves it until the files are found sound`() throws
    {
        let directory = try makeIndexes()
        let path = directory.path + "/reads"
        let first = try ReadJournal(path: path)
        #expect(first.reading("test") { 7 } == 7)
        _ = try? first.reading("other") { () throws -> Int in throw CancellationError() }
        let second = try ReadJournal(path: path)
        #expect(!second.isSuspect("test") && !second.isSuspect("other"))
        let third = try journalAfterCrash(in: "test", directory)
        #expect(third.isSuspect("test") && !third.isSuspect("other"))
        let reader = try IndexReader(directory: directory.indexes, name: "test", journal: third)
        #expect(try reader.search([.init(index: "test", query: "thing")])[0].hits?.totalCount == 60)
        #expect(!third.isSuspect("test"))
    }

    @Test func `Damage that no search has met is found after a crash, and only that index is refused`() throws {
        let directory = try makeIndexes()
        let path = try segment(directory)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = try #require(bytes.range(of: Data("thing".utf8))?.lowerBound)
        bytes[place] = 0x75
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(throws: Never.self) { try IndexReader(directory: directory.indexes, name: "test") }
        let journal = try journalAfterCrash(in: "test", directory)
        for _ in 0..<2 {
            let error = #expect(throws: SearchBusError.self) {
                try IndexReader(directory: directory.indexes, name: "test", journal: journal)
            }
            #expect(error?.code == .indexCorrupt && error?.message.contains("`test`") == true)
            #expect(error?.remedy.contains("backup") == true)
        }
        let other = try IndexReader(directory: directory.indexes, name: "other", journal: journal)
        #expect(try other.search([.init(index: "other", query: "thing")])[0].hits?.totalCount == 60)
        try IndexWriter(directory: directory.indexes, name: "test").replaceAll(records())
        #expect(throws: Never.self) { try IndexReader(directory: directory.indexes, name: "test", journal: journal) }
        #expect(!journal.isSuspect("test"))
    }

    @Test func `What the disk cannot read is found before it is mapped`() throws {
        let directory = try makeIndexes()
        let journal = try journalAfterCrash(in: "test", directory)
        let path = try segment(directory)
        let disk = Disk { call, file in call == .read && file == path ? EIO : nil }
        let indexes = IndexDirectory(path: directory.indexes.path, environment: IndexEnvironment(disk: disk))
        let error = #expect(throws: SearchBusError.self) {
            try IndexReader(directory: indexes, name: "test", journal: journal)
        }
        #expect(error?.code == .indexCorrupt && error?.message.contains("cannot be read from the disk") == true)
    }

    @Test func `A file of another length than the manifest says is found when the index is opened`() throws {
        let directory = try makeIndexes()
        let path = try segment(directory)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for bytes in [whole.prefix(0), whole.prefix(40), whole.prefix(whole.count / 2), whole + Data([0])] {
            try bytes.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: SearchBusError.self) {
                try IndexReader(directory: directory.indexes, name: "test")
            }
            #expect(error?.code == .indexCorrupt && error?.remedy.isEmpty == false)
        }
    }

    @Test func `More reads at once than there are slots are made all the same`() throws {
        let directory = try TemporaryDirectory()
        let journal = try ReadJournal(path: directory.path + "/reads")
        func nested(_ depth: Int) -> Int { depth == 0 ? 0 : journal.reading("i\(depth)") { nested(depth - 1) + 1 } }
        #expect(nested(100) == 100)
        #expect(nested(100) == 100)
    }
}
