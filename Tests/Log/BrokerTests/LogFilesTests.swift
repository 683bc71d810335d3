// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import GRDB
import Testing
import Wire

@testable import Broker

@Suite final class LogFilesTests: LogFixture {
    private var path: String { "\(folder)/log.sqlite" }

    private func remove(_ names: [String]) {
        for name in names { try? FileManager.default.removeItem(atPath: path + name) }
    }

    @Test(arguments: [["-wal"], ["-shm"], ["-places"], ["-wal", "-shm", "-places"]])
    func `A log that is missing beside its other files is refused, and they are not changed`(
        left: [String]
    ) throws {
        let store = try open()
        _ = try append(store, [try draft("a")])
        remove([""])
        remove(["-wal", "-shm", "-places"].filter { !left.contains($0) })
        for isEmpty in [false, true] {
            if isEmpty { #expect(FileManager.default.createFile(atPath: path, contents: nil)) }
            let error = #expect(throws: SearchBusError.self) { try open() }
            #expect(error?.code == .dataDirectoryUnusable)
            #expect(error?.remedy.contains("empty log") == true && error?.remedy.contains("log.sqlite*") == true)
            #expect(left.allSatisfy { FileManager.default.fileExists(atPath: path + $0) })
        }
        // The remedy of the error.
        remove(["", "-wal", "-shm", "-places"])
        #expect(try open().head == .zero)
    }

    @Test func `A log that is closed is in one file, whatever the checkpointer was doing`() throws {
        var store: LogStore? = try open()
        let checkpointer = try Checkpointer(path: path)
        _ = try append(#require(store), [try draft("a")])
        checkpointer.stop()
        try store?.close()
        store = nil
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        _ = checkpointer
    }

    @Test func `A log without its tables is refused where the file beside it shows that it had some`() throws {
        let store = try open()
        _ = try append(store, [try draft("a")])
        try store.close()
        remove(["", "-wal", "-shm"])
        let database = try DatabaseQueue(path: path)
        try database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA page_size = 8192; VACUUM") }
        try database.close()
        #expect(throws: SearchBusError.self) { try open() }
    }

    @Test func `A first start that was killed before it had stored anything is repeated`() throws {
        // The file beside the log is on the disk, the log's own tables are not.
        let record = PlaceRecord(epoch: "e", token: "", file: 1, boot: "b", closed: .zero, next: "t")
        try PlaceFile(log: path).write(record)
        #expect(try open().head == .zero)
    }

    @Test
    func `The files of a log are for its owner alone, whatever the umask is, and existing ones are tightened`()
        throws
    {
        func modes() throws -> [Int] {
            try ["", "-wal", "-shm", "-places"].map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
                return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
            }
        }
        let mask = umask(0)
        defer { umask(mask) }
        let store = try open()
        _ = try append(store, [try draft("a")])
        #expect(try modes() == [0o600, 0o600, 0o600, 0o600])
        for name in ["", "-wal", "-shm", "-places"] { chmod(path + name, 0o666) }
        _ = try append(try open(), [try draft("b")])
        #expect(try modes() == [0o600, 0o600, 0o600, 0o600])
    }

    @Test func `A log that is moved away stops appends, not reads, and they resume once it is back`() throws {
        let store = try open()
        _ = try append(store, [try draft("a")])
        try store.checkFiles()
        #expect(rename(folder, folder + "-away") == 0)
        try store.checkFiles()
        let refused = #expect(throws: SearchBusError.self) { try append(store, [try draft("b")]) }
        #expect(refused?.code == .storageFailed && refused?.code.isTransient == true)
        #expect(throws: SearchBusError.self) { try store.claim(["c"], nonce: "n") }
        #expect(throws: SearchBusError.self) { try store.beginRemoval(of: ["s"]) }
        #expect(try ids(store.replay(ReplayQuery([.all], after: .zero))) == ["a"])
        // Events that are not stored need no log.
        #expect(store.carryOut([.append(command([try draft("h", "status/p/")]))]).publications.count == 1)
        #expect(rename(folder + "-away", folder) == 0)
        try store.checkFiles()
        #expect(try append(store, [try draft("b")]).first.rawValue == 2)
    }

    @Test func `A log that was deleted or replaced stores nothing, and is not taken for the old one afterwards`() throws
    {
        for isReplaced in [false, true] {
            remove(["", "-wal", "-shm", "-places"])
            var store: LogStore? = try open()
            _ = try append(try #require(store), [try draft("a")])
            let copy = "\(folder)/copy.sqlite"
            try? FileManager.default.removeItem(atPath: copy)
            try store?.queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
            _ = try append(try #require(store), [try draft("b")])
            remove([""])
            if isReplaced { #expect(rename(copy, path) == 0) }
            try store?.checkFiles()
            #expect(throws: SearchBusError.self) { try append(try #require(store), [try draft("c")]) }
            try store?.close()
            store = nil
            guard isReplaced else {
                #expect(throws: SearchBusError.self) { try open() }
                continue
            }
            let next = try open()
            #expect(next.divergence(at: .init(rawValue: 2))?.rawValue == 1)
        }
    }

    @Test(arguments: ["-wal", "-shm"])
    func `A broker whose log has lost a file of SQLite ends, and the next one has every event`(name: String) throws {
        var store: LogStore? = try open()
        _ = try append(try #require(store), [try draft("a")])
        remove([name])
        #expect(throws: SearchBusError.self) { try store?.checkFiles() }
        try store?.close()
        store = nil
        let next = try open()
        #expect(try ids(next.replay(ReplayQuery([.all], after: .zero))) == ["a"])
        #expect(next.lost.isEmpty)
    }

    @Test
    func `A log that is overwritten with an older state stores nothing, and is read completely when it is next opened`()
        throws
    {
        var store: LogStore? = try open()
        for number in 0..<50 { _ = try append(try #require(store), [try draft("a\(number)")]) }
        try store?.close()
        store = nil
        let old = try #require(FileManager.default.contents(atPath: path))
        store = try open()
        for number in 0..<2_000 { _ = try append(try #require(store), [try draft("b\(number)")]) }
        try store?.checkFiles()
        try store?.reading { db in _ = try db.checkpoint(.truncate) }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: old)
        try handle.close()
        try store?.checkFiles()
        #expect(throws: SearchBusError.self) { try append(try #require(store), [try draft("c")]) }
        #expect(!FileManager.default.fileExists(atPath: path + "-places"))
        try store?.checkFiles()
        #expect(store?.obstacle != nil, "it does not recover by itself")
    }

    @Test func `A failed transaction does not change the count of events`() throws {
        let store = try open()
        for number in 0..<300 { _ = try append(store, [try draft("e\(number)")]) }
        let refusal = "CREATE TEMP TRIGGER refusal BEFORE INSERT ON meta BEGIN SELECT RAISE(ABORT, 'not now'); END"
        try store.queue.inDatabase { db in try db.execute(sql: refusal) }
        #expect(throws: SearchBusError.self) { try store.trim(receiptsThrough: .zero) }
        try store.queue.inDatabase { db in try db.execute(sql: "DROP TRIGGER refusal") }
        #expect(store.eventCount == 300)
        let full =
            "CREATE TEMP TRIGGER refusal BEFORE INSERT ON events WHEN NEW.sequence > 302 BEGIN SELECT RAISE(ABORT, 'full'); END"
        try store.queue.inDatabase { db in try db.execute(sql: full) }
        #expect(throws: SearchBusError.self) { try append(store, (0..<5).map { try draft("f\($0)") }) }
        #expect(store.eventCount == 300)
    }
}
