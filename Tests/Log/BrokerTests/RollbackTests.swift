// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import RandomTesting
import Testing
import Wire

@testable import Broker

/// Logs whose files become those of an earlier moment, under the same inodes.
@Suite final class RollbackTests: LogFixture {
    /// The files of a data directory at one moment.
    private typealias Snapshot = [String: Data]

    private func start(boot: String = "b", jump: UInt64 = 1 << 42) throws -> LogStore {
        let witnesses = "\(folder)/memory"
        try FileManager.default.createDirectory(atPath: witnesses, withIntermediateDirectories: true)
        let environment = LogEnvironment(boot: boot, witnesses: witnesses, elapsed: { 0 }, jump: { jump })
        return try LogStore(path: "\(folder)/log.sqlite", durability: .process, environment: environment)
    }

    private var files: [String] { ["", "-wal", "-shm", "-places"].map { "\(folder)/log.sqlite\($0)" } }

    private func snapshot() -> Snapshot {
        Dictionary(
            uniqueKeysWithValues: files.compactMap { file in
                FileManager.default.contents(atPath: file).map { (file, $0) }
            }
        )
    }

    /// Writes the files of a snapshot over the existing ones, as `cp -a` and a disk rollback do: the inodes stay.
    private func rollBack(to snapshot: Snapshot) throws {
        for file in files {
            guard let data = snapshot[file] else {
                try? FileManager.default.removeItem(atPath: file)
                continue
            }
            if !FileManager.default.fileExists(atPath: file) {
                try data.write(to: URL(fileURLWithPath: file))
                continue
            }
            let handle = try #require(FileHandle(forWritingAtPath: file))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: data)
            try handle.close()
        }
    }

    @Test func `A data directory that was rolled back under the same inodes gives no sequence number again`() throws {
        var store: LogStore? = try start()
        for number in 1...10 { _ = try append(try #require(store), [try draft("a\(number)")]) }
        try store?.close()
        store = nil
        let before = snapshot()
        store = try start()
        for number in 1...1_000 { _ = try append(try #require(store), [try draft("b\(number)")]) }
        #expect(store?.head.rawValue == 1_010)
        try store?.close()
        store = nil
        try rollBack(to: before)
        let after = try start()
        #expect(after.head.rawValue > 1_010)
        for number in 1...1_030 { _ = try append(after, [try draft("c\(number)")]) }
        #expect(after.divergence(at: .init(rawValue: 1_010))?.rawValue == 10, "readers of the lost events are notified")
        #expect(after.divergence(at: .init(rawValue: 10)) == nil)
    }

    @Test func `A note that is missing, of another user's file, or of another start of the machine proves nothing`()
        throws
    {
        let first = try start()
        _ = try append(first, [try draft("a")])
        let memory = "\(folder)/memory"
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: memory).first)
        let note = "\(memory)/\(name)"
        let kept = try #require(FileManager.default.contents(atPath: note))
        // Others may read and write it, so others may have written it.
        chmod(note, 0o666)
        #expect(try start().head.rawValue > 1 << 42)
        try FileManager.default.removeItem(atPath: note)
        symlink("/dev/null", note)
        #expect(try start().head.rawValue > 2 << 42)
        unlink(note)
        try kept.prefix(100).write(to: URL(fileURLWithPath: note))
        chmod(note, 0o600)
        #expect(try start().head.rawValue > 3 << 42)
        let head = try start().head
        #expect(head.rawValue < 4 << 42, "the new note is valid")
        #expect(try start(boot: "other").head > head)
    }

    @Test func `Notes of logs that no longer exist are removed`() throws {
        _ = try append(try start(), [try draft("a")])
        try FileManager.default.removeItem(atPath: "\(folder)/log.sqlite")
        for file in files { try? FileManager.default.removeItem(atPath: file) }
        _ = try append(try start(), [try draft("a")])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/memory").count == 1)
    }

    @Test
    func
        `Random histories of kills, ends, rollbacks, copies and restarts of the machine give each sequence number once`()
        throws
    {
        let seed = testSeed
        for history in 0..<rounds(4, thorough: 12) {
            var random = SeededGenerator(seed: seed &+ UInt64(history))
            let fixture = try RollbackTests()
            var boot = 0
            var snapshots: [Snapshot] = []
            // By epoch: an empty log gets a new one.
            var given: [String: [SequenceNumber: String]] = [:]
            var store: LogStore? = nil
            func opened() throws -> LogStore {
                let jump = UInt64.random(in: LogEnvironment.jumpRange, using: &random)
                let new = try fixture.start(boot: "boot\(boot)", jump: jump)
                store = new
                return new
            }
            for step in 0..<120 {
                let log = try store ?? opened()
                switch Int.random(in: 0..<10, using: &random) {
                case 0...5:
                    for number in 0..<Int.random(in: 1...40, using: &random) {
                        let id = "e\(step)-\(number)-\(Int.random(in: 0..<1_000_000, using: &random))"
                        let place = try fixture.append(log, [try fixture.draft(id)]).first
                        #expect(
                            given[log.epoch, default: [:]].updateValue(id, forKey: place) == nil,
                            "seed \(seed), history \(history)"
                        )
                    }
                case 6: snapshots.append(fixture.snapshot())
                case 7: store = nil
                case 8:
                    try log.close()
                    store = nil
                    if Bool.random(using: &random) { boot += 1 }
                default:
                    guard let snapshot = snapshots.randomElement(using: &random) else { continue }
                    store = nil
                    if Bool.random(using: &random) { boot += 1 }
                    try fixture.rollBack(to: snapshot)
                    let back = try opened()
                    // Every reader of an event that no longer exists is notified.
                    for (place, id) in given[back.epoch] ?? [:] {
                        let isThere =
                            try fixture.ids(
                                back.replay(ReplayQuery([.all], after: .init(rawValue: place.rawValue - 1), limit: 1))
                            ) == [id]
                        #expect(isThere != (back.divergence(at: place) != nil), "seed \(seed), history \(history)")
                    }
                }
            }
        }
    }
}
