// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@testable import SearchIndex

@Suite struct RecordCacheTests {
    private func record(_ row: Int, bytes: Int) throws -> JSONText {
        let filler = String(repeating: "x", count: bytes)
        return try JSONText(parsing: Array(#"{"n":\#(row),"t":"\#(filler)"}"#.utf8))
    }

    /// The record of a row, created if it is not cached.
    private func record(_ row: Int, bytes: Int, in cache: inout RecordCache, reads: inout Int) throws -> JSONText {
        if let known = cache.record(at: row) { return known }
        let made = try record(row, bytes: bytes)
        if row < 10 { reads += 1 }
        cache.keep(made, at: row)
        return made
    }

    @Test func `A record is read once while it is asked for, and what is kept stays within the budget`() throws {
        var cache = RecordCache(budget: 64 << 10)
        var random = SeededGenerator(seed: testSeed)
        var reads = 0
        for _ in 0..<5_000 {
            // Every second row is one of the ten that all threads request.
            let row =
                Bool.random(using: &random)
                ? Int.random(in: 0..<10, using: &random) : Int.random(in: 0..<9_999, using: &random)
            let found = try record(row, bytes: 1_000, in: &cache, reads: &reads)
            #expect(found["n"]?.int == row)
            #expect(cache.count <= 64)
        }
        #expect(reads < 300, "of 2,500")
    }

    @Test func `A large record is handed out and not kept`() throws {
        var cache = RecordCache(budget: 64 << 10)
        var reads = 0
        for _ in 0..<3 {
            #expect(try record(1, bytes: 5_000, in: &cache, reads: &reads)["n"]?.int == 1)
        }
        #expect(reads == 3)
        #expect(cache.count == 0)
    }
}
