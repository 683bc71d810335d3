// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The records that were shown last, within a budget of bytes: what many people find is read once.
struct RecordCache {
    /// What a record takes beside its text, about.
    private static let overhead = 160

    private let budget: Int
    private var young: [Int: JSONText] = [:]
    private var old: [Int: JSONText] = [:]
    /// What the young ones take.
    private var byteCount = 0

    /// Makes a cache.
    ///
    /// - Parameter budget: How many bytes it may take, about.
    init(budget: Int) { self.budget = budget }

    /// How many records are kept.
    var count: Int { young.count + old.count { young[$0.key] == nil } }

    /// The record of a row; `nil` where it is not kept.
    mutating func record(at row: Int) -> JSONText? {
        if let record = young[row] { return record }
        guard let record = old[row] else { return nil }
        keep(record, at: row)
        return record
    }

    /// Keeps the record of a row; one that would push too many others out is not kept.
    mutating func keep(_ record: JSONText, at row: Int) {
        let bytes = record.bytes.count + Self.overhead
        guard bytes <= budget / 16 else { return }
        // Half of the budget is for what was shown lately; when it is full, what was not shown meanwhile goes.
        if byteCount + bytes > budget / 2 { (old, young, byteCount) = (young, [:], 0) }
        young[row] = record
        byteCount += bytes
    }
}
