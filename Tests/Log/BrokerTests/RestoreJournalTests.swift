// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Testing
import Wire

@testable import Broker

@Suite final class RestoreJournalTests {
    private let folder = NSTemporaryDirectory() + "searchbus-restore-" + Identifier.make()

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func put(_ text: String, _ path: String) throws {
        let whole = "\(folder)/\(path)"
        let parent = (whole as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: whole))
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: "\(folder)/\(path)").map { String(decoding: $0, as: UTF8.self) }
    }

    private let journal = RestoreJournal(
        incoming: ["indexes", "log.sqlite", "new"],
        outgoing: ["log.sqlite-wal", "log.sqlite-shm"],
        aside: "before-restore-1"
    )

    private func fill() throws {
        for name in ["log.sqlite", "log.sqlite-wal", "indexes/a", "gateway.secret"] { try put("old", name) }
        for name in ["log.sqlite", "indexes/a", "new"] { try put("new", "restore.new/\(name)") }
    }

    private func expectNew() {
        #expect(["log.sqlite", "indexes/a", "new"].map(text) == ["new", "new", "new"])
        #expect(
            ["log.sqlite", "log.sqlite-wal", "indexes/a"].map { text("before-restore-1/\($0)") } == [
                "old", "old", "old",
            ]
        )
        #expect(text("gateway.secret") == "old" && text("log.sqlite-wal") == nil && text("restore.journal") == nil)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/restore.new"))
    }

    @Test func `what comes in takes the place of what is there, which is put aside`() throws {
        try fill()
        try journal.carryOut(in: folder)
        expectNew()
        try RestoreJournal.finish(in: folder)
        expectNew()
    }

    /// The renames of a restore, in order: a killed process has made some of them.
    private static let steps = [
        ("log.sqlite-wal", "before-restore-1/log.sqlite-wal"), ("indexes", "before-restore-1/indexes"),
        ("restore.new/indexes", "indexes"), ("log.sqlite", "before-restore-1/log.sqlite"),
        ("restore.new/log.sqlite", "log.sqlite"), ("restore.new/new", "new"),
    ]

    @Test(arguments: 0...6)
    func `the next user of the directory continues a killed restore`(count: Int) throws {
        try fill()
        try put(journal.json.text, "restore.journal")
        if count > 0 {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/before-restore-1",
                withIntermediateDirectories: true
            )
        }
        for (from, to) in Self.steps.prefix(count) {
            try FileManager.default.moveItem(atPath: "\(folder)/\(from)", toPath: "\(folder)/\(to)")
        }
        _ = try DataDirectory(path: folder)
        expectNew()
    }

    @Test func `without a journal nothing of a restore counts`() throws {
        try fill()
        _ = try DataDirectory(path: folder)
        #expect(text("log.sqlite") == "old" && text("indexes/a") == "old")
    }

    @Test func `a journal that names other places is refused`() throws {
        try put(#"{"incoming":["../x"],"outgoing":[],"aside":"b"}"#, "restore.journal")
        #expect(throws: SearchBusError.self) { try RestoreJournal.finish(in: self.folder) }
    }
}
