// SPDX-License-Identifier: MIT

import Wire

/// The records that were shown last, within a budget of bytes: what many people find is read once.
struct RecordCache {
    /// The size of a record's value beside its text, in bytes.
    private static let overhead = 64

    private var records: BoundedCache<Int, JSONText>

    /// Makes a cache.
    init(budget: Int) { records = BoundedCache(limit: budget) }

    var count: Int { records.count }

    mutating func record(at row: Int) -> JSONText? { records.value(of: row) }

    /// Keeps the record of a row; one that would push too many others out is not kept.
    mutating func keep(_ record: JSONText, at row: Int) {
        records.keep(record, for: row, bytes: record.bytes.count + Self.overhead)
    }
}
