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
    /// What a broker that opens the log is about to write into it in place of `token`; `nil` once that is done.
    var next: String?

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
        guard let record, record.epoch == log.epoch, record.file == log.file else { return .isCopy }
        // Its last broker ended between the two files, before it gave a place.
        if log.token == record.next { return .goesOn }
        guard record.token == log.token else { return .isCopy }
        if let closed = record.closed { return closed == log.closed ? .goesOn : .isCopy }
        return record.boot == log.boot ? .goesOn : .lostPower(reserved: record.reserved)
    }

    /// What stands beside a log before its token is replaced, so that whoever is killed between the two has opened it or has not.
    ///
    /// - Parameters:
    ///   - record: What stood beside the log, if anything.
    ///   - log: What the log itself says.
    ///   - next: The token that the log is about to have.
    /// - Returns: A record by which the log begins as before while it has its token, and goes on once it has the next one.
    static func opening(_ record: PlaceRecord?, of log: PlaceRecord, next: String) -> PlaceRecord {
        var opening = log
        opening.next = next
        switch start(record, of: log) {
        case .isCopy: opening.token = ""
        case .lostPower(let reserved):
            (opening.reserved, opening.closed, opening.boot) = (reserved, nil, record?.boot ?? "")
        case .goesOn where record?.token != log.token: opening.closed = nil
        case .goesOn: (opening.closed, opening.reserved) = (record?.closed, record?.reserved ?? log.reserved)
        }
        return opening
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
            closed: json["closed"]?.string.flatMap { SequenceNumber($0) },
            next: json["next"]?.string
        )
    }

    var json: JSON {
        [
            "epoch": .string(epoch), "token": .string(token), "file": .string(String(file)), "boot": .string(boot),
            "reserved": .string(reserved.description), "closed": closed.map { .string($0.description) } ?? .null,
            "next": next.map { .string($0) } ?? .null,
        ]
    }
}
