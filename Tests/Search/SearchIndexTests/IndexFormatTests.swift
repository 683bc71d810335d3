// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// Indexes of older formats are searched unchanged, and rebuilt from their records when they are changed.
@Suite struct IndexFormatTests {
    private func records(_ numbers: Range<Int>) throws -> [Record] {
        try numbers.map { try .make("r\($0)", [("name", .string("thing \($0)"))]) }
    }

    /// Gives the manifest of an index another format or another version of Unicode.
    private func rewrite(_ indexes: IndexDirectory, _ name: String = "test", _ body: (inout Manifest) -> Void) throws {
        let folder = indexes.folder(of: name)
        var manifest = try #require(try folder.manifest())
        body(&manifest)
        try folder.publish(manifest)
    }

    private func makeIndex() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        try writer.replaceAll(records(0..<250))
        try writer.add(records(240..<260))
        try writer.delete(objectIDs: ["r9"])
        return directory
    }

    private func count(_ indexes: IndexDirectory, _ name: String = "test") throws -> Int? {
        try IndexReader(directory: indexes, name: name).search([.init(index: name, query: "thing")])[0].hits?.totalCount
    }

    @Test(arguments: [(2, nil), (3, "1.0"), (2, "1.0")] as [(Int, String?)])
    func `An index of an older format is searched, and rebuilt by the next change`(format: Int, unicode: String?) throws
    {
        let directory = try makeIndex()
        let indexes = directory.indexes
        let folder = indexes.folder(of: "test")
        #expect(try indexes.upgradable().isEmpty)
        try rewrite(indexes) { ($0.format, $0.unicode) = (format, unicode) }
        #expect(try indexes.upgradable() == ["test"] && count(indexes) == 259)
        let before = Set(try #require(try folder.manifest()).parts.map(\.file))
        try IndexWriter(directory: indexes, name: "test").add(records(300..<301))
        let after = try #require(try folder.manifest())
        #expect(!after.isOutdated && after.format == Manifest.format && after.unicode == UnicodeVersion.current)
        #expect(before.isDisjoint(with: after.parts.map(\.file)), "every segment is written again")
        #expect(try count(indexes) == 260 && indexes.verify("test").isSound && indexes.upgradable().isEmpty)
    }

    @Test func `An index of an older format is rebuilt when asked, also a copy or a backup of it`() throws {
        let directory = try makeIndex()
        let indexes = directory.indexes
        try rewrite(indexes) { $0.unicode = "1.0" }
        _ = try indexes.backUp("test", to: directory.path + "/backup")
        try IndexWriter(directory: indexes, name: "copy").replace(
            withCopyOf: "test",
            stamp: .init(epoch: "e", sequence: 1)
        )
        try IndexWriter(directory: indexes, name: "restored").restore(
            from: directory.path + "/backup",
            isReplacing: false
        )
        #expect(try indexes.upgradable() == ["test"])
        let writer = try IndexWriter(directory: indexes, name: "test")
        #expect(try writer.upgrade())
        #expect(try !writer.upgrade() && indexes.upgradable().isEmpty)
        for name in ["test", "copy", "restored"] {
            #expect(try count(indexes, name) == 259 && indexes.verify(name).isSound, "\(name)")
        }
    }

    @Test func `A format that this program does not read is refused with a remedy`() throws {
        for format in [Manifest.oldestFormat - 1, Manifest.format + 1] {
            let directory = try makeIndex()
            let indexes = directory.indexes
            try rewrite(indexes) { $0.format = format }
            let error = #expect(throws: SearchBusError.self) { try count(indexes) }
            #expect(error?.code == .indexCorrupt && error?.message.contains("format \(format)") == true)
            #expect(error?.remedy.contains("mport") == true)
        }
    }

    @Test func `The version of Unicode is that of the tables`() {
        let parts = UnicodeVersion.current.split(separator: ".").compactMap { Int($0) }
        #expect(parts.count == 2 && parts[0] >= 14)
    }
}
