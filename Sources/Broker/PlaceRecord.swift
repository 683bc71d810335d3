// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What stands beside a log, so that its next broker knows which places were given, whatever the log has lost.
///
/// It says up to where places are reserved, and which file in which state it was written for. Places beyond the reserved
/// ones are given only after a new record is on the disk.
struct PlaceRecord: Hashable {
    /// How many places are reserved at a time.
    static let block = 1 << 16

    /// The log's identity.
    var epoch: String
    /// What the last broker that opened the log wrote into both.
    var token: String
    /// The file that the log is in.
    var file: UInt64
    /// The start of the machine that it was opened in.
    var boot: String
    /// Places up to here may have been given.
    var reserved: SequenceNumber
    /// The last place, where the log was closed in order; `nil` while it is open.
    var closed: SequenceNumber?

    /// How a log begins.
    enum Start: Hashable {
        /// Nothing can have been lost.
        case goesOn
        /// The machine may have lost the last commits: no place up to here is given again.
        case lostPower(reserved: SequenceNumber)
        /// The log is an older state, or a copy, of one whose places nobody knows.
        case isCopy
    }

    /// What a log's record says of its start.
    ///
    /// - Parameters:
    ///   - record: What stands beside the log, if anything.
    ///   - log: What the log itself says: its `closed` is its head.
    /// - Returns: How it begins.
    static func start(_ record: PlaceRecord?, of log: PlaceRecord) -> Start {
        // A log that was never opened by a broker that writes records has none.
        guard !log.token.isEmpty else { return .goesOn }
        guard let record, record.epoch == log.epoch, record.token == log.token, record.file == log.file else {
            return .isCopy
        }
        if let closed = record.closed { return closed == log.closed ? .goesOn : .isCopy }
        return record.boot == log.boot ? .goesOn : .lostPower(reserved: record.reserved)
    }
}

extension PlaceRecord: JSONConvertible {
    init(json: JSON) throws {
        guard let reserved = SequenceNumber(try json.requiredString("reserved")),
            let file = UInt64(try json.requiredString("file"))
        else { throw JSONError("a record of places lacks a number") }
        self.init(
            epoch: try json.requiredString("epoch"),
            token: try json.requiredString("token"),
            file: file,
            boot: try json.requiredString("boot"),
            reserved: reserved,
            closed: json["closed"]?.string.flatMap { SequenceNumber($0) }
        )
    }

    var json: JSON {
        [
            "epoch": .string(epoch), "token": .string(token), "file": .string(String(file)), "boot": .string(boot),
            "reserved": .string(reserved.description), "closed": closed.map { .string($0.description) } ?? .null,
        ]
    }
}
