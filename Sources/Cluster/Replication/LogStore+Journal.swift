// SPDX-License-Identifier: MIT

import Broker
import Bus
import GRDB
import Wire

extension LogStore {
    /// How far this copy of the log is, by the journal that it is made from.
    struct JournalNote {
        let proposer: String
        let number: UInt64
        /// Where to read on after a restart.
        let resumePlace: JournalPlace
        /// The last message of the entry.
        let known: KnownMessage?
        let time: Timestamp
        /// What stands for all that was made of the journal.
        let digest: UInt64
    }

    /// How long the last entry of a broker is remembered: none of its messages comes again after that.
    private static let proposerLifetime: Int64 = 7 * 86_400_000

    /// The position of the log: the entry after which its broker continues.
    func journalState() throws -> (
        assembler: EntryAssembler, place: JournalPlace, known: KnownMessage?, digest: UInt64
    ) {
        try reading { db in
            let parts = try (MetaTable.read(.journal, db) ?? "0 0 -").split(separator: " ")
            guard (3...4).contains(parts.count), let place = UInt64(parts[0]).map(JournalPlace.init(rawValue:)),
                let last = UInt64(parts[1]).map(JournalPlace.init(rawValue:))
            else {
                throw SearchBusError(.logCorrupt, "The log has no position in the journal.")
            }
            let numbers = try ProposerTable.numbers(db)
            let known = last > .zero ? KnownMessage(place: last, id: String(parts[2])) : nil
            // A log that has carried out nothing says nothing of it.
            let digest = parts.count == 4 ? UInt64(parts[3], radix: 16) ?? 0 : 0
            return (EntryAssembler(after: place, numbers: numbers), place, known, digest)
        }
    }

    /// Notes that an entry was carried out, in the transaction that carries it out.
    func note(_ note: JournalNote, _ db: Database) throws {
        let milliseconds = note.time.microseconds / 1000
        try ProposerTable.note(note.proposer, number: note.number, milliseconds: milliseconds, db)
        if note.number == 1 { try ProposerTable.delete(before: milliseconds - Self.proposerLifetime, db) }
        let known = "\(note.known?.place.rawValue ?? 0) \(note.known?.id ?? "-")"
        let digest = String(note.digest, radix: 16)
        try MetaTable.write("\(note.resumePlace.rawValue) \(known) \(digest)", to: .journal, db)
    }

    /// Notes that the logs of most nodes differ: this log must not be continued.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    func noteOutvoted() throws { try writing { db in try MetaTable.write("1", to: .outvoted, db) } }
}
