// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchIndex
import Testing
import Wire

@Suite struct IndexVerificationTests {
    /// An index of several segments, with a dictionary, deletions, points and columns of all types.
    private func makeIndex() throws -> Fixture {
        func record(_ number: Int) throws -> Record {
            try .make(
                "r\(number)",
                [
                    ("name", .string("thing number \(number)")), ("brand", .string("b\(number % 5)")),
                    ("tags", [.string("t\(number % 3)"), "all"]), ("n", JSON(number)), ("sold", .bool(number > 9)),
                    ("_geoloc", ["lat": .number(Double(number % 90)), "lng": 5.5]),
                ]
            )
        }
        let fixture = try Fixture((0..<320).map(record))
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        try writer.add([record(3), record(900)])
        try writer.delete(objectIDs: ["r7"])
        return fixture
    }

    private func folder(_ fixture: Fixture) -> String { fixture.directory.indexes.path + "/test" }

    @Test func `An undamaged index is valid, whatever its history`() throws {
        let fixture = try makeIndex()
        let verification = try fixture.directory.indexes.verify("test")
        #expect(verification.isSound && verification.error == nil, "\(verification.problems)")
        #expect(verification.recordCount == 320 && verification.fileCount >= 5 && verification.byteCount > 10_000)
    }

    @Test func `A byte that is changed anywhere in any file is found, and its file named`() throws {
        let fixture = try makeIndex()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder(fixture)).sorted()
        #expect(Set(files.map { $0.prefix { $0 != "-" } }) == ["dict", "gone", "manifest.json", "seg"])
        var random = SeededGenerator(seed: testSeed)
        for file in files {
            let path = "\(folder(fixture))/\(file)"
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            // Every byte of the first parts, such as headers; a sample of the rest.
            let first = Array(0..<min(72, whole.count))
            let last = Array(max(0, whole.count - 24)..<whole.count)
            for place in first + last
                + (0..<rounds(60, thorough: 220)).map({ _ in Int.random(in: 0..<whole.count, using: &random) })
            {
                var bytes = whole
                bytes[place] ^= UInt8.random(in: 1...255, using: &random)
                try bytes.write(to: URL(fileURLWithPath: path))
                let found = try fixture.directory.indexes.verify("test")
                #expect(found.problems.contains { $0.file == file }, "\(file) at \(place), seed \(testSeed)")
                #expect(found.error?.code == .indexCorrupt && found.error?.remedy.contains("restore") == true)
            }
            try whole.write(to: URL(fileURLWithPath: path))
        }
        #expect(try fixture.directory.indexes.verify("test").isSound)
    }

    @Test func `No damage makes one version of a segment of another, and segments of earlier versions are read`() throws
    {
        let fixture = try makeIndex()
        for file in try FileManager.default.contentsOfDirectory(atPath: folder(fixture)) where file.hasPrefix("seg") {
            let path = "\(folder(fixture))/\(file)"
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            for version: UInt8 in 0..<3 {
                var bytes = whole
                bytes[8] = version
                try bytes.write(to: URL(fileURLWithPath: path))
                #expect(try fixture.directory.indexes.verify("test").problems.contains { $0.file == file })
                // As these versions wrote it: nothing follows the number.
                bytes.replaceSubrange(12..<16, with: [0, 0, 0, 0])
                try bytes.write(to: URL(fileURLWithPath: path))
                #expect(try fixture.directory.indexes.verify("test").isSound == (version > 0))
            }
            try whole.write(to: URL(fileURLWithPath: path))
        }
    }

    @Test func `A file that was cut short or is missing is found`() throws {
        let fixture = try makeIndex()
        for file in try FileManager.default.contentsOfDirectory(atPath: folder(fixture)).sorted() {
            let path = "\(folder(fixture))/\(file)"
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            for length in [0, 1, 15, whole.count / 2, whole.count - 1] {
                try whole.prefix(length).write(to: URL(fileURLWithPath: path))
                let problems = try fixture.directory.indexes.verify("test").problems
                #expect(problems.contains { $0.file == file }, "\(file) of \(length) bytes")
            }
            try FileManager.default.removeItem(atPath: path)
            if file == "manifest.json" {
                let error = #expect(throws: SearchBusError.self) { try fixture.directory.indexes.verify("test") }
                #expect(error?.code == .unknownIndex)
            } else {
                #expect(try fixture.directory.indexes.verify("test").problems.map(\.file).contains(file))
            }
            try whole.write(to: URL(fileURLWithPath: path))
        }
    }

    @Test func `A list of deletions that is another file is found`() throws {
        let fixture = try makeIndex()
        let path = folder(fixture) + "/manifest.json"
        let manifest = try JSON(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))))
        let deletions = try #require(manifest["segments"]?.array?.compactMap { $0["deletions"]?.string }.first)
        try FileManager.default.removeItem(atPath: folder(fixture) + "/" + deletions)
        try FileManager.default.copyItem(atPath: path, toPath: folder(fixture) + "/" + deletions)
        let found = try fixture.directory.indexes.verify("test")
        #expect(found.problems.map(\.file).contains(deletions))
    }

    @Test func `Progress ends with all bytes and records`() throws {
        let fixture = try makeIndex()
        var progress: [IndexVerification.Progress] = []
        _ = try fixture.directory.indexes.verify("test") { progress.append($0) }
        let last = try #require(progress.last)
        #expect(last.records >= 320 && last.bytes > last.totalBytes / 2 && last.bytes <= last.totalBytes)
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.bytes <= $1.bytes })
    }
}
