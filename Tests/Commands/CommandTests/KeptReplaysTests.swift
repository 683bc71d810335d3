// SPDX-License-Identifier: MIT

import Foundation
import Runtime
import Testing
import Wire

@Suite struct KeptReplaysTests {
    private let data = NSTemporaryDirectory() + "kept-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true) }

    @Test func `a report is kept for its owner alone, and replaced by one of its name`() throws {
        defer { try? FileManager.default.removeItem(atPath: data) }
        let kept = KeptReplays(data: data)
        #expect(kept.entries.isEmpty && kept.report(named: "a") == nil)
        try kept.keep(Array("{}".utf8), as: "a")
        try kept.keep(Array("{\"b\":1}".utf8), as: "a")
        #expect(kept.report(named: "a") == Array("{\"b\":1}".utf8))
        #expect(kept.entries.map(\.name) == ["a"] && kept.entries.map(\.bytes) == [7])
        let mode = try FileManager.default.attributesOfItem(atPath: "\(data)/replays/a.json")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `names that would be other paths are refused`() throws {
        defer { try? FileManager.default.removeItem(atPath: data) }
        let kept = KeptReplays(data: data)
        for name in ["", "../a", "a/b", ".", "a.json", "ä", String(repeating: "a", count: 65), "a\0"] {
            #expect(throws: SearchBusError.self) { try kept.keep([], as: name) }
            #expect(kept.report(named: name) == nil)
        }
        #expect(["a", "A-1_b", String(repeating: "a", count: 64)].allSatisfy(KeptReplays.isValid))
    }

    @Test func `the oldest go when there are too many, never the one just kept`() throws {
        defer { try? FileManager.default.removeItem(atPath: data) }
        let kept = KeptReplays(data: data)
        for number in 0..<KeptReplays.most {
            try kept.keep([1], as: "r\(number)")
            let time = Date(timeIntervalSince1970: 1_900_000_000 + Double(number))
            let path = "\(data)/replays/r\(number).json"
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        }
        // Its own time is before that of all others.
        try kept.keep([2], as: "new")
        let names = Set(kept.entries.map(\.name))
        #expect(names.count == KeptReplays.most && names.isSuperset(of: ["new", "r1"]) && !names.contains("r0"))
    }

    @Test func `a report that is too large or writable by others is refused`() throws {
        defer { try? FileManager.default.removeItem(atPath: data) }
        let kept = KeptReplays(data: data)
        let large = [UInt8](repeating: 0, count: KeptReplays.mostBytes + 1)
        #expect(throws: SearchBusError.self) { try kept.keep(large, as: "large") }
        try kept.keep([1], as: "shared")
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(data)/replays/shared.json")
        #expect(kept.report(named: "shared") == nil)
    }
}
