// SPDX-License-Identifier: MIT

import Bus
import Foundation
import GRDB
import Wire

/// An event in a row of its table; valid until the next row is read.
///
/// A checksum tells an event that is read from the one that was written: SQLite itself notices damage of its pages' structure, and
/// not of their contents.
package struct StoredEvent: FetchableRecord {
    static let columns = "sequence, topic, time, body, checksum"
    /// With the name of its topic.
    static let named = "\(columns), (SELECT name FROM topics WHERE id = topic)"

    private let row: Row

    package init(row: Row) { self.row = row }

    var sequence: SequenceNumber { row[0] }
    var topic: Int64 { row[1] }
    var time: Timestamp { Timestamp(stored: row[2]) }
    /// The name of its topic, where the statement reads it; `nil` if its session was deleted.
    var name: String? { (row[5] as String?).flatMap { SessionRemovals.holds($0) ? nil : $0 } }

    func size() throws -> Int { try row.withUnsafeData(atIndex: 3) { $0?.count ?? 0 } }

    /// Its body.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt` for one that is not what was written.
    func body() throws -> MessageBody { try checked { MessageBody($0) } }

    /// Checks it.
    ///
    /// - Throws: As `body()` does.
    func check() throws { try checked { _ in } }

    /// Lends its body.
    ///
    /// - Throws: As `body()` does, and what the closure throws.
    func withBody<Value>(_ read: (UnsafeRawBufferPointer) throws -> Value) throws -> Value { try checked(read) }

    /// The event, where the statement reads the name of its topic.
    package func event() throws -> Event { try Event(topic: try Topic(parsing: name ?? ""), body: try body()) }

    /// The sum of an event's body, its sequence number and its topic's number, as the log keeps it.
    static func checksum(_ body: UnsafeRawBufferPointer, _ sequence: SequenceNumber, topic: Int64) -> Int64 {
        var sum = Checksum()
        sum.add(sequence.rawValue)
        sum.add(UInt64(bitPattern: topic))
        sum.add(body)
        // Half of it is enough to notice damage, and takes half of the room.
        return Int64(UInt32(truncatingIfNeeded: sum.value))
    }

    private func checked<Value>(_ read: (UnsafeRawBufferPointer) throws -> Value) throws -> Value {
        try row.withUnsafeData(atIndex: 3) { data in
            guard let data else { throw damage }
            return try data.withUnsafeBytes { body in
                guard Self.checksum(body, sequence, topic: topic) == row[4] as Int64? else { throw damage }
                return try read(body)
            }
        }
    }

    private var damage: SearchBusError {
        SearchBusError(.logCorrupt, "The event with sequence number \(row[0] as Int64) was changed or damaged.")
    }
}

extension Timestamp {
    /// The time that a row names, in milliseconds; the nearest one of the years 1970 to 9999 where a damaged file names another.
    init(stored milliseconds: Int64) {
        self.init(microseconds: min(max(milliseconds, 0), 253_402_300_799_999) * 1000)
    }
}
