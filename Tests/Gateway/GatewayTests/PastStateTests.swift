// SPDX-License-Identifier: MIT

import Bus
import NIOCore
import Testing
import Wire

@testable import Gateway

/// The views of a session at earlier sequence numbers.
struct PastStateTests {
    private let log = MemoryLog()

    /// Puts the events of two sessions on the log: each a topic, and the number that a view has.
    private func fill() throws {
        try log.put("intent/session/s1/", type: "searchbus.intent.start")  // 1
        try log.put("view/box/s1/", #"{"n":2}"#)
        try log.put("view/hits/s1/", #"{"n":3}"#)
        try log.put("view/hits/other/", #"{"n":4}"#)
        try log.put("view/hits/s1/", #"{"n":5}"#)
        try log.put("view/stats/s1/", #"{"n":6}"#)
        try log.put("view/hits/s1/", #"{"n":7}"#)
        try log.put("view/box/s1/", #"{"n":8}"#)
    }

    private func views(at moment: UInt64) async throws -> (sequence: UInt64, numbers: [String: Int]) {
        let state = try await SessionState.read("s1", from: log, at: SequenceNumber(rawValue: moment))
        let json = try JSON(parsing: Array(state.body.readableBytesView))
        #expect(json["sequence"]?.string == state.head.description)
        let views = json["views"]?.object?.members.map { ($0.key, $0.value["n"]?.int ?? 0) } ?? []
        return (state.head.rawValue, Dictionary(uniqueKeysWithValues: views))
    }

    @Test func `each moment has the last view of each widget until then`() async throws {
        try fill()
        #expect(try await views(at: 0) == (0, [:]))
        #expect(try await views(at: 2) == (2, ["box": 2]))
        #expect(try await views(at: 4) == (4, ["box": 2, "hits": 3]))
        #expect(try await views(at: 6) == (6, ["box": 2, "hits": 5, "stats": 6]))
        #expect(try await views(at: 7) == (7, ["box": 2, "hits": 7, "stats": 6]))
        for end in [8, 9, UInt64.max] { #expect(try await views(at: end) == (8, ["box": 8, "hits": 7, "stats": 6])) }
    }

    @Test func `a moment that was removed gives way to the first one that is whole`() async throws {
        try fill()
        log.trim(upTo: SequenceNumber(rawValue: 5))
        // What remains: the start, 6, 7 and 8.
        #expect(try await views(at: 0) == (8, ["box": 8, "hits": 7, "stats": 6]))
        #expect(try await views(at: 7) == (8, ["box": 8, "hits": 7, "stats": 6]))
    }

    @Test func `what is left of before the trimmed part counts`() async throws {
        try fill()
        log.trim(upTo: SequenceNumber(rawValue: 6))
        try log.put("view/hits/s1/", #"{"n":9}"#)
        try log.put("view/hits/s1/", #"{"n":10}"#)
        log.trim(upTo: SequenceNumber(rawValue: 8))
        #expect(try await views(at: 0) == (9, ["box": 8, "hits": 9, "stats": 6]))
        #expect(try await views(at: 9) == (9, ["box": 8, "hits": 9, "stats": 6]))
        #expect(try await views(at: 10) == (10, ["box": 8, "hits": 10, "stats": 6]))
    }

    @Test func `a session that begins after the trimmed part is whole`() async throws {
        for _ in 0..<4 { try log.put("view/hits/other/") }
        log.trim(upTo: SequenceNumber(rawValue: 4))
        try log.put("intent/session/s1/", type: "searchbus.intent.start")  // 5
        try log.put("view/box/s1/", #"{"n":6}"#)
        try log.put("view/hits/s1/", #"{"n":7}"#)
        try log.put("view/hits/s1/", #"{"n":8}"#)
        #expect(try await views(at: 0) == (0, [:]))
        #expect(try await views(at: 6) == (6, ["box": 6]))
        #expect(try await views(at: 7) == (7, ["box": 6, "hits": 7]))
    }
}
