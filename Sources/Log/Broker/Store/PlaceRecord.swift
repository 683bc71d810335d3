// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What is written beside a log, so that its next broker knows whether the log is the one that the last broker had.
struct PlaceRecord: Hashable {
    var epoch: String
    /// What the last broker that opened the log wrote into both; empty while a log is opened for the first time, or as a copy.
    var token: String
    var file: UInt64
    /// The start of the machine that it was opened in.
    var boot: String
    /// The last sequence number, where the log was closed in order; `nil` while it is open.
    var closed: SequenceNumber?
    /// What a broker that opens the log is about to write into it in place of `token`; `nil` once that is done.
    var next: String?

    enum Start: Hashable {
        /// It is the file, in the state, that its last broker left.
        case resumes
        /// The machine may have lost the last commits.
        case lostPower
        case isCopy
    }

    /// Compares a log with the record beside it.
    ///
    /// An older state of both, of the same file, cannot be distinguished from the newest one: see `HeadWitness`.
    ///
    /// The log's own record has its head as `closed`.
    static func start(_ record: PlaceRecord?, of log: PlaceRecord) -> Start {
        // A log that was never opened by a broker that writes records has none.
        guard !log.token.isEmpty else { return .resumes }
        guard let record, record.epoch == log.epoch, record.file == log.file else { return .isCopy }
        // Its last broker ended between the two files, before it gave a sequence number.
        if log.token == record.next { return .resumes }
        guard record.token == log.token else { return .isCopy }
        if let closed = record.closed { return closed == log.closed ? .resumes : .isCopy }
        return record.boot == log.boot ? .resumes : .lostPower
    }

    /// The record beside a log before its token is replaced, so that a broker that is killed between the two has opened it or has not.
    ///
    /// - Parameters:
    ///   - record: The record beside the log, if any.
    ///   - log: What the log itself says.
    ///   - next: The token that the log is about to have.
    /// - Returns: A record by which the log begins as before while it has its token, and resumes once it has the next one.
    static func opening(_ record: PlaceRecord?, of log: PlaceRecord, next: String) -> PlaceRecord {
        var opening = log
        opening.next = next
        switch start(record, of: log) {
        case .isCopy: opening.token = ""
        case .lostPower: (opening.closed, opening.boot) = (nil, record?.boot ?? "")
        case .resumes where record?.token != log.token: opening.closed = nil
        case .resumes: opening.closed = record?.closed
        }
        return opening
    }
}

extension PlaceRecord: JSONConvertible {
    init(json: JSON) throws {
        guard let file = UInt64(try json.requiredString("file")) else {
            throw JSONError("the record beside a log lacks the file's number")
        }
        self.init(
            epoch: try json.requiredString("epoch"),
            token: try json.requiredString("token"),
            file: file,
            boot: try json.requiredString("boot"),
            closed: json["closed"]?.string.flatMap { SequenceNumber($0) },
            next: json["next"]?.string
        )
    }

    var json: JSON {
        [
            "epoch": .string(epoch), "token": .string(token), "file": .string(String(file)), "boot": .string(boot),
            "closed": closed.map { .string($0.description) } ?? .null, "next": next.map { .string($0) } ?? .null,
        ]
    }
}
