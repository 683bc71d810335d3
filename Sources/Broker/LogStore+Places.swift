// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

extension LogStore {
    /// A stretch of places that no event of this log has: what stood there was lost.
    struct LostPlaces: Hashable {
        let first: SequenceNumber
        let last: SequenceNumber
    }

    /// Finds out whether the log may have lost something, checks it where that is so, and begins behind every place that was
    /// ever given.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt` for a log that does not add up.
    func begin(now: Timestamp) throws {
        let log = PlaceRecord(
            epoch: epoch,
            token: token,
            file: PlaceFile.identity(of: path),
            boot: boot,
            reserved: head,
            closed: head
        )
        let record = places.read()
        let start = PlaceRecord.start(record, of: log)
        lost = try reading { db in
            try Row.fetchAll(db, sql: "SELECT first, last FROM lost ORDER BY first").map { row in
                LostPlaces(
                    first: SequenceNumber(rawValue: UInt64(row[0] as Int64)),
                    last: SequenceNumber(rawValue: UInt64(row[1] as Int64))
                )
            }
        }
        try reading { db in
            try LogCheck.check(self, db)
            if start != .goesOn { try LogCheck.checkWhole(self, db) }
        }
        let token = Identifier.make()
        try places.write(PlaceRecord.opening(record, of: log, next: token))
        switch start {
        case .goesOn: try open(token, beyond: nil)
        case .lostPower(let reserved): try open(token, beyond: reserved)
        case .isCopy:
            // More events than one in a microsecond were never given, so what is later than that was not.
            let seconds = UInt64(max(now.microseconds / 1_000_000, 0))
            try open(token, beyond: SequenceNumber(rawValue: min(seconds << 20, 1 << 62)))
        }
    }

    /// Takes the log in use, in the file and beside it, behind a place up to which others may have been given.
    private func open(_ token: String, beyond given: SequenceNumber?) throws {
        try synced { db in
            try LogSchema.write(token, to: .token, db)
            guard let given, given > head else { return }
            let stretch = LostPlaces(first: head.advanced(by: 1), last: given)
            try db.execute(
                sql: "INSERT INTO lost (first, last) VALUES (?, ?)",
                arguments: [stretch.first.databaseValue, stretch.last.databaseValue]
            )
            // The place behind it has no event either, so that nobody can have seen one there.
            head = given.advanced(by: 1)
            try LogSchema.write(head.description, to: .head, db)
            lost.append(stretch)
        }
        self.token = token
        channels.start(at: head)
        reserved = .zero
        try reserve()
    }

    /// Reserves the places that come next, which takes a write to the disk.
    func reserve() throws {
        let next = head.advanced(by: PlaceRecord.block)
        try places.write(record(reserved: next, closed: nil))
        reserved = next
    }

    /// Closes the log in order: everything is on the disk and in one file.
    func close() throws {
        try synced { db in try LogSchema.write(head.description, to: .head, db) }
        try reading { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try places.write(record(reserved: reserved, closed: head))
    }

    private func record(reserved: SequenceNumber, closed: SequenceNumber?) -> PlaceRecord {
        PlaceRecord(
            epoch: epoch,
            token: token,
            file: PlaceFile.identity(of: path),
            boot: boot,
            reserved: reserved,
            closed: closed
        )
    }

    /// A transaction that is on the disk when it is done, whatever the durability.
    private func synced(_ body: (Database) throws -> Void) throws {
        try reading { db in
            let level = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 1
            try db.execute(sql: "PRAGMA synchronous = FULL")
            defer { try? db.execute(sql: "PRAGMA synchronous = \(level)") }
            try db.inTransaction(.immediate) {
                try body(db)
                return .commit
            }
        }
    }

    /// The last place that the log shares with a reader who has seen everything up to a place; `nil` where that is the place
    /// itself.
    func divergence(at place: SequenceNumber) -> SequenceNumber? {
        if place > head { return head }
        return lost.first { $0.first <= place && place <= $0.last }.map {
            SequenceNumber(rawValue: $0.first.rawValue - 1)
        }
    }
}
