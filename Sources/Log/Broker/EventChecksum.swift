// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import GRDB
import Wire
import ZeroMQ

/// Tells an event that is read from the one that was written at its place: SQLite itself notices damage of its pages'
/// structure, and not of their contents.
enum EventChecksum {
    /// The sum of an event's body, its place and its topic's number, as the log keeps it.
    static func of(_ body: UnsafeRawBufferPointer, _ sequence: Int64, topic: Int64) -> Int64 {
        var sum = Checksum()
        sum.add(UInt64(bitPattern: sequence))
        sum.add(UInt64(bitPattern: topic))
        sum.add(body)
        // Half of it is enough to notice damage, and takes half of the room.
        return Int64(UInt32(truncatingIfNeeded: sum.value))
    }

    /// The columns that `body(of:)` reads, in its order.
    static let columns = "sequence, topic, body, checksum"

    /// Reads the event with a sequence number.
    static let statement = "SELECT \(columns) FROM events WHERE sequence = ?"

    /// The body of an event in a row of `columns`.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt` for one that is not what was written.
    static func body(of row: Row) throws -> MessageBody { try checked(row) { MessageBody($0) } }

    /// Checks an event in a row of `columns`.
    ///
    /// - Throws: As `body(of:)` does.
    static func check(_ row: Row) throws { try checked(row) { _ in } }

    private static func checked<Value>(_ row: Row, _ read: (UnsafeRawBufferPointer) -> Value) throws -> Value {
        let (sequence, topic): (Int64, Int64) = (row[0], row[1])
        return try row.withUnsafeData(atIndex: 2) { data in
            guard let data else { throw damage(at: sequence) }
            return try data.withUnsafeBytes { body in
                guard of(body, sequence, topic: topic) == row[3] as Int64? else { throw damage(at: sequence) }
                return read(body)
            }
        }
    }

    private static func damage(at sequence: Int64) -> SearchBusError {
        SearchBusError(.logCorrupt, "The event with sequence number \(sequence) was changed or damaged.")
    }
}
