// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchModel
import Synchronization
import Testing
import Wire

@testable import SearchIndex

@Suite struct IndexBackupTests {
    private func records(_ numbers: Range<Int>, _ word: String = "thing") throws -> [Record] {
        try numbers.map { number in
            try .make("r\(number)", [("name", .string("\(word) \(number)")), ("kind", .string("k\(number % 3)"))])
        }
    }

    private func answers(_ indexes: IndexDirectory, _ name: String = "test") throws -> [JSON] {
        let reader = try IndexReader(directory: indexes, name: name)
        return try ["", "thing", "other", "thing 12", "thnig"].map { query in
            let request = SearchRequest(index: name, query: query, hitsPerPage: 1_000, facets: ["kind"])
            var object = try reader.search([request])[0].json.object ?? JSONObject()
            object["processingTimeMS"] = nil
            return .object(object)
        }
    }

    /// An index of several segments with a dictionary.
    private func makeIndex() throws -> Fixture {
        let fixture = try Fixture(records(0..<400))
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        try writer.add(records(390..<410, "other"))
        try writer.delete(objectIDs: ["r7"])
        return fixture
    }

    private func restore(_ fixture: Fixture, _ path: String, as name: String = "test", replacing: Bool = true) throws {
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: name)
        try writer.restore(from: path, isReplacing: replacing)
    }

    @Test func `A restored index answers as the one that was backed up, in its place and under another name`() throws {
        let fixture = try makeIndex()
        let (indexes, path) = (fixture.directory.indexes, fixture.directory.path + "/backup")
        let expected = try answers(indexes)
        let made = try indexes.backUp("test", to: path)
        #expect(made.isSound && made.recordCount == 409)
        try IndexWriter(directory: indexes, name: "test").replaceAll(records(0..<9))
        try restore(fixture, path)
        try restore(fixture, path, as: "copy", replacing: false)
        #expect(try answers(indexes) == expected)
        #expect(try answers(indexes, "copy") == expected)
        #expect(try fixture.hits("thing").totalCount == 389, "a reader that was open sees it too")
        for name in ["test", "copy"] {
            try IndexWriter(directory: indexes, name: name).add(records(500..<520))
            #expect(try indexes.verify(name).isSound)
        }
    }

    @Test func `Writes of the log that were applied to what was there are not made again on what was restored`() throws
    {
        let fixture = try makeIndex()
        let (indexes, path) = (fixture.directory.indexes, fixture.directory.path + "/backup")
        func writer() throws -> IndexWriter { try IndexWriter(directory: indexes, name: "test") }
        let old = IndexStamp(epoch: "e", sequence: 50)
        try writer().replaceAll(stamp: old, records(0..<9))
        _ = try indexes.backUp("test", to: path)
        try indexes.remove("test")
        let now = IndexStamp(epoch: "e", sequence: 101)
        #expect(try writer().restore(from: path, isReplacing: false, stamp: now).stamp == now)
        #expect(try writer().restore(from: path, isReplacing: true, stamp: old).stamp == now, "the later one stays")
        #expect(try writer().restore(from: path, isReplacing: true).stamp == now)
    }

    @Test func `Backups of any age are restored in any order`() throws {
        let fixture = try makeIndex()
        let indexes = fixture.directory.indexes
        var random = SeededGenerator(seed: testSeed)
        var kept: [(path: String, answers: [JSON])] = []
        for round in 0..<25 {
            let start = Int.random(in: 0..<500, using: &random)
            let writer = try IndexWriter(directory: indexes, name: "test")
            try writer.add(records(start..<start + Int.random(in: 1...60, using: &random), "other"))
            if Bool.random(using: &random) {
                let path = fixture.directory.path + "/backup\(round)"
                _ = try indexes.backUp("test", to: path)
                kept.append((path, try answers(indexes)))
            } else if let backup = kept.randomElement(using: &random) {
                if Int.random(in: 0..<4, using: &random) == 0 { try indexes.remove("test") }
                try writer.restore(from: backup.path, isReplacing: true)
                #expect(try answers(indexes) == backup.answers, "seed \(testSeed)")
                #expect(try answers(fixture.directory.indexes) == backup.answers)
            }
        }
        for backup in kept {
            try restore(fixture, backup.path)
            #expect(try answers(indexes) == backup.answers, "seed \(testSeed)")
        }
    }

    @Test func `An index that is damaged is mended by its backup, and one that is there gives way only where asked`()
        throws
    {
        let fixture = try makeIndex()
        let (indexes, path) = (fixture.directory.indexes, fixture.directory.path + "/backup")
        _ = try indexes.backUp("test", to: path)
        let expected = try answers(indexes)
        let refusal = #expect(throws: SearchBusError.self) { try restore(fixture, path, replacing: false) }
        #expect(refusal?.code == .invalidArgument && refusal?.remedy.contains("--replace") == true)
        let folder = indexes.path + "/test"
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            // The backup is linked: the damaged file is a copy.
            var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
            bytes[bytes.count / 2] ^= 0x55
            try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
            try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
            #expect(try !indexes.verify("test").isSound)
            try restore(fixture, path)
            #expect(try indexes.verify("test").isSound, "\(file)")
            #expect(try answers(indexes) == expected, "\(file)")
        }
    }

    @Test func `A damaged, invalid or existing backup is refused, and nothing is changed`() throws {
        let fixture = try makeIndex()
        let (indexes, path) = (fixture.directory.indexes, fixture.directory.path + "/backup")
        _ = try indexes.backUp("test", to: path)
        #expect(throws: SearchBusError.self) { try indexes.backUp("test", to: path) }
        #expect(throws: SearchBusError.self) { try indexes.backUp("none", to: path + "2") }
        let expected = try answers(indexes)
        for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
            let whole = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)"))
            try FileManager.default.removeItem(atPath: "\(path)/\(file)")
            var bytes = whole
            bytes[bytes.count / 3] ^= 0x55
            try bytes.write(to: URL(fileURLWithPath: "\(path)/\(file)"))
            let error = #expect(throws: SearchBusError.self) { try restore(fixture, path) }
            #expect(error?.code == .indexCorrupt && error?.message.contains(file) == true, "\(file)")
            try whole.write(to: URL(fileURLWithPath: "\(path)/\(file)"))
        }
        #expect(throws: SearchBusError.self) { try restore(fixture, fixture.directory.path) }
        #expect(try answers(indexes) == expected && indexes.verify("test").isSound)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path)
        #expect(!names.contains { $0.hasSuffix(".partial") })
    }

    @Test func `An index of many records is copied whole, over others and back`() throws {
        let fixture = try makeIndex()
        let indexes = fixture.directory.indexes
        let expected = try answers(indexes)
        func copy(_ source: String, to target: String) throws {
            let writer = try IndexWriter(directory: indexes, name: target)
            try writer.replace(withCopyOf: source, stamp: IndexStamp(epoch: "e", sequence: 1))
        }
        try copy("test", to: "a")
        try IndexWriter(directory: indexes, name: "b").replaceAll(records(0..<300, "other"))
        try copy("a", to: "b")
        try IndexWriter(directory: indexes, name: "test").replaceAll(records(0..<300, "other"))
        try IndexWriter(directory: indexes, name: "a").add(records(600..<700, "other"))
        try copy("b", to: "test")
        for name in ["test", "b"] { #expect(try answers(indexes, name) == expected, "\(name)") }
        for name in ["test", "a", "b"] { #expect(try indexes.verify(name).isSound, "\(name)") }
    }

    @Test func `An index is copied whole though an import replaces it meanwhile`() throws {
        let fixture = try makeIndex()
        let path = fixture.directory.indexes.path
        let source = fixture.directory.indexes.folder(of: "test").path
        let isReplaced = Mutex(false)
        // The import comes between the reading of the manifest and the opening of the first file.
        let disk = Disk { [records] call, file in
            guard call == .open, file.hasPrefix(source), (file as NSString).lastPathComponent.hasPrefix("seg-"),
                isReplaced.withLock({ was in
                    defer { was = true }; return !was
                })
            else { return nil }
            _ = try? IndexWriter(directory: IndexDirectory(path: path), name: "test")
                .replaceAll(records(0..<300, "other"))
            return nil
        }
        let indexes = IndexDirectory(path: path, environment: IndexEnvironment(disk: disk))
        let target = try IndexWriter(directory: indexes, name: "copy")
        let summary = try target.replace(withCopyOf: "test", stamp: IndexStamp(epoch: "e", sequence: 1))
        #expect(isReplaced.withLock { $0 } && summary.recordCount == 300)
        #expect(try indexes.verify("copy").isSound)
        #expect(try answers(indexes, "copy") == answers(indexes))
        let files = try FileManager.default.contentsOfDirectory(atPath: indexes.folder(of: "copy").path)
        #expect(Set(files) == (try indexes.folder(of: "copy").manifest())?.files, "nothing of the old version stays")
    }

    @Test func `A backup that is made while the index changes is one whole version`() async throws {
        let fixture = try Fixture(records(0..<60, "zero"))
        let (indexes, path) = (fixture.directory.indexes, fixture.directory.path)
        let isEnough = Mutex(false)
        // Each version has all records with one word: a mixture would show.
        async let changes: Void = Task.detached { [records] in
            let writer = try IndexWriter(directory: indexes, name: "test")
            for round in 0..<20_000 where !isEnough.withLock({ $0 }) {
                try writer.replaceAll(records(0..<60, "word\(round)"))
            }
        }.value
        defer { isEnough.withLock { $0 = true } }
        var (number, seen) = (0, Set<String>())
        // Even if the changes run rarely, some backups are made between them, and most during one.
        while number < 25 || seen.count < 5, number < 5_000 {
            let backup = "\(path)/backup\(number)"
            #expect(try indexes.backUp("test", to: backup).isSound)
            try restore(fixture, backup, as: "copy")
            let reader = try IndexReader(directory: indexes, name: "copy")
            let hits = try reader.search([SearchRequest(index: "copy", hitsPerPage: 1_000)])[0].hits?.hits ?? []
            let words = Set(hits.compactMap { $0.record["name"]?.string?.split(separator: " ").first.map(String.init) })
            #expect(hits.count == 60 && words.count == 1)
            seen.formUnion(words)
            number += 1
            await Task.yield()
        }
        isEnough.withLock { $0 = true }
        try await changes
        #expect(seen.count >= 5)
    }

    /// A folder that is not on the disk of temporary files.
    private static let otherDisk: String? = {
        var (here, there) = (stat(), stat())
        guard stat(NSTemporaryDirectory(), &here) == 0, stat("/dev/shm", &there) == 0 else { return nil }
        return here.st_dev == there.st_dev ? nil : "/dev/shm"
    }()

    @Test(.enabled(if: Self.otherDisk != nil, "there is no other disk"))
    func `Copying to another disk is reported piece by piece`() throws {
        let fixture = try makeIndex()
        let path = "\(try #require(Self.otherDisk))/searchbus-test-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var bytes = 0
        _ = try fixture.directory.indexes.backUp("test", to: path, onPiece: { _, range, _ in bytes += range.count })
        let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "manifest.json" }
        let sizes = try files.map { file in
            try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.size] as? Int ?? 0
        }
        try FileManager.default.createDirectory(atPath: "\(path)/all", withIntermediateDirectories: true)
        var again = 0
        let capture = try IndexCapture(fixture.directory.indexes)
        _ = try capture.copy(to: "\(path)/all", onPiece: { _, range, _ in again += range.count })
        #expect(bytes > 0 && bytes == sizes.reduce(0, +) && again == bytes)
        bytes = 0
        _ = try fixture.directory.indexes.backUp(
            "test",
            to: fixture.directory.path + "/linked",
            onPiece: { _, range, _ in bytes += range.count }
        )
        #expect(bytes == 0, "on the same disk nothing is copied")
    }
}
