// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Wire

@testable import SearchIndex

/// Versions of an index that are prepared beside it.
@Suite struct StagedIndexTests {
    private func withDirectory(_ body: (IndexDirectory) throws -> Void) throws {
        let directory = IndexDirectory(path: "/tmp/searchbus-staged-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try body(directory)
    }

    private func names(_ directory: IndexDirectory) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).filter { !$0.hasSuffix(".lock") }
            .sorted()
    }

    private func source(_ names: String...) -> () throws -> Record? {
        var rest = names[...]
        return { try rest.popFirst().map { try Record(["objectID": .string($0)]) } }
    }

    @Test func `others change the index while a version is prepared, and it takes their place in one step`() throws {
        try withDirectory { directory in
            let stamp = IndexStamp(epoch: "e", sequence: 3)
            let settings = try IndexSettings(json: ["searchableAttributes": ["name"]])
            let before = try IndexWriter(directory: directory, name: "i")
                .replaceAll(settings: settings, stamp: stamp, [Record(["objectID": "1", "name": "one"])])
            let staged = try StagedIndex(of: "i", in: directory)
            #expect(staged.origin == stamp && staged.replacesIndex)
            try staged.build(stamp: stamp, next: source("2", "3"))
            try IndexWriter(directory: directory, name: "i").add([Record(["objectID": "4"])])
            #expect(try directory.list().map(\.name) == ["i"])
            let after = try staged.publish(
                by: IndexWriter(directory: directory, name: "i"),
                stamp: IndexStamp(epoch: "e", sequence: 5)
            )
            #expect(after.recordCount == 2 && after.generation > before.generation)
            #expect(after.stamp?.sequence == 5 && after.isImport)
            #expect(try IndexReader(directory: directory, name: "i").givenSettings.searchableAttributes != nil)
        }
    }

    @Test func `of one index one version is prepared at a time, and what was abandoned is removed`() throws {
        try withDirectory { directory in
            do {
                let staged = try StagedIndex(of: "i", in: directory)
                try staged.build(stamp: nil, next: source("1"))
                #expect(names(directory) == [".i.staging"])
                let error = #expect(throws: SearchBusError.self) { try StagedIndex(of: "i", in: directory) }
                #expect(error?.code == .busy)
                let change = #expect(throws: SearchBusError.self) {
                    try IndexWriter(directory: directory, name: "i", excludesImports: true)
                }
                #expect(change?.code == .busy)
                directory.removeAbandonedStaging()
                #expect(names(directory) == [".i.staging"])
            }
            #expect(names(directory).isEmpty)
            // A process that is killed leaves its folder.
            try FileManager.default.createDirectory(
                atPath: "\(directory.path)/.i.staging/i",
                withIntermediateDirectories: true
            )
            directory.removeAbandonedStaging()
            #expect(names(directory).isEmpty)
        }
    }
}
