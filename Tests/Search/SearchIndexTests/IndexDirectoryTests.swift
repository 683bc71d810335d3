// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

@Suite struct IndexDirectoryTests {
    @Test("lists the existing indexes by name, and nothing else")
    func list() throws {
        let directory = try TemporaryDirectory()
        #expect(try directory.indexes.list().isEmpty)
        for name in ["b", "a"] {
            try IndexWriter(directory: directory.indexes, name: name).replaceAll([.make("1", [("name", "x")])])
        }
        for name in ["broken", "not a name"] {
            let path = directory.indexes.path + "/\(name)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try Data("text".utf8).write(to: URL(fileURLWithPath: path + "/manifest.json"))
        }
        let list = try directory.indexes.list()
        #expect(list.map(\.name) == ["a", "b", "broken"])
        #expect(list.map(\.isReadable) == [true, true, false])
        #expect(
            list[0].recordCount == 1 && list[0].bytes > 0 && list[0].generation == 1 && list[0].updated > .seconds(0)
        )
        #expect(list[0].json["records"] == 1)
    }

    @Test("an index that an older build wrote is named, until it is imported again")
    func outdated() throws {
        let directory = try TemporaryDirectory()
        #expect(try directory.indexes.outdated().isEmpty)
        try FileManager.default.createDirectory(atPath: directory.indexes.path, withIntermediateDirectories: true)
        for file in ["old.sqlite", "not a name.sqlite", "b.txt"] {
            try Data().write(to: URL(fileURLWithPath: directory.indexes.path + "/" + file))
        }
        #expect(try directory.indexes.outdated() == ["old"])
        for work in [
            { _ = try IndexReader(directory: directory.indexes, name: "old") },
            { _ = try directory.indexes.summary(of: "old") },
        ] {
            let error = #expect(throws: SearchBusError.self) { try work() }
            #expect(error?.code == .unknownIndex && error?.message.contains("old.sqlite") == true)
            #expect(error?.remedy.contains("index import old FILE") == true)
        }
        try IndexWriter(directory: directory.indexes, name: "old").replaceAll([.make("1", [("name", "x")])])
        #expect(
            try directory.indexes.outdated().isEmpty
                && IndexReader(directory: directory.indexes, name: "old").generation == 1
        )
    }

    @Test("a deletion is recorded until the index is created again, and each deletion is a new one")
    func deletions() throws {
        let fixture = try Fixture([.make("1", [("name", "x")])])
        let indexes = fixture.directory.indexes
        #expect(indexes.deletion(of: "test") == nil && indexes.deletion(of: "../x") == nil)
        try indexes.delete("test")
        let first = try #require(indexes.deletion(of: "test"))
        // One that never was is not deleted.
        try indexes.remove("other")
        #expect(indexes.deletion(of: "other") == nil)
        try IndexWriter(directory: indexes, name: "test").replaceAll([.make("1", [("name", "x")])])
        #expect(indexes.deletion(of: "test") == nil)
        // A folder that is lost later is not one that was deleted.
        try FileManager.default.removeItem(atPath: indexes.path + "/test")
        #expect(indexes.deletion(of: "test") == nil)
        try IndexWriter(directory: indexes, name: "test").replaceAll([.make("1", [("name", "x")])])
        try indexes.delete("test")
        #expect(indexes.deletion(of: "test").map { $0 != first } == true)
    }

    @Test("the record of a deletion ends after a week")
    func oldDeletions() throws {
        let fixture = try Fixture([.make("1", [("name", "x")])])
        let indexes = fixture.directory.indexes
        try indexes.delete("test")
        let old = Date.now.addingTimeInterval(-8 * 86_400)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: indexes.path + "/.test.deleted")
        try IndexWriter(directory: indexes, name: "next").replaceAll([.make("1", [("name", "x")])])
        try indexes.delete("next")
        #expect(indexes.deletion(of: "test") == nil && indexes.deletion(of: "next") != nil)
    }

    @Test("a search warns of others' newer version, as long as there is one")
    func newer() throws {
        let fixture = try Fixture([.make("1", [("name", "x")])])
        let indexes = fixture.directory.indexes
        let newer = NewerVersion(origin: "b, today", since: "now")
        try indexes.note(newer: newer, of: "test")
        #expect(indexes.newerVersion(of: "test") == newer && indexes.newerVersion(of: "other") == nil)
        let warning = try #require(try fixture.hits("x").warnings.first)
        #expect(warning.code == .indexBehind && warning.attribute.isEmpty)
        #expect(
            warning.message == "Index `test` is older here than on other machines: the newest version is from b, today."
        )
        try indexes.note(newer: nil, of: "test")
        #expect(try fixture.hits("x").warnings.isEmpty)
        #expect(try indexes.list().map(\.name) == ["test"])
        // The file is not a valid note.
        try Data(repeating: 0x7b, count: 10_000).write(to: URL(fileURLWithPath: indexes.path + "/.test.newer"))
        #expect(try fixture.hits("x").warnings.isEmpty)
        #expect(throws: SearchBusError.self) { try indexes.note(newer: newer, of: "../x") }
    }

    @Test func `all that others have in a newer version is known, and when that was looked at`() throws {
        let directory = try TemporaryDirectory()
        let indexes = directory.indexes
        #expect(indexes.newerVersions().isEmpty && indexes.lookedAt == nil)
        let newer = NewerVersion(origin: "b, today", since: "now")
        for name in ["here", "yet-to-come"] { try indexes.note(newer: newer, of: name) }
        try IndexWriter(directory: indexes, name: "here").replaceAll([.make("1", [("name", "x")])])
        #expect(indexes.newerVersions() == ["here": newer, "yet-to-come": newer])
        try indexes.noteLook()
        let first = try #require(indexes.lookedAt)
        let old = Date.now.addingTimeInterval(-60)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: indexes.path + "/.looked")
        #expect(indexes.lookedAt.map { $0 < first } == true)
        try indexes.noteLook()
        #expect(indexes.lookedAt.map { $0 >= first } == true)
        #expect(try indexes.list().map(\.name) == ["here"])
    }

    @Test("a deleted index is unknown, also for readers that had it open")
    func delete() throws {
        let fixture = try Fixture([.make("1", [("name", "x")])])
        #expect(fixture.directory.indexes.exists("test"))
        try fixture.directory.indexes.delete("test")
        #expect(!fixture.directory.indexes.exists("test"))
        for work in [{ _ = try fixture.hits("") }, { try fixture.directory.indexes.delete("test") }] {
            let error = #expect(throws: SearchBusError.self) { try work() }
            #expect(error?.code == .unknownIndex)
            #expect(error?.message.contains("test") == true)
        }
    }

    @Test(
        "no name can reach outside of the directory",
        arguments: ["", "../x", "a/b", ".", "a.b", "a b", "é", "a\0", String(repeating: "a", count: 65)]
    )
    func names(name: String) throws {
        let directory = try TemporaryDirectory()
        #expect(!IndexDirectory.isValid(name))
        #expect(!directory.indexes.exists(name))
        for work in [
            { _ = try IndexWriter(directory: directory.indexes, name: name) },
            { _ = try IndexReader(directory: directory.indexes, name: name) },
            { try directory.indexes.delete(name) },
        ] {
            let error = #expect(throws: SearchBusError.self) { try work() }
            #expect(error?.code == .invalidArgument)
        }
        #expect(directory.files.isEmpty)
    }

    @Test("a file with any damage is refused or searched, and never causes a trap")
    func damagedFiles() throws {
        let fixture = try Fixture(
            try (0..<60).map {
                try .make(
                    "r\($0)",
                    [("name", .string("thing number \($0)")), ("brand", .string("b\($0 % 5)")), ("n", JSON($0))]
                )
            }
        )
        let folder = fixture.directory.indexes.path + "/test"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<150 {
            // Mostly the segment, whose table is checked, and whose sections are checked only at their use.
            let file = try #require(
                files.filter { $0.hasPrefix("seg") || Bool.random(using: &random) }.randomElement(using: &random)
            )
            var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
            if Int.random(in: 0..<4, using: &random) == 0 {
                bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
            } else {
                for _ in 0..<Int.random(in: 1...2_000, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }
            let damaged = try TemporaryDirectory()
            try FileManager.default.createDirectory(atPath: damaged.indexes.path, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: folder, toPath: damaged.indexes.path + "/test")
            try bytes.write(to: URL(fileURLWithPath: damaged.indexes.path + "/test/\(file)"))
            do {
                let reader = try IndexReader(directory: damaged.indexes, name: "test")
                for query in ["", "th", "thing 1"] {
                    _ = try reader.search([
                        SearchRequest(index: "test", query: query, hitsPerPage: 100, facets: ["brand"])
                    ])
                }
            } catch let error as SearchBusError {
                #expect(
                    [.indexCorrupt, .storageFailed, .invalidArgument].contains(error.code),
                    "seed \(testSeed): \(error)"
                )
            }
            _ = try damaged.indexes.list()
        }
    }
}
