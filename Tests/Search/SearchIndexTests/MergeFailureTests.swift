// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Synchronization
import Testing
import Wire

@testable import SearchIndex

/// Merges beside changes that fail are reported and repeated, and block no change.
@Suite struct MergeFailureTests {
    /// The retries that a queue has scheduled; a test runs them.
    private final class Clock: Sendable {
        private let due = Mutex<[(delay: Duration, body: @Sendable () -> Void)]>([])

        var delays: [Duration] { due.withLock { $0.map(\.delay) } }

        func schedule(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
            due.withLock { $0.append((delay, body)) }
        }

        func run() {
            let all = due.withLock { due in
                defer { due = [] }
                return due
            }
            for entry in all { entry.body() }
        }
    }

    /// Nothing remains for inference.
    private static let settings = IndexSettings(
        searchableAttributes: ["name"],
        attributesForFaceting: [],
        numericAttributes: ["n"]
    )

    private static func records(_ numbers: Range<Int>) throws -> [Record] {
        try numbers.map { try .make("r\($0)", [("name", .string("thing \($0)")), ("n", JSON($0))]) }
    }

    @Test func `A merge that fails is reported with its error and repeated with a growing delay until it succeeds`()
        throws
    {
        let directory = try TemporaryDirectory()
        let clock = Clock()
        let isFailing = Mutex(true)
        let disk = Disk { call, path in
            let isMerge = (path as NSString).lastPathComponent.hasPrefix(BackgroundMerge.prefix)
            return call == .sync && isMerge && isFailing.withLock { $0 } ? ENOSPC : nil
        }
        let merges = MergeQueue { clock.schedule($0, $1) }
        let environment = IndexEnvironment(disk: disk, merges: merges)
        let indexes = IndexDirectory(path: directory.indexes.path, environment: environment)
        let told = Mutex<[IndexMergeFailure?]>([])
        indexes.observeMerges { index, failure in
            if index == "test" { told.withLock { $0.append(failure) } }
        }
        let folder = indexes.folder(of: "test")
        let writer = try IndexWriter(directory: indexes, name: "test")
        try writer.replaceAll(settings: Self.settings, Self.records(0..<2_100))
        #expect(indexes.mergeFailures.isEmpty)
        try writer.add(Self.records(2_100..<4_200))
        try writer.finishMerging()
        let first = try #require(indexes.mergeFailures.first)
        #expect(first.index == "test" && first.error.code == .storageFull && first.count == 1)
        // A change does not restart it by itself.
        try writer.add(Self.records(4_200..<4_201))
        try writer.finishMerging()
        #expect(indexes.mergeFailures.first?.count == 1 && clock.delays == [.seconds(1)])
        for count in 2...4 {
            clock.run()
            merges.wait(for: folder)
            let failure = try #require(indexes.mergeFailures.first)
            #expect(failure.count == count && failure.since == first.since)
            #expect(clock.delays == [.seconds(1 << (count - 1))])
        }
        isFailing.withLock { $0 = false }
        try writer.add(Self.records(4_201..<4_202))
        clock.run()
        merges.wait(for: folder)
        try writer.finishMerging()
        #expect(indexes.mergeFailures.isEmpty)
        let all = told.withLock { $0 }
        #expect(all.map { $0?.count } == [1, 2, 3, 4, nil])
        #expect(try indexes.verify("test").isSound && indexes.summary(of: "test").recordCount == 4_202)
        #expect(Compaction.next(try #require(try folder.manifest()).parts, limit: SegmentLimit.maxBytes) == nil)
    }

    @Test func `A merge whose list of deleted rows a change replaces before it is read begins again`() throws {
        let directory = try TemporaryDirectory()
        let changer = pthread_self()
        let (begun, changed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isFirst = Mutex(true)
        let disk = Disk { call, path in
            let isList = (path as NSString).lastPathComponent.hasPrefix("gone-")
            if call == .open, isList, pthread_equal(pthread_self(), changer) == 0,
                isFirst.withLock({ isFirst in
                    defer { isFirst = false }
                    return isFirst
                })
            {
                begun.signal()
                changed.wait()
            }
            return nil
        }
        let environment = IndexEnvironment(disk: disk, merges: MergeQueue { _, _ in })
        let indexes = IndexDirectory(path: directory.indexes.path, environment: environment)
        let writer = try IndexWriter(directory: indexes, name: "test")
        try writer.replaceAll(settings: Self.settings, Self.records(0..<5_000))
        try writer.delete(objectIDs: (0..<2_500).map { "r\($0)" })
        begun.wait()
        try writer.delete(objectIDs: (2_500..<2_600).map { "r\($0)" })
        changed.signal()
        try writer.finishMerging()
        #expect(indexes.mergeFailures.isEmpty)
        let parts = try #require(try indexes.folder(of: "test").manifest()).parts
        #expect(parts.map(\.rows) == [2_400])
    }

    @Test func `Failures of an index that is deleted are over`() throws {
        let directory = try TemporaryDirectory()
        let clock = Clock()
        let disk = Disk { call, path in
            (path as NSString).lastPathComponent.hasPrefix(BackgroundMerge.prefix) && call == .open ? EMFILE : nil
        }
        let merges = MergeQueue { clock.schedule($0, $1) }
        let indexes = IndexDirectory(
            path: directory.indexes.path,
            environment: IndexEnvironment(disk: disk, merges: merges)
        )
        let writer = try IndexWriter(directory: indexes, name: "test")
        try writer.replaceAll(settings: Self.settings, Self.records(0..<2_100))
        try writer.add(Self.records(2_100..<4_200))
        merges.wait(for: indexes.folder(of: "test"))
        #expect(indexes.mergeFailures.map(\.index) == ["test"])
        try indexes.remove("test")
        clock.run()
        #expect(indexes.mergeFailures.isEmpty)
        withExtendedLifetime(writer) {}
    }

    @Test func `The file of the right to merge is removed by the one who has it alone`() throws {
        let directory = try TemporaryDirectory()
        try IndexWriter(directory: directory.indexes, name: "test").replaceAll(Self.records(0..<3))
        let folder = directory.indexes.folder(of: "test")
        let path = folder.file(MergeQueue.lockFile)
        let first = try #require(MergeLock(folder))
        #expect(MergeLock(folder) == nil)
        // Another program removes the file, and a third one takes the lock with a new one.
        unlink(path)
        let second = try #require(MergeLock(folder))
        first.release()
        #expect(access(path, F_OK) == 0 && MergeLock(folder) == nil)
        second.release()
        #expect(access(path, F_OK) != 0)
    }
}
