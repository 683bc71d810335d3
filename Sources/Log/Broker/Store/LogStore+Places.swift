// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

extension LogStore {
    /// Checks a log that may have lost something, and continues behind every sequence number that may have been given.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt` for a log that does not add up.
    func begin() throws {
        files.noteOpened()
        let log = record(closed: head)
        let before = places.read()
        let start = PlaceRecord.start(before, of: log)
        lost = try reading(LostTable.all)
        try reading { db in
            try LogCheck.check(self, db)
            if start != .resumes { try LogCheck.checkWhole(self, db) }
        }
        witness = makeWitness()
        let isProven = start == .resumes && witness?.known.map { $0 <= head } ?? false
        let next = Identifier.make()
        witness?.willOpen(token: next)
        try places.write(PlaceRecord.opening(before, of: log, next: next))
        try open(next, isProven: isProven)
        // SQLite has all its files once something was written.
        files.noteOpened()
    }

    /// Begins as a copy: every place of it is given by the journal, and whatever the disk has lost comes again.
    ///
    /// - Throws: `SearchBusError` with `epoch-changed` if the log does not belong to this journal.
    func beginReplica(of journal: String) throws {
        guard epoch == journal else { throw Self.isOfAnother(path, epoch, journal: journal) }
        try writing { db in try LogSchema.beginReplica(db) }
        try reading { db in try LogCheck.check(self, db) }
        files.noteOpened()
        channels.start(at: head)
    }

    /// The error if a log does not belong to a journal.
    package static func isOfAnother(_ path: String, _ epoch: String, journal: String) -> SearchBusError {
        SearchBusError(
            .epochChanged,
            "The log in \(path) is \(epoch), and the journal makes \(journal).",
            remedy:
                "To share this log: `searchbus cluster found`, once. To join the other: move log.sqlite* out of the data directory, and the broker begins with a snapshot. If the journal is the wrong one, correct `log` in the app file."
        )
    }

    /// Takes the log in use, in the file and beside it: behind a jump, or under a new epoch where it is empty, unless it is
    /// proven which sequence numbers were given.
    private func open(_ token: String, isProven: Bool) throws {
        let epoch = isProven || head > .zero ? self.epoch : Identifier.make(length: 16)
        try synced { db in
            try MetaTable.write(token, to: .token, db)
            try MetaTable.write(epoch, to: .epoch, db)
            try writeAges(db)
            if !isProven, head > .zero { try jump(db) }
        }
        self.token = token
        if epoch != self.epoch {
            self.epoch = epoch
            witness?.discard()
            witness = makeWitness()
        }
        witness?.didOpen(token: token)
        channels.start(at: head)
        try places.write(record(closed: nil))
        witness?.note(head)
    }

    private func jump(_ db: Database) throws {
        let (last, isTooFar) = head.rawValue.addingReportingOverflow(environment.jump())
        guard !isTooFar, last < UInt64(Int64.max) else {
            throw SearchBusError(.storageFailed, "The log in \(path) has used all its sequence numbers.")
        }
        var stretch = LostPlaces(first: head.advanced(by: 1), last: SequenceNumber(rawValue: last))
        if let before = lost.last, before.last.advanced(by: 1) == head {
            // Nothing was stored since the last jump: one stretch is enough for both.
            stretch = LostPlaces(first: before.first, last: stretch.last)
            lost.removeLast()
        }
        try LostTable.write(stretch, db)
        // The number after it has no event either, so that no reader can have seen one there.
        head = stretch.last.advanced(by: 1)
        try MetaTable.write(head, to: .head, db)
        lost.append(stretch)
    }

    private func makeWitness() -> HeadWitness? {
        guard let file = files.log else { return nil }
        return HeadWitness(
            in: environment.witnesses,
            epoch: epoch,
            file: file,
            log: path,
            boot: environment.boot,
            token: token
        )
    }

    /// Closes the log in order: everything is on the disk and in one file.
    package func close() throws {
        guard !isOverwritten else { return }
        try synced { db in
            try MetaTable.write(head, to: .head, db)
            try writeAges(db)
        }
        try reading { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try places.write(record(closed: head))
    }

    private func record(closed: SequenceNumber?) -> PlaceRecord {
        PlaceRecord(
            epoch: epoch,
            token: token,
            file: files.log?.inode ?? 0,
            boot: environment.boot,
            closed: closed
        )
    }

    /// A transaction that is on the disk when it is done, whatever the durability.
    private func synced(_ body: (Database) throws -> Void) throws {
        try reading { db in
            let level = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 1
            try db.execute(sql: "PRAGMA synchronous = FULL")
            defer { try? db.execute(sql: "PRAGMA synchronous = \(level)") }
            try db.transaction(body)
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
