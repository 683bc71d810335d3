// SPDX-License-Identifier: MIT
// Part of SearchBus.

import RandomTesting
import Testing
import Wire

@testable import SearchIndex

@Suite struct RecordCacheTests {
    private func record(_ row: Int, bytes: Int) throws -> StoredRecord {
        let filler = String(repeating: "x", count: bytes)
        return StoredRecord(
            objectID: "\(row)",
            text: try JSONText(parsing: Array(#"{"n":\#(row),"t":"\#(filler)"}"#.utf8))
        )
    }

    @Test func `A record is read once while it is asked for, and what is kept stays within the budget`() throws {
        var cache = RecordCache(budget: 64 << 10)
        var random = SeededGenerator(seed: testSeed)
        var reads = 0
        for _ in 0..<5_000 {
            // One row in two is one of the ten that all ask for.
            let row =
                Bool.random(using: &random)
                ? Int.random(in: 0..<10, using: &random) : Int.random(in: 0..<9_999, using: &random)
            let found = try cache.record(at: row) {
                if row < 10 { reads += 1 }
                return try record(row, bytes: 1_000)
            }
            #expect(found.objectID == "\(row)")
            #expect(cache.count <= 64)
        }
        #expect(reads < 300, "of 2,500")
    }

    @Test func `A large record is handed out and not kept`() throws {
        var cache = RecordCache(budget: 64 << 10)
        for _ in 0..<3 { #expect(try cache.record(at: 1) { try record(1, bytes: 5_000) }.objectID == "1") }
        #expect(cache.count == 0)
    }
}
