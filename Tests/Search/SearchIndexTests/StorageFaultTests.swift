// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchModel
import Synchronization
import Testing
import Wire

@testable import SearchIndex

/// Chooses the calls of a disk that fail.
final class FaultPlan: Sendable {
    private struct State {
        var count = 0
        var failing = Int.max
        var isLasting = false
        var hasFailed = false
    }

    private let state = Mutex(State())

    /// The error number of a call; `nil` where it succeeds.
    func check(_ call: Disk.Call, _ path: String) -> Int32? {
        state.withLock { state in
            state.count += 1
            guard state.count == state.failing || state.isLasting && state.count > state.failing else { return nil }
            state.hasFailed = true
            return EIO
        }
    }

    /// Lets the call of a number fail, the next being 1, and all after it where the fault lasts.
    func fail(_ number: Int, isLasting: Bool) {
        state.withLock { $0 = State(failing: number, isLasting: isLasting) }
    }

    /// Lets all calls succeed, and returns whether one has failed.
    func end() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.hasFailed
        }
    }
}

/// Every call to the disk fails once, in every operation on an index: the result is the old version or the new one.
@Suite struct StorageFaultTests {
    private static let stamp = IndexStamp(epoch: "e", sequence: 7)

    private static func records(_ numbers: Range<Int>, _ word: String = "thing") throws -> [Record] {
        try numbers.map { number in
            try .make("r\(number)", [("name", .string("\(word) \(number)")), ("kind", .string("k\(number % 3)"))])
        }
    }

    /// An operation on the index `test` of a directory.
    enum Operation: String, CaseIterable {
        case create, replace, append, delete, deleteMatching, apply, settings, copy, copyOverNone, restore, merge,
            upgrade, remove

        func run(_ indexes: IndexDirectory) throws {
            let name = self == .create || self == .copyOverNone ? "fresh" : "test"
            let writer = try self == .remove ? nil : IndexWriter(directory: indexes, name: name)
            switch self {
            case .create: try writer?.replaceAll(records(0..<30, "new"))
            case .replace: try writer?.replaceAll(records(0..<230, "new"))
            case .append: try writer?.add(records(35..<45, "new"))
            case .delete: try writer?.delete(objectIDs: ["r1", "r2", "r33"])
            case .deleteMatching:
                let filter = Filter(attribute: "kind", condition: .facet(.text("k1")))
                _ = try writer?.delete(matching: .of((.and, "a", [filter])), stamp: stamp)
            case .apply: try writer?.apply([.delete(objectID: "r3"), .put(records(50..<51)[0])], stamp: stamp)
            case .settings: try writer?.change(settings: IndexSettings(searchableAttributes: ["kind"]))
            case .copy, .copyOverNone: try writer?.replace(withCopyOf: "other", stamp: stamp)
            case .restore:
                let path = (indexes.path as NSString).deletingLastPathComponent + "/backup"
                try writer?.restore(from: path, isReplacing: true)
            case .merge:
                let folder = indexes.folder(of: name)
                guard let version = try folder.manifest(), let lock = MergeLock(folder) else { return }
                defer { lock.release() }
                let merge = BackgroundMerge(folder: folder, version: version, range: version.parts.indices)
                let outcome = try merge.run()
                _ = try writer?.publish { try outcome.applied(to: $0, in: folder) ?? $0 }
            case .upgrade:
                try writer?.upgrade()
            case .remove: try indexes.delete(name)
            }
        }

        /// The name of the index that it makes or changes.
        var target: String { self == .create || self == .copyOverNone ? "fresh" : "test" }

        private func records(_ numbers: Range<Int>, _ word: String = "thing") throws -> [Record] {
            try StorageFaultTests.records(numbers, word)
        }
    }

    /// The contents of an index; `nil` without one.
    private static func content(_ indexes: IndexDirectory, _ name: String) throws -> [String]? {
        guard indexes.exists(name) else { return nil }
        let reader = try IndexReader(directory: indexes, name: name)
        let request = SearchRequest(index: name, hitsPerPage: 1_000)
        let hits = try #require(try reader.search([request])[0].hits)
        let stamp = try indexes.summary(of: name).stamp?.text ?? ""
        return hits.hits.map(\.record.text).sorted() + [try reader.settings.json.text, stamp]
    }

    /// A directory with the indexes `test`, of two segments, and `other`, and with a backup.
    private static func template(for operation: Operation) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let writer = try IndexWriter(directory: directory.indexes, name: "test")
        // The input must survive a failure as well.
        try writer.replaceAll(settings: IndexSettings(attributesForFaceting: ["kind"]), records(0..<40))
        try writer.add(records(39..<48))
        try writer.delete(objectIDs: ["r5"])
        try IndexWriter(directory: directory.indexes, name: "other").replaceAll(records(100..<120, "other"))
        _ = try directory.indexes.backUp("other", to: directory.path + "/backup")
        if operation == .upgrade {
            let folder = directory.indexes.folder(of: "test")
            var manifest = try #require(try folder.manifest())
            manifest.unicode = "1.0"
            try folder.publish(manifest)
        }
        return directory
    }

    private static func copy(_ template: TemporaryDirectory) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try FileManager.default.removeItem(atPath: directory.path)
        try FileManager.default.copyItem(atPath: template.path, toPath: directory.path)
        return directory
    }

    @Test(arguments: Operation.allCases, [false, true])
    func `After a failed call of any number the index is whole, old or new, and the next writer works`(
        operation: Operation,
        isLasting: Bool
    ) throws {
        let template = try Self.template(for: operation)
        let old = try Self.content(template.indexes, operation.target)
        let whole = try Self.copy(template)
        try operation.run(IndexDirectory(path: whole.indexes.path, environment: IndexEnvironment()))
        let new = try Self.content(whole.indexes, operation.target)
        var random = SeededGenerator(seed: testSeed)
        let step = rounds(4, thorough: 1) * (isLasting ? 5 : 1)
        var number = Int.random(in: 1...step, using: &random)
        while number < 2_000 {
            let directory = try Self.copy(template)
            let plan = FaultPlan()
            let disk = Disk { plan.check($0, $1) }
            let indexes = IndexDirectory(path: directory.indexes.path, environment: IndexEnvironment(disk: disk))
            plan.fail(number, isLasting: isLasting)
            var failure: (any Error)?
            do { try operation.run(indexes) } catch { failure = error }
            guard plan.end() else {
                #expect(failure == nil, "\(String(describing: failure))")
                break
            }
            let label: Comment = "call \(number) of \(operation), \(String(describing: failure))"
            try Self.check(directory, operation, indexes, failure, old, new, label)
            number += step
        }
        #expect((6..<2_000).contains(number), "every call was made to fail")
    }

    private static func check(
        _ directory: TemporaryDirectory,
        _ operation: Operation,
        _ indexes: IndexDirectory,
        _ failure: (any Error)?,
        _ old: [String]?,
        _ new: [String]?,
        _ label: Comment
    ) throws {
        // As a process that starts now finds it.
        let fresh = IndexDirectory(path: indexes.path, environment: IndexEnvironment())
        let found = try content(fresh, operation.target)
        #expect(found == new || found == old && failure != nil, label)
        if found != nil { #expect(try fresh.verify(operation.target).isSound, label) }
        if let error = failure as? SearchBusError {
            #expect([.storageFailed, .indexCorrupt].contains(error.code), label)
        }
        // The same process tries again.
        if operation != .remove || found != nil {
            #expect(throws: Never.self, label) { try operation.run(indexes) }
        }
        #expect(try content(fresh, operation.target) == new, label)
        let writer = try IndexWriter(directory: fresh, name: operation.target)
        try writer.add(records(900..<901))
        #expect(try fresh.verify(operation.target).isSound, label)
        let folder = fresh.folder(of: operation.target)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == (try folder.manifest())?.files, label)
    }

    @Test func `After a failed write of the folder's names both versions stay whole until it succeeds`() throws {
        let template = try Self.template(for: .replace)
        let folderPath = template.indexes.folder(of: "test").path
        let isFailing = Mutex(true)
        let disk = Disk { call, path in
            call == .sync && path == folderPath && isFailing.withLock { $0 } ? EIO : nil
        }
        // The environment knows that the first version is on the disk.
        let environment = IndexEnvironment(disk: disk)
        let indexes = IndexDirectory(path: template.indexes.path, environment: environment)
        isFailing.withLock { $0 = false }
        let writer = try IndexWriter(directory: indexes, name: "test")
        isFailing.withLock { $0 = true }
        let folder = indexes.folder(of: "test")
        let before = try #require(try folder.manifest())
        #expect(throws: SearchBusError.self) { try writer.replaceAll(Self.records(0..<5, "new")) }
        let after = try #require(try folder.manifest())
        #expect(after.recordCount == 5, "the new version is in use")
        for file in before.files.union(after.files) { #expect(access(folder.file(file), F_OK) == 0, "\(file)") }
        // No change builds on it before it is on the disk.
        #expect(throws: SearchBusError.self) { try writer.add(Self.records(5..<6)) }
        for file in before.files { #expect(access(folder.file(file), F_OK) == 0, "\(file)") }
        isFailing.withLock { $0 = false }
        #expect(try writer.add(Self.records(5..<6)).recordCount == 6)
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == (try folder.manifest())?.files
        )
    }

    @Test func `Files of an index can be read by their owner alone, under any umask`() throws {
        let before = umask(0)
        defer { umask(before) }
        let template = try Self.template(for: .replace)
        try IndexWriter(directory: template.indexes, name: "copy").replace(withCopyOf: "other", stamp: Self.stamp)
        var count = 0
        let all = FileManager.default.enumerator(atPath: template.path)
        while let path = all?.nextObject() as? String {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(template.path)/\(path)")
            let mode = try #require(attributes[.posixPermissions] as? Int)
            #expect(mode & 0o077 == 0, "\(path) has mode \(String(mode, radix: 8))")
            count += 1
        }
        #expect(count > 10)
    }
}
